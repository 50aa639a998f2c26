package dev.jevprune.core;

import static dev.jevprune.core.testing.PiTranscript.body;
import static dev.jevprune.core.testing.PiTranscript.call;
import static dev.jevprune.core.testing.PiTranscript.image;
import static dev.jevprune.core.testing.PiTranscript.path;
import static dev.jevprune.core.testing.PiTranscript.range;
import static dev.jevprune.core.testing.PiTranscript.result;
import static dev.jevprune.core.testing.PiTranscript.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Marker;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.PiTranscript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Faults that users of such tools reported, each with the smallest input that would show it here.
 */
class FieldReportsTest {

  private static final String BODY = body("a.txt", 400);

  private static PiTranscript started() {
    return new PiTranscript().user("Start.");
  }

  private static PiTranscript twoReads() {
    return started().read("r1", "a.txt", BODY).read("r2", "a.txt", BODY);
  }

  private static JsonArray finished(PiTranscript transcript) {
    return transcript.user("Go on.").tail(16).messages();
  }

  @Test
  @Tag("B01")
  void keepsNumberOrderRolesAndIds() {
    // The protected tail starts between call and result of the first read: the body stays.
    PiTranscript split =
        started().read("r1", "a.txt", BODY).user("Next.").read("r2", "a.txt", BODY);
    Pruned within = Pruned.pi(split.tail(12).messages());
    assertThat(within.snapshot().protectedFrom()).isEqualTo(2);
    assertThat(within.pairs()).isEmpty();
    // One message more and the result is older than the tail: only its body goes.
    Pruned behind = Pruned.pi(split.tail(1).messages());
    assertThat(behind.pairs()).containsExactly("r1→r2");
    assertThat(roles(behind.after())).isEqualTo(roles(behind.before()));
  }

  @Test
  @Tag("B03")
  void everyResultKeepsItsPredecessor() {
    JsonArray before =
        finished(
            started()
                .assistant(call("r1", "read", path("a.txt")), call("x", "bash", JsonObject.EMPTY))
                .add(result("r1", "read", false, JsonArray.of(text(BODY))))
                .add(result("x", "bash", false, JsonArray.of(text("ok"))))
                .read("r2", "a.txt", BODY));
    Pruned pruned = Pruned.pi(before);
    assertThat(pruned.pairs()).containsExactly("r1→r2");
    for (int i = 1; i < before.size(); i++) {
      if (role(before.get(i)).equals("toolResult")) {
        assertThat(identity(pruned.after().get(i - 1))).isEqualTo(identity(before.get(i - 1)));
      }
    }
  }

  @Test
  @Tag("B05")
  void aPendingCallIsNoWitness() {
    Pruned pruned =
        Pruned.pi(finished(started().read("r1", "a.txt", BODY).pendingRead("r2", "a.txt")));
    assertThat(pruned.pairs()).isEmpty();
    assertThat(pruned.reasons("r2")).containsExactly(GateReason.UNPAIRED_CALL);
    assertThat(pruned.after()).isSameAs(pruned.before());
  }

  @Test
  @Tag("B07")
  void unpairedItemsAreNeverCandidatesAndNeverEdited() {
    JsonObject functionCall =
        JsonObject.builder().put("type", "function_call").put("call_id", "fc_9").build();
    Pruned pruned =
        Pruned.pi(
            finished(
                started()
                    .add(functionCall)
                    .add(result("gone", "read", false, JsonArray.of(text(BODY))))
                    .read("r1", "a.txt", BODY)
                    .pendingRead("lost", "a.txt")
                    .read("r2", "a.txt", BODY)));
    assertThat(pruned.pairs()).containsExactly("r1→r2");
    assertThat(pruned.after().get(1)).isSameAs(functionCall);
    assertThat(pruned.after().get(2)).isSameAs(pruned.before().get(2));
    assertThat(pruned.reasons("lost")).containsExactly(GateReason.UNPAIRED_CALL);
  }

