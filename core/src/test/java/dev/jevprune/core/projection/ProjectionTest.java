package dev.jevprune.core.projection;

import static dev.jevprune.core.testing.PiTranscript.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.PiTranscript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Why a receipt that was good does not apply any more, reason by reason. */
class ProjectionTest {

  private static final SessionId SESSION = new SessionId("s");
  private static final String BODY = body("a.txt", 400);

  private static PiTranscript reads(String id, String witness, String text) {
    return new PiTranscript().user("Start.").read(id, "a", text).read(witness, "a", text);
  }

  private static Snapshot snapshot(JsonArray messages) {
    return Snapshot.of(Format.PI, SESSION, messages);
  }

  private static JsonArray finished(PiTranscript transcript) {
    return transcript.user("Go on.").tail(16).messages();
  }

  private static Receipt receipt(Snapshot snapshot, String source, String witness) {
    return Receipt.of(
        snapshot,
        snapshot.item(new CallId(source)).orElseThrow(),
        snapshot.item(new CallId(witness)).orElseThrow(),
        Evaluator.OPERATOR);
  }

  private static Outcome outcome(Snapshot snapshot, Receipt receipt) throws ReceiptException {
    return Projection.of(snapshot, List.of(receipt)).outcomes().get(0);
  }

  private static JsonArray failedAt(JsonArray messages, int index) {
    List<Json> changed = new ArrayList<>(messages.elements());
    changed.set(index, ((JsonObject) changed.get(index)).with("isError", Json.of(true)));
    return new JsonArray(changed);
  }

  @Test
  void appliedInactiveAndInvalidAreCounted() throws ReceiptException {
    JsonArray all =
        finished(
            reads("a", "b", BODY)
                .read("c", "x", BODY)
                .read("d", "x", BODY)
                .read("e", "y", BODY)
                .read("f", "y", BODY));
    Snapshot before = snapshot(all);
    List<Receipt> receipts =
        List.of(receipt(before, "a", "b"), receipt(before, "c", "d"), receipt(before, "e", "f"));
    List<Json> changed = new ArrayList<>(failedAt(all, 8).elements());
    changed.set(10, JsonObject.EMPTY);
    Projection projection = Projection.of(snapshot(new JsonArray(changed)), receipts);
    assertThat(projection.applied()).isEqualTo(1);
    assertThat(projection.invalid()).isEqualTo(1);
    assertThat(projection.inactive()).isEqualTo(1);
    assertThat(projection.outcomes().get(1))
        .isEqualTo(new Outcome.Invalid(receipts.get(1), GateReason.FAILED_READ));
    assertThat(projection.outcomes().get(2)).isEqualTo(new Outcome.Inactive(receipts.get(2)));
  }

  @Test
  void aSourceOrWitnessThatFailedIsNamed() throws ReceiptException {
    JsonArray good = finished(reads("a", "b", BODY));
    Receipt receipt = receipt(snapshot(good), "a", "b");
    for (int index : new int[] {2, 4}) {
      assertThat(outcome(snapshot(failedAt(good, index)), receipt))
          .isEqualTo(new Outcome.Invalid(receipt, GateReason.FAILED_READ));
    }
    Snapshot both = snapshot(failedAt(failedAt(good, 2), 4));
    assertThat(outcome(both, receipt(both, "a", "b")))
        .isEqualTo(new Outcome.Invalid(receipt(both, "a", "b"), GateReason.FAILED_READ));
    Snapshot witness = snapshot(failedAt(good, 4));
    assertThat(outcome(witness, receipt(witness, "a", "b")))
        .isEqualTo(new Outcome.Invalid(receipt(witness, "a", "b"), GateReason.FAILED_READ));
  }

