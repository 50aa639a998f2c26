package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.Tokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows one session event by event and keeps what a report needs: small records with digests, for
 * the part since the last compaction; sums for everything before.
 */
final class SessionMeter {

  private record Open(ToolCall call, int batch) {}

  private record Place(int items, int messages) {}

  private final RecordFormat.Asks asks;
  private final Pricing pricing;
  private final SegmentReporter reporter;
  private final SessionReport report = new SessionReport();
  private final Map<String, Open> open = new HashMap<>();
  private final Set<String> answers = new HashSet<>();
  private final Map<String, Place> entries = new HashMap<>();
  private final List<Capture.Print> prints = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();
  private final List<Integer> userMessages = new ArrayList<>();

  private Segment segment = new Segment();
  private String entry = "";
  private String provider = "";
  private String model = "";
  private Optional<ModelPrice> price = Optional.empty();
  private String priced = "";
  private int messages;
  private int batch;
  private boolean inputLast = true;
  private boolean archived;
  private Optional<Tokens> totals = Optional.empty();

  SessionMeter(RecordFormat.Asks asks, Pricing pricing, Markers markers) {
    this.asks = asks;
    this.pricing = pricing;
    this.reporter = new SegmentReporter(report, markers);
  }

  void accept(Event event) {
    if (event instanceof Event.Said said) {
      infer();
      text(said.text());
      inputLast = false;
    } else if (event instanceof Event.Call call) {
      infer();
      open.put(call.id(), new Open(call.call(), batch));
      text(call.call().arguments());
      inputLast = false;
    } else if (event instanceof Event.Result result) {
      result(result);
    } else if (event instanceof Event.Answer answer) {
      answer(answer);
    } else if (event instanceof Event.User user) {
      input(user.text());
      userMessages.add(messages - 1);
    } else if (event instanceof Event.Note note) {
      input(note.text());
    } else if (event instanceof Event.Entry tree) {
      entry(tree);
    } else if (event instanceof Event.Request request) {
      request(request.capture());
    } else {
      state(event);
    }
  }

  private void state(Event event) {
    if (event instanceof Event.Model named) {
      provider = named.provider();
      model = named.id();
    } else if (event instanceof Event.Usage usage) {
      bill(usage);
    } else if (event instanceof Event.Totals all) {
      totals = Optional.of(all.usage());
    } else if (event instanceof Event.Compaction) {
      close();
    } else if (event instanceof Event.Archived) {
      archived = true;
    } else if (event instanceof Event.Current && archived) {
      archived = false;
      close();
    }
  }

  /** Whether anything was seen. */
  boolean isEmpty() {
    return segment.isEmpty() && report.counts.segments == 0;
  }

  SessionReport finish() {
    reporter.report(segment, 0);
    report.counts.segments++;
    totals.ifPresent(bill -> reporter.totals(bill, pricing.of(provider, model)));
    return report;
  }

  private void close() {
    reporter.report(segment, 0);
    report.counts.segments++;
    segment = new Segment();
    entries.clear(); // what stood before cannot be returned to
    prints.clear();
    places.clear();
    userMessages.clear();
    messages = 0;
    inputLast = true;
  }

  private void text(Body body) {
    segment.add(Item.text(segment.items.size(), Math.max(0, messages - 1), body));
  }

  private void input(Body body) {
    messages++;
    text(body);
    inputLast = true;
  }

  private void result(Event.Result result) {
    Open called = open.remove(result.callId());
    if (called == null) {
      input(result.text()); // a result without its call is in the context all the same
      return;
    }
    messages++;
    inputLast = true;
    segment.add(
        Item.result(
            segment.items.size(),
            messages - 1,
            called.batch(),
            result.text(),
            called.call(),
            result.failed(),
            result.images()));
  }

  private void answer(Event.Answer answer) {
    if (!answer.id().isEmpty() && !answers.add(answer.id())) {
      // A later record of an answer knows better how long it became.
      Ask last = last();
      if (last != null && last.billed != null && answer.usage().isPresent()) {
        last.billed =
            answer.usage().get().output() > last.billed.output()
                ? answer.usage().get()
                : last.billed;
      }
      return;
    }
    if (!answer.model().isEmpty()) {
      provider = answer.provider();
      model = answer.model();
    }
    report.counts.modelTurns += answer.recorded() ? 1 : 0;
    ask(answer.millis(), answer.usage().orElse(null));
  }

  private @Nullable Ask last() {
    return segment.asks.isEmpty() ? null : segment.asks.get(segment.asks.size() - 1);
  }

  private void infer() {
    if (inputLast && asks == RecordFormat.Asks.INFERRED) {
      ask(0, null);
    }
  }

  private void ask(long millis, @Nullable Tokens billed) {
    batch++;
    int lastUser = userMessages.isEmpty() ? -1 : userMessages.get(userMessages.size() - 1);
    segment.asks.add(
        new Ask(segment.items.size(), messages, lastUser, millis, model, price(), billed));
    if (!model.isEmpty()) {
      report.models.add(model);
    }
    messages++; // the answer's own
    inputLast = false;
  }

  /** Looked up once for as long as the model stays. */
  private Optional<ModelPrice> price() {
    String wanted = provider + "/" + model;
    if (!wanted.equals(priced)) {
      price = pricing.of(provider, model);
      priced = wanted;
    }
    return price;
  }

  private void bill(Event.Usage usage) {
    Ask last = last();
    if (last != null && last.billed == null) {
      last.billed = usage.usage();
      last.millis = usage.millis();
    }
  }

  private void entry(Event.Entry next) {
    if (!entry.isEmpty()) {
      entries.put(entry, new Place(segment.items.size(), messages));
    }
    Place parent = entries.get(next.parent());
    if (!next.parent().equals(entry) && parent != null && parent.items() < segment.items.size()) {
      goBack(parent);
    }
    entry = next.id();
  }

  private void goBack(Place place) {
    reporter.report(segment, place.items());
    segment.cut(place.items());
    messages = place.messages();
    userMessages.removeIf(message -> message >= place.messages());
    entries.values().removeIf(other -> other.items() > place.items());
    inputLast = true;
  }

  /** How far this session's last request and another agree. */
  int agreement(Capture capture) {
    int at = 0;
    while (at < prints.size()
        && at < capture.messages().size()
        && prints.get(at).equals(capture.messages().get(at).print())) {
      at++;
    }
    return at;
  }

  private void request(Capture capture) {
    int agreed = agreement(capture);
    if (agreed < prints.size()) {
      goBack(places.get(agreed));
      prints.subList(agreed, prints.size()).clear();
      places.subList(agreed, places.size()).clear();
    }
    for (Capture.Message message : capture.messages().subList(agreed, capture.messages().size())) {
      prints.add(message.print());
      places.add(new Place(segment.items.size(), messages));
      if (inputLast && message.events().stream().anyMatch(e -> e instanceof Event.Call)) {
        batch++;
        messages++;
      }
      message.events().forEach(this::accept);
    }
    if (!capture.model().isEmpty()) {
      model = capture.model();
    }
    report.counts.modelTurns++;
    ask(capture.millis(), null);
    messages--; // the answer is in the next request's list
  }
}