  @Test
  @Tag("B08")
  void anInterruptedCallDoesNotStopTheRest() {
    Pruned pruned =
        Pruned.pi(
            finished(
                started()
                    .pendingRead("cut", "a.txt")
                    .user("[Request interrupted by user]")
                    .read("r1", "a.txt", BODY)
                    .read("r2", "a.txt", BODY)));
    assertThat(pruned.pairs()).containsExactly("r1→r2");
    assertThat(pruned.reasons("cut")).containsExactly(GateReason.UNPAIRED_CALL);
  }

  @Test
  @Tag("B09")
  void signedThinkingStaysByteForByte() throws Exception {
    JsonObject thinking =
        JsonObject.builder()
            .put("type", "thinking")
            .put("thinking", "Zuerst é\u2028 lesen.")
            .put("thinkingSignature", "AbC+/=")
            .put("weight", new dev.jevprune.core.json.JsonNumber("1.50e0"))
            .put("big", new dev.jevprune.core.json.JsonNumber("12345678901234567890"))
            .build();
    JsonArray before =
        finished(
            started()
                .assistant(thinking, call("r1", "read", path("a.txt")))
                .add(result("r1", "read", false, JsonArray.of(text(BODY))))
                .read("r2", "a.txt", BODY));
    Pruned pruned = Pruned.pi(before);
    assertThat(pruned.pairs()).containsExactly("r1→r2");
    assertThat(JsonText.write(pruned.after().get(1))).isEqualTo(JsonText.write(before.get(1)));
    assertThat(JsonText.write(pruned.after().get(1)))
        .contains("\"weight\":1.50e0,\"big\":12345678901234567890");
  }