  @Test
  void aWitnessThatIsGoneOrDiffersIsNamed() throws ReceiptException {
    JsonArray good = finished(reads("a", "b", BODY));
    Receipt receipt = receipt(snapshot(good), "a", "b");
    List<Json> gone = new ArrayList<>(good.elements());
    gone.set(4, JsonObject.EMPTY);
    assertThat(outcome(snapshot(new JsonArray(gone)), receipt))
        .isEqualTo(new Outcome.Invalid(receipt, GateReason.NO_LATER_COPY));
    Snapshot other = snapshot(finished(reads("a", "b", BODY + "x")));
    assertThat(outcome(other, receipt))
        .isEqualTo(new Outcome.Invalid(receipt, GateReason.LATER_COPY_DIFFERS));
  }

  @Test
  void aWitnessInFrontOfItsSourceIsNone() throws ReceiptException {
    Snapshot snapshot = snapshot(finished(reads("a", "b", BODY)));
    Receipt back = receipt(snapshot, "b", "a");
    assertThat(outcome(snapshot, back))
        .isEqualTo(new Outcome.Invalid(back, GateReason.LATER_COPY_DIFFERS));
  }

  @Test
  void partsOfOneMessageVouchForNothing() throws Exception {
    String part =
        """
        {"type": "tool", "id": "%s", "tool": "read", "state": {"status": "completed", "input": {}, "output": "%s"}}
        """;
    String text = BODY.replace("\n", "\\n");
    String message =
        "[{\"info\":{\"role\":\"assistant\"},\"parts\":[%s,%s]},{\"info\":{\"role\":\"user\"}}%s]"
            .formatted(part.formatted("a", text), part.formatted("b", text), ",{}".repeat(16));
    Snapshot snapshot =
        Snapshot.of(
            Format.OPENCODE, SESSION, (JsonArray) dev.jevprune.core.json.StrictJson.parse(message));
    assertThat(outcome(snapshot, receipt(snapshot, "a", "b"))).isInstanceOf(Outcome.Invalid.class);
  }

  @Test
  void theFirstMessageOfTheTailIsKeptAndTheOneBeforeItIsNot() throws ReceiptException {
    for (int tail = 12; tail <= 13; tail++) {
      // The source stands at 2; with 13 more, message 3 is the first of the last sixteen.
      Snapshot snapshot = snapshot(reads("a", "b", BODY).user("Go on.").tail(tail).messages());
      Receipt receipt = receipt(snapshot, "a", "b");
      Outcome outcome = outcome(snapshot, receipt);
      if (snapshot.messageCount() - 16 > 2) {
        assertThat(outcome).isInstanceOf(Outcome.Applied.class);
      } else {
        assertThat(outcome).isEqualTo(new Outcome.Invalid(receipt, GateReason.PROTECTED_TAIL));
      }
    }
  }

  @Test
  void aMarkerThatIsNotShorterIsNotUsed() throws ReceiptException {
    String witness = "w".repeat(100);
    for (int longer = 0; longer <= 1; longer++) {
      String text = body("x", 66 + witness.length() + longer);
      Snapshot snapshot = snapshot(finished(reads("a", witness, text)));
      Receipt receipt = receipt(snapshot, "a", witness);
      Projection projection = Projection.of(snapshot, List.of(receipt));
      assertThat(projection.bytesRemoved()).isEqualTo(longer);
      if (longer == 0) {
        assertThat(projection.outcomes())
            .containsExactly(new Outcome.Invalid(receipt, GateReason.MARKER_NO_WIN));
      }
    }
  }

  @Test
  void onlyAWholeMarkerIsOurs() {
    String marker = Marker.repeatedRead(new CallId("w"));
    assertThat(Marker.isOurs(marker)).isTrue();
    assertThat(Marker.isOurs(marker + " ")).isFalse();
    assertThat(Marker.isOurs(" " + marker)).isFalse();
    assertThat(Marker.isOurs(marker.replace("w]", "]"))).isFalse();
    assertThat(Marker.isOurs(marker.replace("w]", "no id]"))).isFalse();
    assertThat(Marker.isOurs(marker.substring(0, marker.length() - 1))).isFalse();
  }
}
