package dev.jevprune.adapters.protocol;

import dev.jevprune.core.Limits;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.snapshot.HermesForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The outgoing message list without its bodies.
 *
 * @param messages number of messages
 * @param lastUser index of the last message with the role user, −1 when there is none
 * @param lastSigned index of the last message with a signed thinking block, −1 when there is none
 * @param answers how many answers of the model are in the list; 0 from a shim that does not tell
 * @param goal the last user message's text; empty when it is longer than the worker needs
 * @param goalBytes its UTF-8 bytes
 * @param form the form of the list on the wire, of a host that has several
 * @param calls every read call, in list order
 * @param events every call that reads or may edit files, in list order; empty from a shim that does
 *     not tell
 * @param folder the folder the session runs in; empty when it is not known
 * @param cache what is known of the provider's cache
 * @param expand whether the model sees the tool that gives a text back, as far as the host can tell
 * @param late how often in this session a decision came too late for its request
 */
public record Outline(
    int messages,
    int lastUser,
    int lastSigned,
    long answers,
    Optional<String> goal,
    long goalBytes,
    Optional<HermesForm> form,
    List<OutlineCall> calls,
    List<OutlineEvent> events,
    String folder,
    CacheSigns cache,
    boolean expand,
    long late) {
  private static final int MAX_CALLS = 20_000;

  public Outline {
    calls = List.copyOf(calls);
    events = List.copyOf(events);
  }

  /** At least how many requests the list tells of; a shim may not tell of all answers. */
  public long requests() {
    long calling =
        LongStream.concat(
                calls.stream().mapToLong(OutlineCall::call),
                events.stream().mapToLong(OutlineEvent::call))
            .distinct()
            .count();
    return Math.max(answers, calling);
  }

  static Outline of(Fields fields) throws ProtocolException {
    int messages = fields.index("messages", 0);
    if (messages > Limits.MAX_MESSAGES) {
      throw new ProtocolException(
          ErrorCode.LIMIT,
          "The conversation has "
              + messages
              + " messages; at most "
              + Limits.MAX_MESSAGES
              + " are looked at. Nothing new is left out of it.");
    }
    List<OutlineCall> calls = new ArrayList<>();
    for (Fields call : fields.objects("calls", MAX_CALLS)) {
      calls.add(checked(OutlineCall.of(call), messages, call));
    }
    return new Outline(
        messages,
        below(fields, "lastUser", messages),
        below(fields, "lastSigned", messages),
        fields.optionalWhole("answers").orElse(0L),
        fields.optionalText("goal"),
        fields.whole("goalBytes", 0),
        form(fields),
        calls,
        events(fields),
        fields.optionalText("folder").orElse(""),
        CacheSigns.of(fields),
        fields.any("expand").filter(JsonBool.FALSE::equals).isEmpty(),
        fields.optionalWhole("late").orElse(0L));
  }

  private static List<OutlineEvent> events(Fields fields) throws ProtocolException {
    List<OutlineEvent> events = new ArrayList<>();
    if (fields.any("events").isPresent()) {
      for (Fields event : fields.objects("events", MAX_CALLS)) {
        events.add(OutlineEvent.of(event));
      }
    }
    return events;
  }

  private static Optional<HermesForm> form(Fields fields) throws ProtocolException {
    Optional<String> name = fields.optionalText("form");
    if (name.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        HermesForm.parse(name.get())
            .orElseThrow(() -> fields.missing("form", "the name of a known wire form")));
  }

  private static OutlineCall checked(OutlineCall call, int messages, Fields fields)
      throws ProtocolException {
    if (call.call() >= messages || call.at() >= messages) {
      throw fields.missing("at", "an index of the list");
    }
    return call;
  }

  private static int below(Fields fields, String name, int messages) throws ProtocolException {
    int index = fields.index(name, -1);
    if (index >= messages) {
      throw fields.missing(name, "an index of the list");
    }
    return index;
  }
}