  @Test
  @Tag("B15")
  void theCallBeforeTheMarkerNamesPathAndRange() {
    JsonArray before =
        finished(
            started()
                .call("r1", "read", range("a.txt", 5, 40), BODY)
                .call("r2", "read", range("a.txt", 5, 40), BODY));
    Pruned pruned = Pruned.pi(before);
    assertThat(pruned.after().get(1)).isEqualTo(before.get(1));
    assertThat(pruned.after().get(1).toString()).contains("a.txt", "offset", "limit");
    String marker = pruned.textAfter(2);
    assertThat(marker).contains("retained").contains("r2");
    assertThat(marker.toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("again", "re-read", "reread", "rerun", "run it");
  }

  @Test
  @Tag("B16")
  void theMarkerSaysWhyTheTextIsAbsent() {
    assertThat(Marker.repeatedRead(new CallId("r2")))
        .isEqualTo("[Jev prune: repeated read-result body omitted; retained witness: r2]");
  }

  @Test
  @Tag("B18")
  void oneByteOfDifferenceIsNoRepeat() {
    for (String other :
        List.of(
            BODY + " ", BODY + "\n", BODY + "\r", BODY.replaceFirst(" ", "\t"), "\uFEFF" + BODY)) {
      Pruned pruned =
          Pruned.pi(finished(started().read("r1", "a.txt", BODY).read("r2", "a.txt", other)));
      assertThat(pruned.pairs()).isEmpty();
      assertThat(pruned.reasons("r1")).containsExactly(GateReason.LATER_COPY_DIFFERS);
    }
  }

  @Test
  @Tag("B19")
  void onlyReadToolsAreEligible() {
    for (String tool : List.of("memory_read", "mcp__files__read", "Read", "READ_FILE", "bash")) {
      Pruned pruned =
          Pruned.pi(
              finished(
                  started().call("m1", tool, path("a"), BODY).call("m2", tool, path("a"), BODY)));
      assertThat(pruned.pairs()).as(tool).isEmpty();
      assertThat(pruned.selection().reads()).as(tool).isZero();
    }
  }

  @Test
  @Tag("B22")
  void aReReadAfterAMarkerMakesNoChain() {
    Pruned first = Pruned.pi(finished(twoReads()));
    PiTranscript again = new PiTranscript();
    first.after().forEach(again::add);
    Pruned second = Pruned.pi(finished(again.read("r3", "a.txt", BODY)));
    // The newest copy is full, the older full copy may go, the marker is left alone.
    assertThat(second.pairs()).containsExactly("r2→r3");
    assertThat(second.selection().pruned()).containsExactly(new CallId("r1"));
    assertThat(second.textAfter(2)).isEqualTo(first.textAfter(2));
  }

  @Test
  @Tag("B23")
  void theMarkerPromisesNoTool() {
    assertThat(Marker.repeatedRead(new CallId("r2")))
        .doesNotContainIgnoringCase("tool")
        .doesNotContainIgnoringCase("retrieve")
        .doesNotContainIgnoringCase("expand");
  }

  @Test
  @Tag("B25")
  void projectingAProjectionChangesNothing() throws Exception {
    Pruned pruned = Pruned.pi(finished(twoReads()));
    JsonArray list = pruned.after();
    long counted = pruned.projection().bytesRemoved();
    for (int pass = 0; pass < 3; pass++) {
      Snapshot snapshot = Snapshot.of(Format.PI, Pruned.SESSION, list);
      Projection projection = Projection.of(snapshot, pruned.receipts());
      list = Edits.apply(list, Format.PI, projection.edits());
      counted += projection.bytesRemoved();
    }
    assertThat(JsonText.write(list)).isEqualTo(JsonText.write(pruned.after()));
    assertThat(counted).isEqualTo(BODY.length() - Marker.repeatedRead(new CallId("r2")).length());
  }

  @Test
  @Tag("B26")
  void aTurnWithoutANewDecisionKeepsThePrefix() throws Exception {
    PiTranscript transcript = twoReads().user("Go on.").tail(16);
    Pruned first = Pruned.pi(transcript.messages());
    JsonArray longer = transcript.user("And then?").tail(3).messages();
    Snapshot next = Snapshot.of(Format.PI, Pruned.SESSION, longer);
    Projection projection = Projection.of(next, first.receipts());
    JsonArray after = Edits.apply(longer, Format.PI, projection.edits());
    assertThat(after.size()).isEqualTo(longer.size());
    for (int i = 0; i < first.after().size(); i++) {
      assertThat(JsonText.write(after.get(i))).isEqualTo(JsonText.write(first.after().get(i)));
    }
  }

  @Test
  @Tag("B32")
  void twoSessionsGetTheSameMarkerBytes() throws Exception {
    JsonArray list = finished(twoReads());
    List<String> texts = new ArrayList<>();
    for (String session : List.of("s", "fork-of-s")) {
      Snapshot snapshot = Snapshot.of(Format.PI, new SessionId(session), list);
      List<Receipt> receipts =
          List.of(
              Receipt.of(
                  snapshot,
                  snapshot.item(new CallId("r1")).orElseThrow(),
                  snapshot.item(new CallId("r2")).orElseThrow(),
                  dev.jevprune.core.receipt.Evaluator.OPERATOR));
      Projection projection = Projection.of(snapshot, receipts);
      texts.add(JsonText.write(Edits.apply(list, Format.PI, projection.edits())));
    }
    assertThat(texts.get(1)).isEqualTo(texts.get(0));
  }

  @Test
  @Tag("B75")
  void aCutNeverSplitsAPair() {
    String party = "ab🎉🎉";
    assertThat(Utf8.length(party)).isEqualTo(10);
    for (int bytes = 0; bytes <= 11; bytes++) {
      String cut = Utf8.prefix(party, bytes);
      assertThat(Utf8.isWellFormed(cut)).isTrue();
      assertThat(Utf8.length(cut)).isLessThanOrEqualTo(bytes);
      assertThat(party).startsWith(cut);
    }
    assertThat(Utf8.prefix(party, 5)).isEqualTo("ab");
    assertThat(Utf8.prefix(party, 6)).isEqualTo("ab🎉");
  }

  @Test
  @Tag("B81")
  void sixThousandMessagesWithAThousandRepeatsFitTheDefaultHeap() {
    PiTranscript transcript = started();
    String large = body("large.txt", 90_000);
    for (int i = 0; i < 1_000; i++) {
      transcript.read("r" + i, "large.txt", large).user("Next " + i).tail(3);
    }
    SelectionPolicy policy = SelectionPolicy.STANDARD.withMaxBodyBytes(100_000).withMaxPairs(128);
    Pruned pruned = Pruned.of(Format.PI, transcript.tail(16).messages(), policy);
    assertThat(pruned.before().size()).isGreaterThan(6_000);
    assertThat(pruned.pairs()).hasSize(128).allMatch(pair -> pair.endsWith("→r999"));
    assertThat(pruned.selection().reads()).isEqualTo(1_000);
  }

  @Test
  @Tag("B81")
  void twentyThousandMessagesAreJudgedWithoutCopiesOfTheList() {
    PiTranscript transcript = started();
    for (int i = 0; i < 6_660; i++) {
      transcript.read("r" + i, "f" + (i % 1_500) + ".txt", body("f" + (i % 1_500), 300)).user("N");
    }
    Pruned pruned = Pruned.pi(transcript.messages());
    assertThat(pruned.before().size()).isEqualTo(19_981);
    assertThat(pruned.pairs()).hasSize(8);
    assertThat(pruned.selection().reads()).isEqualTo(6_660);
  }

  @Test
  @Tag("B82")
  void idsThatRestartEachTurnAreNeverCrossPaired() {
    Pruned pruned =
        Pruned.pi(
            finished(
                started()
                    .read("read_file:0", "a.txt", BODY)
                    .user("Two.")
                    .read("read_file:0", "b.txt", body("b.txt", 400))
                    .user("Three.")
                    .read("read_file:0", "a.txt", BODY)));
    assertThat(pruned.pairs()).isEmpty();
    assertThat(pruned.reasons("read_file:0"))
        .containsExactly(GateReason.AMBIGUOUS_ID, GateReason.AMBIGUOUS_ID, GateReason.AMBIGUOUS_ID);
  }

  @Test
  @Tag("B83")
  void twoCallsOfOneBatchWithOneIdStayUntouched() {
    JsonObject read = call("same", "read", path("a.txt"));
    JsonObject output = result("same", "read", false, JsonArray.of(text(BODY)));
    Pruned pruned =
        Pruned.pi(
            finished(
                started().assistant(read, read).add(output).add(output).read("r2", "a.txt", BODY)));
    assertThat(pruned.pairs()).isEmpty();
    assertThat(pruned.after()).isSameAs(pruned.before());
    assertThat(pruned.reasons("same"))
        .containsExactly(GateReason.AMBIGUOUS_ID, GateReason.AMBIGUOUS_ID);
  }

  @Test
  @Tag("B84")
  void imageReadsAreNeverPruned() {
    Pruned pruned =
        Pruned.pi(
            finished(
                started()
                    .readParts("p1", "x.png", text(BODY), image())
                    .readParts("p2", "x.png", text(BODY), image())));
    assertThat(pruned.pairs()).isEmpty();
    assertThat(pruned.reasons("p1")).containsExactly(GateReason.NON_TEXT_BLOCKS);
  }

  @Test
  @Tag("B88")
  void theMarkerIsNeverAsLongAsTheBody() {
    SelectionPolicy anySize = new SelectionPolicy(0, 8_000, 8);
    int marker = Marker.repeatedRead(new CallId("r2")).length();
    for (int bytes = marker - 1; bytes <= marker + 1; bytes++) {
      String small = body("a", bytes);
      JsonArray list = finished(started().read("r1", "a", small).read("r2", "a", small));
      Pruned pruned = Pruned.of(Format.PI, list, anySize);
      assertThat(pruned.pairs()).hasSize(bytes > marker ? 1 : 0);
      if (bytes <= marker) {
        assertThat(pruned.reasons("r1")).containsExactly(GateReason.MARKER_NO_WIN);
      }
    }
  }

  private static List<String> roles(JsonArray messages) {
    List<String> roles = new ArrayList<>();
    messages.forEach(message -> roles.add(role(message)));
    return roles;
  }

  private static String role(Json message) {
    return ((JsonObject) message).string("role").orElse("");
  }

  private static String identity(Json message) {
    JsonObject object = (JsonObject) message;
    return role(message) + object.string("toolCallId").orElse("");
  }
}
