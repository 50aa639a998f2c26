package dev.jevprune.core.projection;

import static dev.jevprune.core.projection.AgedProjection.Outcome.APPLIED;
import static dev.jevprune.core.projection.AgedProjection.Outcome.INACTIVE;
import static dev.jevprune.core.projection.AgedProjection.Outcome.INVALID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.Dialects;
import dev.jevprune.core.testing.PiTranscript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a decision about a stale or superseded read holds, and when the original goes out. */
class AgedProjectionTest {
  private static final String BODY = PiTranscript.body("a.txt", 400);
  private static final String MARKER = "[Jev prune: older read left out]";
  private static final JsonObject PATH = PiTranscript.path("a.txt");
  private static final Json DONE = JsonArray.of(PiTranscript.text("done"));

  /** A read, an edit of its file, and a new turn. */
  private static PiTranscript edited() {
    return new PiTranscript()
        .user("Go.")
        .assistant(PiTranscript.call("r", "read", PATH))
        .add(PiTranscript.result("r", "read", false, JsonArray.of(PiTranscript.text(BODY))))
        .assistant(PiTranscript.call("e", "edit", PATH))
        .add(PiTranscript.result("e", "edit", false, DONE))
        .user("Go on.");
  }

  private static final int READ = 2;
  private static final int EDIT_CALL = 3;
  private static final int EDIT = 4;

  private static Digest spelled(String json) {
    return Digest.ofWellFormed(json);
  }

  private static AgedRead decision(String shape) {
    return new AgedRead(
        new AgedRead.Read(
            new CallId("r"),
            "read",
            spelled("{\"path\":\"a.txt\"}"),
            Digest.ofWellFormed(BODY),
            shape),
        new AgedRead.Cause(new CallId("e"), "edit", spelled("{\"path\":\"a.txt\"}")),
        MARKER);
  }

  private static final AgedRead STALE = decision("parts:1");

  private static AgedProjection project(JsonArray messages, AgedRead... decisions) {
    return AgedProjection.of(
        Snapshot.of(Format.PI, new SessionId("s"), messages), List.of(decisions));
  }

  private static AgedProjection.Outcome outcome(JsonArray messages) {
    AgedProjection projection = project(messages, STALE);
    boolean applied = projection.outcomes().equals(List.of(APPLIED));
    assertThat(projection.edits()).hasSize(applied ? 1 : 0);
    assertThat(projection.bytesRemoved()).isEqualTo(applied ? 400 - MARKER.length() : 0);
    return projection.outcomes().get(0);
  }

  private static JsonArray with(int index, Json message) {
    List<Json> changed = new ArrayList<>(edited().messages().elements());
    changed.set(index, message);
    return new JsonArray(changed);
  }

  private static JsonArray without(int... places) {
    List<Json> changed = new ArrayList<>(edited().messages().elements());
    for (int place : places) {
      changed.set(place, JsonObject.EMPTY);
    }
    return new JsonArray(changed);
  }

  private static JsonObject at(int index) {
    return (JsonObject) edited().messages().get(index);
  }

  private static Json calls(JsonObject... calls) {
    return JsonObject.builder()
        .put("role", "assistant")
        .put("content", JsonArray.of(calls))
        .build();
  }

