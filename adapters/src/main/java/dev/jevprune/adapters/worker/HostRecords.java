package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.core.CallId;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.HermesForm;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * The raw records of a host's list and the messages that core judges.
 *
 * @param format the format that core judges in
 * @param wire the form the records come in, of a host that has several
 */
record HostRecords(Format format, Optional<HermesForm> wire) {
  private static final SessionId ANY = new SessionId("body-check");

  static HostRecords of(Format format, Optional<HermesForm> wire) {
    return new HostRecords(format, wire);
  }

  /** The body in the format that core judges in. */
  Request.Body read(Request.Body raw) {
    return wire.map(
            form ->
                new Request.Body(raw.id(), form.chatCall(raw.call()), form.chatRead(raw.result())))
        .orElse(raw);
  }

  /** The message in which an assistant makes these calls. */
  JsonObject assistant(List<Json> calls) {
    return JsonObject.builder()
        .put("role", "assistant")
        .put(format == Format.OPENAI ? "tool_calls" : "content", new JsonArray(calls))
        .build();
  }

  /**
   * Whether a body is the one the outline spoke of. The ledger will hold the outline's
   * fingerprints, so what was judged and what is replayed must be the same text and arguments.
   */
  boolean fits(Request.Body body, OutlineCall outlined) {
    Snapshot snapshot =
        Snapshot.of(format, ANY, JsonArray.of(assistant(List.of(body.call())), body.result()));
    Optional<Item> item = CallId.parse(body.id()).flatMap(snapshot::item);
    if (item.isEmpty()) {
      // Not usable; core says why when it sees it among the others.
      return isNamed(body);
    }
    return item.get().tool().equals(outlined.tool())
        && item.get().shape().wireName().equals(outlined.shape())
        && item.get().bodyBytes() == outlined.bytes()
        && Fingerprints.ofTexts(item.get().texts()).equals(outlined.text())
        && Fingerprints.ofArguments(item.get().arguments()).equals(outlined.args());
  }

  private boolean isNamed(Request.Body body) {
    return body.call() instanceof JsonObject call
        && call.string("id").filter(body.id()::equals).isPresent()
        && body.result() instanceof JsonObject result
        && result
            .string(format == Format.OPENAI ? "tool_call_id" : "toolCallId")
            .filter(body.id()::equals)
            .isPresent();
  }
}
