package dev.jevprune.core;

import static dev.jevprune.core.testing.PiTranscript.body;
import static dev.jevprune.core.testing.PiTranscript.call;
import static dev.jevprune.core.testing.PiTranscript.image;
import static dev.jevprune.core.testing.PiTranscript.path;
import static dev.jevprune.core.testing.PiTranscript.result;
import static dev.jevprune.core.testing.PiTranscript.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Outcome;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.PiTranscript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Inputs that the older kit gets wrong, and what we do instead. */
class WeaknessesTest {

  private static final String BODY = body("a.txt", 400);
  private static final String OTHER = body("other", 400);

  private static PiTranscript started() {
    return new PiTranscript().user("Start.");
  }

  private static JsonArray finished(PiTranscript transcript) {
    return transcript.user("Go on.").tail(16).messages();
  }

  private static Snapshot snapshot(JsonArray messages) {
    return Snapshot.of(Format.PI, Pruned.SESSION, messages);
  }

  private static Receipt receipt(Snapshot snapshot, String source, String witness) {
    return Receipt.of(
        snapshot,
        snapshot.item(new CallId(source)).orElseThrow(),
        snapshot.item(new CallId(witness)).orElseThrow(),
        Evaluator.OPERATOR);
  }

  private static SelectionResult select(Snapshot snapshot, Receipt... receipts)
      throws ReceiptException {
    return Selection.select(
        snapshot, List.of(receipts), SelectionPolicy.STANDARD, NewEditFloor.NONE);
  }

  @Test
  @Tag("W8")
  void aBodyThatAReceiptLeavesOutIsNoWitness() throws ReceiptException {
    PiTranscript all =
        started().read("a", "a.txt", BODY).read("s", "a.txt", BODY).read("w", "a.txt", BODY);
    Receipt old = receipt(snapshot(finished(all)), "s", "w");
    // The old witness is gone, so that its source is the last copy; a pair with it would be
    // refused.
    Snapshot now = snapshot(finished(started().read("a", "a.txt", BODY).read("s", "a.txt", BODY)));
    SelectionResult selection = select(now, old);
    assertThat(selection.pairs()).isEmpty();
    assertThat(selection.reads()).isEqualTo(2);
  }

  @Test
  @Tag("W20")
  void receiptsThatCannotBeUsedAreAnExceptionWithAKind() {
    Snapshot snapshot = snapshot(finished(started().read("a", "a", BODY).read("b", "a", BODY)));
    Receipt good = receipt(snapshot, "a", "b");
    assertThatThrownBy(() -> Projection.of(snapshot, List.of(good, good)))
        .isInstanceOfSatisfying(
            ReceiptException.class,
            e -> assertThat(e.kind()).isEqualTo(ReceiptException.Kind.DEPENDENCY));
  }

  @Test
  @Tag("W21")
  void anOddMessageCostsOnlyItself() throws Exception {
    Json deep = Json.of(1);
    for (int i = 0; i < 500; i++) {
      deep = JsonArray.of(deep);
    }
    JsonObject endless = path("a.txt").with("n", new JsonNumber("1e400"));
    JsonObject half = path("a.txt").with("n", Json.of("\ud800"));
    JsonObject nested = path("a.txt").with("n", deep);
    Pruned pruned =
        Pruned.pi(
            finished(
                started()
                    .add(JsonNull.NULL)
                    .add(Json.of("text"))
                    .add(JsonObject.builder().put("role", JsonNull.NULL).build())
                    .call("endless1", "read", endless, BODY)
                    .call("endless2", "read", endless, BODY)
                    .call("half1", "read", half, BODY)
                    .call("half2", "read", half, BODY)
                    .call("deep1", "read", nested, OTHER)
                    .call("deep2", "read", nested, OTHER)
                    .read("torn", "a.txt", BODY + "\ude00")
                    .read("r1", "a.txt", BODY)
                    .read("r2", "a.txt", BODY)));
    assertThat(pruned.pairs()).containsExactly("deep1→deep2", "r1→r2");
    for (String id : List.of("endless1", "endless2", "half1", "half2", "torn")) {
      assertThat(pruned.reasons(id)).as(id).containsExactly(GateReason.ILL_FORMED);
    }
  }

  @Test
  @Tag("W21")
  void aMessageWithoutInfoCostsOnlyItself() throws Exception {
    JsonArray messages =
        (JsonArray)
            StrictJson.parse(
                """
                [{"info": null, "parts": null}, {"info": "x"}, {"parts": [{"type": "tool"}]},
                 {"info": {"role": "assistant"}, "parts": [null, {"type": "tool", "id": "p", "tool": "read", "state": null}]}]
                """);
    Snapshot snapshot = Snapshot.of(Format.OPENCODE, Pruned.SESSION, messages);
    assertThat(snapshot.items()).isEmpty();
    assertThat(snapshot.dropped()).hasSize(1);
  }

