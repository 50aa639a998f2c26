package dev.jevprune.core.selection;

import static dev.jevprune.core.testing.PiTranscript.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Proof;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.PiTranscript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelectionTest {

  private static final SessionId SESSION = new SessionId("s");
  private static final String BODY = body("a.txt", 400);

  private static PiTranscript started() {
    return new PiTranscript().user("Start.");
  }

  private static Snapshot finished(PiTranscript transcript) {
    return snapshot(transcript.user("Go on.").tail(16));
  }

  private static Snapshot snapshot(PiTranscript transcript) {
    return Snapshot.of(Format.PI, SESSION, transcript.messages());
  }

  private static SelectionResult select(Snapshot snapshot, Receipt... receipts)
      throws ReceiptException {
    return Selection.select(
        snapshot, List.of(receipts), SelectionPolicy.STANDARD, NewEditFloor.NONE);
  }

  private static Optional<GateReason> reason(SelectionResult selection, String id) {
    return selection.kept().stream()
        .filter(kept -> kept.id().equals(id))
        .map(Kept::reason)
        .findFirst();
  }

  private static Receipt receipt(Snapshot snapshot, String source, String witness) {
    return Receipt.of(
        snapshot,
        snapshot.item(new CallId(source)).orElseThrow(),
        snapshot.item(new CallId(witness)).orElseThrow(),
        Evaluator.OPERATOR);
  }

  private static PiTranscript twoReads(String text) {
    return started().read("r1", "a.txt", text).read("r2", "a.txt", text);
  }

  @Test
  void theLastCopyHasNoLaterOne() throws ReceiptException {
    SelectionResult selection = select(finished(twoReads(BODY)));
    assertThat(selection.pairs()).hasSize(1);
    assertThat(reason(selection, "r2")).contains(GateReason.NO_LATER_COPY);
    assertThat(selection.reasons()).containsEntry(GateReason.NO_LATER_COPY, 1);
  }

  @Test
  void sizesHaveBounds() throws ReceiptException {
    assertThat(select(finished(twoReads(body("x", 256)))).pairs()).hasSize(1);
    assertThat(reason(select(finished(twoReads(body("x", 255)))), "r1"))
        .contains(GateReason.BELOW_MIN_BYTES);
    assertThat(select(finished(twoReads(body("x", 8_000)))).pairs()).hasSize(1);
    Snapshot large = finished(twoReads(body("x", 8_001)));
    assertThat(reason(select(large), "r1")).contains(GateReason.ABOVE_MAX_BYTES);
    SelectionPolicy larger = SelectionPolicy.STANDARD.withMaxBodyBytes(9_000);
    assertThat(Selection.select(large, List.of(), larger, NewEditFloor.NONE).pairs()).hasSize(1);
  }

  @Test
  void bytesAreCountedNotCharacters() throws ReceiptException {
    assertThat(select(finished(twoReads("é".repeat(128)))).pairs()).hasSize(1);
    assertThat(reason(select(finished(twoReads("é".repeat(127)))), "r1"))
        .contains(GateReason.BELOW_MIN_BYTES);
  }

  @Test
  void longArgumentsKeepTheBody() throws ReceiptException {
    String path = "x".repeat(8_000);
    Snapshot snapshot = finished(started().read("r1", path, BODY).read("r2", path, BODY));
    assertThat(reason(select(snapshot), "r1")).contains(GateReason.ARGUMENTS_TOO_LONG);
  }

  @Test
  void theCurrentTurnAndTheTailAreKept() throws ReceiptException {
    Snapshot turn = snapshot(twoReads(BODY).tail(20));
    assertThat(reason(select(turn), "r1")).contains(GateReason.CURRENT_TURN);
    Snapshot tail = snapshot(twoReads(BODY).user("Go on.").tail(2));
    assertThat(reason(select(tail), "r1")).contains(GateReason.PROTECTED_TAIL);
  }

  @Test
  void aGoalThatCannotBeJudgedKeepsEverything() throws ReceiptException {
    for (String goal : List.of("", "x".repeat(8_001), "half \ud800")) {
      Snapshot snapshot = snapshot(twoReads(BODY).user(goal).tail(16));
      assertThat(reason(select(snapshot), "r1")).contains(GateReason.GOAL_UNUSABLE);
    }
    Snapshot vetoed = snapshot(twoReads(BODY).user("It is password=x").tail(16));
    assertThat(reason(select(vetoed), "r1")).contains(GateReason.CREDENTIAL_VETO);
  }

  @Test
  void aCredentialInTheArgumentsKeepsTheBody() throws ReceiptException {
    String path = "/x?api_key=1";
    Snapshot snapshot = finished(started().read("r1", path, BODY).read("r2", path, BODY));
    assertThat(reason(select(snapshot), "r1")).contains(GateReason.CREDENTIAL_VETO);
  }

  @Test
  void aBoundModelTakesNothingNewBeforeItsSignedBlock() throws ReceiptException {
    Snapshot snapshot = finished(twoReads(BODY).read("r3", "b", BODY).read("r4", "b", BODY));
    SelectionResult selection =
        Selection.select(snapshot, List.of(), SelectionPolicy.STANDARD, new NewEditFloor(5));
    assertThat(reason(selection, "r1")).contains(GateReason.PREFIX_BOUND_MODEL);
    assertThat(selection.pairs()).hasSize(1);
    assertThat(selection.pairs().get(0).source().id()).isEqualTo(new CallId("r3"));
  }

  @Test
  void aWitnessOnTheWireIsPinned() throws ReceiptException {
    Snapshot snapshot = finished(twoReads(BODY).read("r3", "a.txt", BODY));
    SelectionResult selection = select(snapshot, receipt(snapshot, "r1", "r2"));
    assertThat(selection.pruned()).containsExactly(new CallId("r1"));
    assertThat(reason(selection, "r2")).contains(GateReason.PINNED_WITNESS);
    assertThat(selection.reads()).isEqualTo(3);
  }

  @Test
  void anAssessmentHasAtMostEightPairs() throws ReceiptException {
    PiTranscript transcript = started();
    for (int i = 0; i < 9; i++) {
      transcript.read("a" + i, "f" + i, BODY).read("b" + i, "f" + i, BODY);
    }
    SelectionResult selection = select(finished(transcript));
    assertThat(selection.pairs()).hasSize(8);
    assertThat(reason(selection, "a8")).contains(GateReason.PAIR_LIMIT);
  }

  @Test
  void aSessionHasAtMost128Receipts() throws ReceiptException {
    Snapshot snapshot = finished(twoReads(BODY));
    List<Receipt> receipts = new ArrayList<>();
    Digest digest = Digest.ofWellFormed("gone");
    for (int i = 0; i < 128; i++) {
      Proof source = new Proof(new CallId("gone" + i), digest, digest);
      Proof witness = new Proof(new CallId("kept" + i), digest, digest);
      receipts.add(
          new Receipt(
              Receipt.EXACT_READ_REPEAT, Evaluator.OPERATOR, SESSION, Format.PI, source, witness));
    }
    assertThat(reason(select(snapshot, receipts.toArray(Receipt[]::new)), "r1"))
        .contains(GateReason.RECEIPT_LIMIT);
    receipts.remove(0);
    assertThat(select(snapshot, receipts.toArray(Receipt[]::new)).pairs()).hasSize(1);
  }

  @Test
  void changedAndChangedBackPairsFirstAndLast() throws ReceiptException {
    Snapshot snapshot =
        finished(
            started()
                .read("r1", "a.txt", BODY)
                .read("r2", "a.txt", body("other", 400))
                .read("r3", "a.txt", BODY));
    SelectionResult selection = select(snapshot);
    assertThat(selection.pairs()).hasSize(1);
    assertThat(selection.pairs().get(0).witness().id()).isEqualTo(new CallId("r3"));
    assertThat(reason(selection, "r2")).contains(GateReason.LATER_COPY_DIFFERS);
  }

  @Test
  void anotherRangeIsAnotherRead() throws ReceiptException {
    Snapshot snapshot =
        finished(
            started()
                .call("r1", "read", PiTranscript.range("a.txt", 1, 20), BODY)
                .call("r2", "read", PiTranscript.range("a.txt", 2, 20), BODY)
                .call("r3", "read_file", PiTranscript.range("a.txt", 1, 20), BODY));
    assertThat(select(snapshot).pairs()).isEmpty();
  }

  @Test
  void partsOfOneMessageAreOneBatch() throws Exception {
    String part =
        """
        {"type": "tool", "id": "%s", "tool": "read",
         "state": {"status": "completed", "input": {}, "output": "%s"}}
        """;
    String output = BODY.replace("\n", "\\n");
    List<Json> list = new ArrayList<>();
    list.add(
        StrictJson.parse(
            "{\"info\":{\"role\":\"assistant\"},\"parts\":["
                + part.formatted("p1", output)
                + ","
                + part.formatted("p2", output)
                + "]}"));
    list.add(
        StrictJson.parse(
            "{\"info\":{\"role\":\"user\"},\"parts\":[{\"type\":\"text\",\"text\":\"Go.\"}]}"));
    for (int i = 0; i < 16; i++) {
      list.add(StrictJson.parse("{\"info\":{\"role\":\"assistant\"},\"parts\":[]}"));
    }
    SelectionResult selection = select(Snapshot.of(Format.OPENCODE, SESSION, new JsonArray(list)));
    assertThat(reason(selection, "p1")).contains(GateReason.BATCH);
    assertThat(reason(selection, "p2")).contains(GateReason.NO_LATER_COPY);
  }

  @Test
  void argumentsAndGoalMayHaveExactlyTheirBound() throws ReceiptException {
    String path = "x".repeat(8_000 - "{\"path\":\"\"}".length());
    Snapshot longPath = finished(started().read("r1", path, BODY).read("r2", path, BODY));
    assertThat(select(longPath).pairs()).hasSize(1);
    Snapshot longGoal = snapshot(twoReads(BODY).user("x".repeat(8_000)).tail(16));
    assertThat(select(longGoal).pairs()).hasSize(1);
  }

  @Test
  void theFirstMessageOfTheFloorMayBeTaken() throws ReceiptException {
    Snapshot snapshot = finished(twoReads(BODY));
    int source = snapshot.item(new CallId("r1")).orElseThrow().messageIndex();
    assertThat(
            Selection.select(
                    snapshot, List.of(), SelectionPolicy.STANDARD, new NewEditFloor(source))
                .pairs())
        .hasSize(1);
    assertThat(
            Selection.select(
                    snapshot, List.of(), SelectionPolicy.STANDARD, new NewEditFloor(source + 1))
                .pairs())
        .isEmpty();
  }

  @Test
  void pairsFoundCountTowardsTheReceiptsOfASession() throws ReceiptException {
    PiTranscript transcript = started();
    for (int i = 0; i < 3; i++) {
      transcript.read("a" + i, "f" + i, BODY).read("b" + i, "f" + i, BODY);
    }
    Snapshot snapshot = finished(transcript);
    List<Receipt> receipts = new ArrayList<>();
    Digest digest = Digest.ofWellFormed("gone");
    for (int i = 0; i < 126; i++) {
      Proof source = new Proof(new CallId("gone" + i), digest, digest);
      Proof witness = new Proof(new CallId("kept" + i), digest, digest);
      receipts.add(
          new Receipt(
              Receipt.EXACT_READ_REPEAT, Evaluator.OPERATOR, SESSION, Format.PI, source, witness));
    }
    SelectionResult selection = select(snapshot, receipts.toArray(Receipt[]::new));
    assertThat(selection.pairs()).hasSize(2);
    assertThat(reason(selection, "a2")).contains(GateReason.RECEIPT_LIMIT);
  }

  @Test
  void boundsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> new SelectionPolicy(-1, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SelectionPolicy(2, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SelectionPolicy(0, 0, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new NewEditFloor(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(new SelectionPolicy(1, 1, 0).withMaxPairs(3).withMaxBodyBytes(2))
        .isEqualTo(new SelectionPolicy(1, 2, 3));
    assertThat(new NewEditFloor(0)).isEqualTo(NewEditFloor.NONE);
  }

  @Test
  void aCredentialOrAReportAnywhereInTheArgumentsKeepsTheBody() throws ReceiptException {
    JsonObject nested =
        PiTranscript.path("a")
            .with("list", JsonArray.of(Json.of(1), Json.of("bash: x: Permission denied")));
    Snapshot report =
        finished(started().call("r1", "read", nested, BODY).call("r2", "read", nested, BODY));
    assertThat(reason(select(report), "r1")).contains(GateReason.ERROR_VETO);
    JsonObject lines = PiTranscript.path("a\n-----BEGIN PRIVATE KEY-----");
    Snapshot key =
        finished(started().call("r1", "read", lines, BODY).call("r2", "read", lines, BODY));
    assertThat(reason(select(key), "r1")).contains(GateReason.CREDENTIAL_VETO);
  }

  @Test
  void argumentsInsideATextAreSearchedToo() throws Exception {
    String odd = "{\"path\": \"a\", \"note\": \"x\\nCaused by: y\"}";
    for (String arguments : List.of(odd, "Caused by: y", "{\"path\": \"a\"}", "{")) {
      List<Json> list = new ArrayList<>();
      for (String id : List.of("r1", "r2")) {
        JsonObject function =
            JsonObject.builder().put("name", "read").put("arguments", arguments).build();
        JsonObject call =
            JsonObject.builder()
                .put("type", "function")
                .put("id", id)
                .put("function", function)
                .build();
        list.add(
            JsonObject.builder()
                .put("role", "assistant")
                .put("tool_calls", JsonArray.of(call))
                .build());
        list.add(
            JsonObject.builder()
                .put("role", "tool")
                .put("tool_call_id", id)
                .put("content", BODY)
                .build());
      }
      list.add(JsonObject.builder().put("role", "user").put("content", "Go on.").build());
      list.addAll(java.util.Collections.nCopies(16, JsonObject.EMPTY));
      SelectionResult selection = select(Snapshot.of(Format.OPENAI, SESSION, new JsonArray(list)));
      assertThat(selection.pairs()).hasSize(arguments.contains("Caused") ? 0 : 1);
    }
  }

  @Test
  void aMarkerThatIsNotShorterKeepsTheBody() throws ReceiptException {
    String witness = "w".repeat(300);
    SelectionPolicy small = new SelectionPolicy(1, 8_000, 8);
    int marker = 66 + witness.length();
    for (int bytes : new int[] {marker, marker + 1}) {
      String text = body("x", bytes);
      Snapshot snapshot =
          finished(started().read("r1", "a.txt", text).read(witness, "a.txt", text));
      SelectionResult selection = Selection.select(snapshot, List.of(), small, NewEditFloor.NONE);
      assertThat(selection.pairs()).hasSize(bytes - marker);
      assertThat(reason(selection, "r1").filter(GateReason.MARKER_NO_WIN::equals).isPresent())
          .isEqualTo(bytes == marker);
    }
  }
}