  @Test
  void appliesWhereverTheReadStandsAndReplacesNothingElse() {
    JsonArray list = edited().messages();
    AgedProjection projection = project(list, STALE);
    assertThat(projection.count(APPLIED)).isEqualTo(1);
    JsonArray sent = Edits.apply(list, Format.PI, projection.edits());
    for (int i = 0; i < list.size(); i++) {
      assertThat(sent.get(i).equals(list.get(i))).isEqualTo(i != READ);
    }
    assertThat(((JsonObject) sent.get(READ)).get("content"))
        .contains(JsonArray.of(PiTranscript.text(MARKER)));
    assertThat(project(sent, STALE).outcomes()).as("again").containsExactly(INVALID);
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void appliesInEveryFormat(Format format) {
    JsonArray list = Dialects.of(format, edited().messages());
    // Chat completions hold the arguments as a text; OpenCode's result is a bare text.
    String args =
        format == Format.OPENAI ? "\"{\\\"path\\\":\\\"a.txt\\\"}\"" : "{\"path\":\"a.txt\"}";
    AgedRead read =
        new AgedRead(
            new AgedRead.Read(
                new CallId("r"),
                "read",
                spelled(args),
                Digest.ofWellFormed(BODY),
                format == Format.OPENCODE ? "text" : "parts:1"),
            new AgedRead.Cause(new CallId("e"), "edit", spelled(args)),
            MARKER);
    AgedProjection projection =
        AgedProjection.of(Snapshot.of(format, new SessionId("s"), list), List.of(read));
    assertThat(projection.outcomes()).containsExactly(APPLIED);
    assertThat(projection.bytesRemoved()).isEqualTo(400 - MARKER.length());
    assertThat(Edits.apply(list, format, projection.edits()).toString()).contains(MARKER);
  }

  @Test
  void theOriginalGoesOutWhenTheCauseNoLongerStandsBehindTheRead() {
    assertThat(outcome(without(EDIT_CALL, EDIT))).isEqualTo(INVALID);
    assertThat(outcome(without(EDIT))).isEqualTo(INVALID);
    assertThat(outcome(without(EDIT_CALL))).isEqualTo(INVALID);
    assertThat(outcome(with(EDIT, at(EDIT).with("isError", Json.of(true))))).isEqualTo(INVALID);
    assertThat(outcome(with(EDIT_CALL, calls(PiTranscript.call("e", "write", PATH)))))
        .isEqualTo(INVALID);
    assertThat(
            outcome(
                with(EDIT_CALL, calls(PiTranscript.call("e", "edit", PiTranscript.path("b.txt"))))))
        .isEqualTo(INVALID);
    assertThat(outcome(edited().add(at(EDIT)).messages())).as("answered twice").isEqualTo(INVALID);
    assertThat(
            outcome(
                new PiTranscript()
                    .add(at(EDIT_CALL))
                    .add(at(EDIT))
                    .add(at(1))
                    .add(at(READ))
                    .messages()))
        .as("before the read")
        .isEqualTo(INVALID);
    assertThat(
            outcome(
                new PiTranscript()
                    .add(
                        calls(
                            PiTranscript.call("r", "read", PATH),
                            PiTranscript.call("e", "edit", PATH)))
                    .add(at(READ))
                    .add(at(EDIT))
                    .messages()))
        .as("of the same batch")
        .isEqualTo(INVALID);
    assertThat(
            outcome(
                new PiTranscript()
                    .add(at(1))
                    .add(at(EDIT_CALL))
                    .add(at(EDIT))
                    .add(at(READ))
                    .messages()))
        .as("answered before the read")
        .isEqualTo(INVALID);
  }

  @Test
  void whatTheCauseAnsweredDoesNotMatter() {
    for (Json content :
        List.of(
            JsonArray.EMPTY,
            JsonArray.of(PiTranscript.image()),
            JsonArray.of(PiTranscript.text("half \ud83d of a pair")))) {
      assertThat(outcome(with(EDIT, PiTranscript.result("e", "edit", false, content))))
          .isEqualTo(APPLIED);
    }
  }

  @Test
  void theOriginalGoesOutWhenTheReadIsAnother() {
    assertThat(outcome(with(READ, result(BODY + "x")))).isEqualTo(INVALID);
    assertThat(outcome(with(READ, at(READ).with("isError", Json.of(true))))).isEqualTo(INVALID);
    assertThat(outcome(with(READ, at(READ).with("content", Json.of(BODY)))))
        .as("another shape")
        .isEqualTo(INVALID);
    assertThat(outcome(with(1, calls(PiTranscript.call("r", "read_file", PATH)))))
        .isEqualTo(INVALID);
    assertThat(
            outcome(with(1, calls(PiTranscript.call("r", "read", PATH.with("limit", Json.of(3)))))))
        .isEqualTo(INVALID);
    AgedRead ofAnotherTool =
        new AgedRead(
            new AgedRead.Read(
                new CallId("e"),
                "edit",
                STALE.read().args(),
                Digest.ofWellFormed("done"),
                "parts:1"),
            STALE.cause(),
            "x");
    assertThat(project(edited().messages(), ofAnotherTool).outcomes()).containsExactly(INVALID);
  }

  @Test
  void aReadThatIsNotThereIsInactive() {
    assertThat(outcome(without(1, READ))).isEqualTo(INACTIVE);
    assertThat(outcome(edited().add(at(READ)).messages())).isEqualTo(INACTIVE);
    assertThat(outcome(with(READ, result(BODY + '\ud83d')))).isEqualTo(INACTIVE);
    assertThat(project(edited().messages(), STALE, STALE).count(INACTIVE)).isZero();
  }

  @Test
  void aMarkerThatIsNotShorterIsNotUsed() {
    for (int more : new int[] {-1, 0, 1}) {
      AgedRead padded = new AgedRead(STALE.read(), STALE.cause(), "m".repeat(400 + more));
      assertThat(project(edited().messages(), padded).outcomes())
          .containsExactly(more < 0 ? APPLIED : INVALID);
    }
  }

  @Test
  void severalPartsAreHashedAsTheirList() {
    JsonArray parts = JsonArray.of(PiTranscript.text(BODY), PiTranscript.text("é\"\n"));
    AgedRead read =
        new AgedRead(
            new AgedRead.Read(
                STALE.read().id(),
                "read",
                STALE.read().args(),
                spelled("[\"" + BODY.replace("\n", "\\n") + "\",\"é\\\"\\n\"]"),
                "parts:2"),
            STALE.cause(),
            MARKER);
    AgedProjection projection =
        project(with(READ, PiTranscript.result("r", "read", false, parts)), read);
    assertThat(projection.outcomes()).containsExactly(APPLIED);
    assertThat(projection.bytesRemoved()).isEqualTo(400 + Utf8.length("é\"\n") - MARKER.length());
  }

  private static Json result(String text) {
    return PiTranscript.result("r", "read", false, JsonArray.of(PiTranscript.text(text)));
  }
}
