package dev.jevprune.core.projection;

import dev.jevprune.core.Digest;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.snapshot.AnsweredCall;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What decisions about stale and superseded reads do to one message list. The list itself is not
 * touched. Where the read stands does not matter: the proof does not rest on it.
 *
 * @param edits what to replace, in the order of the decisions
 * @param outcomes what became of each decision, in order
 * @param bytesRemoved bytes of the bodies less bytes of the markers
 */
public record AgedProjection(List<Edit> edits, List<Outcome> outcomes, long bytesRemoved) {

  /** What became of a decision. */
  public enum Outcome {
    /** Its proof holds: the body is left out. */
    APPLIED,
    /** The read is there, but something no longer holds: the original goes out. */
    INVALID,
    /** The read is not in this list, or not as one plain text. */
    INACTIVE
  }

  /** Copies the lists. */
  public AgedProjection {
    edits = List.copyOf(edits);
    outcomes = List.copyOf(outcomes);
  }

  /** Checks every decision against the list. */
  public static AgedProjection of(Snapshot snapshot, List<AgedRead> decisions) {
    List<Edit> edits = new ArrayList<>();
    List<Outcome> outcomes = new ArrayList<>(decisions.size());
    long bytesRemoved = 0;
    for (AgedRead decision : decisions) {
      Optional<Item> found = snapshot.item(decision.read().id());
      Outcome outcome =
          found.isEmpty()
              ? Outcome.INACTIVE
              : holds(decision, found.get(), snapshot) ? Outcome.APPLIED : Outcome.INVALID;
      outcomes.add(outcome);
      if (outcome == Outcome.APPLIED) {
        edits.add(Edit.of(snapshot.format(), found.orElseThrow(), decision.marker()));
        bytesRemoved += saved(decision, found.orElseThrow());
      }
    }
    return new AgedProjection(edits, outcomes, bytesRemoved);
  }

  /** How many decisions came to that. */
  public int count(Outcome outcome) {
    return (int) outcomes.stream().filter(outcome::equals).count();
  }

  private static boolean holds(AgedRead decision, Item item, Snapshot snapshot) {
    AgedRead.Read read = decision.read();
    return item.eligible()
        && item.isRead()
        && item.tool().equals(read.tool())
        && item.shape().wireName().equals(read.shape())
        && saved(decision, item) > 0
        && snapshot
            .answered(decision.cause().id())
            .filter(later -> isCause(later, decision.cause(), item))
            .isPresent()
        && argumentsOf(item.arguments()).filter(read.args()::equals).isPresent()
        && textOf(item).filter(read.text()::equals).isPresent();
  }

  private static boolean isCause(AnsweredCall later, AgedRead.Cause cause, Item read) {
    return later.succeeded()
        && later.messageIndex() > read.messageIndex()
        && later.callIndex() > read.callIndex() // not of the same batch
        && later.tool().equals(cause.tool())
        && argumentsOf(later.arguments()).filter(cause.args()::equals).isPresent();
  }

  private static int saved(AgedRead decision, Item item) {
    return item.bodyBytes() - Utf8.length(decision.marker());
  }

  private static Optional<Digest> argumentsOf(Json arguments) {
    try {
      return Digest.ofUtf8(JsonText.writeAsScript(arguments));
    } catch (JsonException e) {
      return Optional.empty(); // too deep: no shim spells it either
    }
  }

  private static Optional<Digest> textOf(Item item) {
    List<String> texts = item.texts();
    return texts.size() == 1
        ? Digest.ofUtf8(texts.get(0))
        : argumentsOf(
            new JsonArray(texts.stream().<Json>map(text -> new JsonString(text)).toList()));
  }
}