  @Test
  @Tag("W22")
  void theLatestEqualCopyIsTheWitness() {
    Pruned changed =
        Pruned.pi(
            finished(
                started()
                    .read("a1", "a.txt", BODY)
                    .read("a2", "a.txt", BODY)
                    .read("b", "a.txt", OTHER)));
    assertThat(changed.pairs()).containsExactly("a1→a2");
    Pruned failed =
        Pruned.pi(
            finished(
                started()
                    .read("a1", "a.txt", BODY)
                    .read("a2", "a.txt", BODY)
                    .failedRead("f", "a.txt", "no such file")));
    assertThat(failed.pairs()).containsExactly("a1→a2");
    assertThat(failed.reasons("f")).containsExactly(GateReason.FAILED_READ);
  }

  @Test
  @Tag("W23")
  void idsWithABarAreAcceptedWherePiMakesThem() {
    String longId = "x".repeat(300);
    Pruned pruned =
        Pruned.pi(
            finished(started().read("call_1|fc_1", "a.txt", BODY).read(longId, "a.txt", BODY)));
    assertThat(pruned.pairs()).containsExactly("call_1|fc_1→" + longId);
    assertThat(Format.OPENCODE.callId("call_1|fc_1")).isEmpty();
    assertThat(Format.PI.callId("x".repeat(513))).isEmpty();
  }

  @Test
  @Tag("W23")
  void otherIdsAreNamedAsTheReason() {
    Pruned pruned =
        Pruned.pi(finished(started().read("no id", "a.txt", BODY).read("r2", "a.txt", BODY)));
    assertThat(pruned.reasons("no id")).containsExactly(GateReason.BAD_ID);
  }

  @Test
  @Tag("W24")
  void theTextBesideAnImageIsTheGoal() {
    PiTranscript transcript = started().read("r1", "a.txt", BODY).read("r2", "a.txt", BODY);
    transcript.add(
        JsonObject.builder()
            .put("role", "user")
            .put("content", JsonArray.of(text("What is this?"), image(), text("And that?")))
            .build());
    Pruned pruned = Pruned.pi(transcript.tail(16).messages());
    assertThat(pruned.snapshot().goal()).isEqualTo("What is this?\nAnd that?");
    assertThat(pruned.pairs()).containsExactly("r1→r2");
  }

  @Test
  @Tag("W25")
  void aFirstLookShowsTheCandidates() throws ReceiptException {
    Snapshot snapshot = snapshot(finished(started().read("a", "a", BODY).read("b", "a", BODY)));
    SelectionResult selection = select(snapshot);
    assertThat(selection.pairs()).hasSize(1);
    assertThat(selection.pairs().get(0).source().id()).isEqualTo(new CallId("a"));
    assertThat(selection.pruned()).isEmpty();
  }

  @Test
  @Tag("W26")
  void anotherSessionsReceiptsAreRefused() {
    JsonArray list = finished(started().read("a", "a", BODY).read("b", "a", BODY));
    Receipt foreign = receipt(Snapshot.of(Format.PI, new SessionId("other"), list), "a", "b");
    assertThatThrownBy(() -> select(snapshot(list), foreign))
        .isInstanceOfSatisfying(
            ReceiptException.class,
            e -> assertThat(e.kind()).isEqualTo(ReceiptException.Kind.FOREIGN));
  }

  @Test
  @Tag("W27")
  void aRewindBringsTheOriginalBack() throws ReceiptException {
    PiTranscript transcript = started().read("a", "a", BODY).read("b", "a", BODY).user("Go.");
    JsonArray early = transcript.messages();
    Receipt receipt = receipt(snapshot(early), "a", "b");
    Projection rewound = Projection.of(snapshot(early), List.of(receipt));
    assertThat(rewound.edits()).isEmpty();
    assertThat(rewound.outcomes())
        .containsExactly(new Outcome.Invalid(receipt, GateReason.PROTECTED_TAIL));
    JsonArray later = transcript.tail(16).messages();
    assertThat(Projection.of(snapshot(later), List.of(receipt)).applied()).isEqualTo(1);
  }

  @Test
  @Tag("W27")
  void theCurrentTurnIsNamedAsTheReason() throws ReceiptException {
    JsonArray list = started().read("a", "a", BODY).read("b", "a", BODY).tail(16).messages();
    Receipt receipt = receipt(snapshot(list), "a", "b");
    assertThat(Projection.of(snapshot(list), List.of(receipt)).outcomes())
        .containsExactly(new Outcome.Invalid(receipt, GateReason.CURRENT_TURN));
  }

  @Test
  @Tag("W28")
  void untouchedBytesStay() throws Exception {
    String odd = "{\"role\":\"custom\",\"b\":1.50,\"a\":1E2,\"z\":-0,\"text\":\"\\ud800\"}";
    JsonArray list =
        finished(started().add(StrictJson.parse(odd)).read("a", "a", BODY).read("b", "a", BODY));
    Pruned pruned = Pruned.pi(list);
    assertThat(pruned.pairs()).hasSize(1);
    assertThat(JsonText.write(pruned.after().get(1))).isEqualTo(odd);
  }

  @Test
  @Tag("W28")
  void aSinglePartKeepsItsOtherMembers() {
    JsonObject part = text(BODY).with("cache", Json.of("x"));
    Pruned pruned =
        Pruned.pi(finished(started().readParts("a", "a", part).readParts("b", "a", part)));
    JsonObject edited = (JsonObject) pruned.after().get(2);
    assertThat(edited.array("content").orElseThrow())
        .isEqualTo(JsonArray.of(part.with("text", Json.of(pruned.textAfter(2)))));
  }

  @Test
  @Tag("W29")
  void partsMatchPartForPart() {
    String half = body("half", 300);
    Pruned mixed =
        Pruned.pi(
            finished(
                started()
                    .readParts("two", "a", text(half), text(half))
                    .readParts("one", "a", text(half + "\n" + half))));
    assertThat(mixed.pairs()).isEmpty();
    Pruned alike =
        Pruned.pi(
            finished(
                started()
                    .readParts("a", "a", text(half), text(half))
                    .readParts("b", "a", text(half), text(half))));
    assertThat(alike.pairs()).containsExactly("a→b");
    int marker = alike.textAfter(2).length();
    assertThat(alike.projection().bytesRemoved()).isEqualTo(600 - marker);
    assertThat(((JsonObject) alike.after().get(2)).array("content").orElseThrow().size())
        .isEqualTo(1);
  }

  @Test
  @Tag("W30")
  void goalTextAndArgumentsAreSearchedOneByOne() {
    String starts = "key=1 " + BODY;
    PiTranscript transcript = started().read("a", "a", starts).read("b", "a", starts);
    Pruned pruned = Pruned.pi(transcript.user("use the api").tail(16).messages());
    assertThat(pruned.pairs()).containsExactly("a→b");
  }

  @Test
  @Tag("W32")
  void whatOpenCodeClearedIsNeitherSourceNorWitness() throws Exception {
    String part =
        """
        {"info": {"role": "assistant"}, "parts": [{"type": "tool", "id": "%s", "tool": "read",
         "state": {"status": "completed", "input": {"path": "a"}, "output": "%s"%s}}]}
        """;
    String output = BODY.replace("\n", "\\n");
    for (String mark :
        List.of(
            ", \"time\": {\"compacted\": 7}", ", \"metadata\": {\"loaded\": [\"/AGENTS.md\"]}")) {
      for (int marked = 0; marked < 2; marked++) {
        List<Json> list = new ArrayList<>();
        list.add(StrictJson.parse(part.formatted("p1", output, marked == 0 ? mark : "")));
        list.add(StrictJson.parse(part.formatted("p2", output, marked == 1 ? mark : "")));
        list.add(
            StrictJson.parse(
                "{\"info\":{\"role\":\"user\"},\"parts\":[{\"type\":\"text\",\"text\":\"Go.\"}]}"));
        for (int i = 0; i < 16; i++) {
          list.add(StrictJson.parse("{\"info\":{\"role\":\"assistant\"},\"parts\":[]}"));
        }
        Pruned pruned = Pruned.of(Format.OPENCODE, new JsonArray(list), SelectionPolicy.STANDARD);
        assertThat(pruned.pairs()).isEmpty();
        assertThat(pruned.reasons("p" + (marked + 1))).containsExactly(GateReason.HOST_SUFFIX);
      }
    }
  }

  @Test
  @Tag("W42")
  void anItemIsHashedOnce() {
    Item item =
        snapshot(finished(started().read("a", "a", BODY))).item(new CallId("a")).orElseThrow();
    assertThat(item.proof()).isSameAs(item.proof());
    assertThat(item.requestKey()).isSameAs(item.proof().request());
  }

  @Test
  @Tag("W42")
  void withoutEditsTheListIsTheSameObject() {
    JsonArray list = finished(started());
    assertThat(Edits.apply(list, Format.PI, List.of())).isSameAs(list);
  }

  @Test
  @Tag("W44")
  void onlyUtf8IsRead() throws JsonException {
    assertThat(StrictJson.parse("{\"é\":1}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(JsonObject.builder().put("é", 1).build());
    for (var charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE)) {
      assertThatThrownBy(() -> StrictJson.parse("{\"a\":1}".getBytes(charset)))
          .isInstanceOf(JsonException.class);
    }
  }

  @Test
  void aNoticeOfTheHostIsNeitherSourceNorWitness() {
    String notice = BODY + "\n\n[Showing lines 1-2000 of 3001. Use offset=2001 to continue.]";
    JsonObject details =
        JsonObject.builder()
            .put("truncation", JsonObject.builder().put("truncated", true).build())
            .build();
    JsonObject cut = result("d", "read", false, JsonArray.of(text(OTHER))).with("details", details);
    Pruned pruned =
        Pruned.pi(
            finished(
                started()
                    .read("a", "a", notice)
                    .read("b", "a", notice)
                    .read("c", "d", OTHER)
                    .assistant(call("d", "read", path("d")))
                    .add(cut)));
    assertThat(pruned.pairs()).isEmpty();
    assertThat(pruned.reasons("a")).containsExactly(GateReason.HOST_SUFFIX);
    assertThat(pruned.reasons("d")).containsExactly(GateReason.HOST_SUFFIX);
    assertThat(pruned.reasons("c")).containsExactly(GateReason.LATER_COPY_DIFFERS);
  }
}
