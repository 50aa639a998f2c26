package dev.jevprune.bus.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.bus.Claim;
import dev.jevprune.bus.Vectors;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.snapshot.Format;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What each claim opens, and that it opens nothing else. */
class ClaimCheckTest {

  private static final String USER = "{\"role\":\"user\",\"content\":\"go\"}";
  private static final String PROSE =
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"I think.\"}],\"n\":1.0}";
  private static final String CALL =
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"toolCall\",\"id\":\"c\",\"name\":\"read\","
          + "\"arguments\":{\"path\":\"a\"}}]}";
  private static final String RESULT =
      "{\"role\":\"toolResult\",\"toolCallId\":\"c\",\"content\":[{\"type\":\"text\","
          + "\"text\":\"body\"}],\"isError\":false}";
  private static final String LATER = "{\"role\":\"user\",\"content\":\"more\"}";

  private static JsonArray list(String... messages) {
    return (JsonArray) Vectors.parse("[" + String.join(",", messages) + "]");
  }

  private static ClaimCheck.Verdict check(
      JsonArray before, JsonArray after, Format format, Claim... claims) {
    Set<Claim> claimed = EnumSet.noneOf(Claim.class);
    claimed.addAll(List.of(claims));
    return ClaimCheck.check(before, after, claimed, format);
  }

  private static void allowed(JsonArray before, JsonArray after, Claim... claims) {
    assertThat(check(before, after, Format.PI, claims)).isInstanceOf(ClaimCheck.Kept.class);
  }

  private static void broken(JsonArray before, JsonArray after, Claim... claims) {
    assertThat(check(before, after, Format.PI, claims)).isInstanceOf(ClaimCheck.Broken.class);
  }

  private static final JsonArray BEFORE = list(USER, PROSE, CALL, RESULT, LATER);

  @Test
  void theSameListIsAlwaysAllowed() {
    allowed(BEFORE, list(USER, PROSE, CALL, RESULT, LATER));
  }

  @Test
  void aNumberThatIsSpelledOtherwiseIsTheSame() {
    allowed(BEFORE, list(USER, PROSE.replace("1.0", "1"), CALL, RESULT, LATER));
    broken(BEFORE, list(USER, PROSE.replace("1.0", "1.5"), CALL, RESULT, LATER));
  }

  @Nested
  class AssistantProse {
    private final JsonArray edited =
        list(USER, PROSE.replace("I think.", "-"), CALL, RESULT, LATER);

    @Test
    void opensTheTextsOfAssistantMessages() {
      allowed(BEFORE, edited, Claim.ASSISTANT_PROSE);
      broken(BEFORE, edited, Claim.TOOL_RESULT_ALL, Claim.MESSAGE_REMOVE);
    }

    @Test
    void opensNeitherUsersNorCalls() {
      broken(
          BEFORE,
          list(USER.replace("go", "stop"), PROSE, CALL, RESULT, LATER),
          Claim.ASSISTANT_PROSE);
      broken(
          BEFORE,
          list(USER, PROSE, CALL.replace("\"a\"", "\"b\""), RESULT, LATER),
          Claim.ASSISTANT_PROSE);
    }

    @Test
    void leavesNoEmptyText() {
      broken(
          BEFORE,
          list(USER, PROSE.replace("I think.", ""), CALL, RESULT, LATER),
          Claim.ASSISTANT_PROSE);
    }
  }

  @Nested
  class ToolResults {
    private final JsonArray edited = list(USER, PROSE, CALL, RESULT.replace("body", "m"), LATER);

    @Test
    void readOpensReads() {
      allowed(BEFORE, edited, Claim.TOOL_RESULT_READ);
      broken(BEFORE, edited, Claim.ASSISTANT_PROSE);
    }

    @Test
    void readDoesNotOpenOtherTools() {
      String bash = CALL.replace("read", "bash");
      JsonArray before = list(USER, bash, RESULT, LATER);
      JsonArray after = list(USER, bash, RESULT.replace("body", "m"), LATER);
      broken(before, after, Claim.TOOL_RESULT_READ);
      allowed(before, after, Claim.TOOL_RESULT_ALL);
    }

    @Test
    void whatIsNoTextInAResultStays() {
      String image = "{\"type\":\"image\",\"data\":\"x\"}";
      JsonArray before = list(USER, CALL, RESULT.replace("\"}]", "\"}," + image + "]"), LATER);
      broken(before, list(USER, CALL, RESULT, LATER), Claim.TOOL_RESULT_READ);
    }

    @Test
    void inOpenCodeTheOutputOfThePartIsOpen() {
      String part =
          "{\"info\":{\"id\":\"m\",\"role\":\"assistant\"},\"parts\":[{\"type\":\"tool\","
              + "\"tool\":\"read\",\"callID\":\"c\",\"state\":{\"status\":\"completed\","
              + "\"output\":\"body\"}}]}";
      JsonArray before = list(part);
      assertThat(
              check(
                  before, list(part.replace("body", "m")), Format.OPENCODE, Claim.TOOL_RESULT_READ))
          .isInstanceOf(ClaimCheck.Kept.class);
      assertThat(
              check(
                  before,
                  list(part.replace("completed", "error")),
                  Format.OPENCODE,
                  Claim.TOOL_RESULT_READ))
          .isInstanceOf(ClaimCheck.Broken.class);
    }

    @Test
    void inChatCompletionsTheContentOfTheToolMessageIsOpen() {
      String call =
          "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"type\":\"function\","
              + "\"id\":\"c\",\"function\":{\"name\":\"read_file\",\"arguments\":\"{}\"}}]}";
      String result = "{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"body\"}";
      assertThat(
              check(
                  list(call, result),
                  list(call, result.replace("body", "m")),
                  Format.OPENAI,
                  Claim.TOOL_RESULT_READ))
          .isInstanceOf(ClaimCheck.Kept.class);
    }
  }

  @Nested
  class Removing {
    @Test
    void needsItsClaim() {
      broken(BEFORE, list(USER, CALL, RESULT, LATER), Claim.ASSISTANT_PROSE);
      ClaimCheck.Verdict verdict =
          check(BEFORE, list(USER, CALL, RESULT, LATER), Format.PI, Claim.MESSAGE_REMOVE);
      assertThat(verdict).isEqualTo(new ClaimCheck.Kept(List.of(0, 2, 3, 4)));
    }

    @Test
    void neverTakesTheUsersLastMessage() {
      broken(BEFORE, list(USER, PROSE, CALL, RESULT), Claim.MESSAGE_REMOVE);
    }

    @Test
    void neverPartsACallFromItsResult() {
      broken(BEFORE, list(USER, PROSE, RESULT, LATER), Claim.MESSAGE_REMOVE);
      broken(BEFORE, list(USER, PROSE, CALL, LATER), Claim.MESSAGE_REMOVE);
      allowed(BEFORE, list(USER, PROSE, LATER), Claim.MESSAGE_REMOVE);
    }

    @Test
    void doesNotOpenTheOrder() {
      broken(BEFORE, list(PROSE, USER, LATER), Claim.MESSAGE_REMOVE);
    }
  }

  @Nested
  class Reordering {
    @Test
    void needsItsClaim() {
      JsonArray swapped = list(PROSE, USER, CALL, RESULT, LATER);
      broken(BEFORE, swapped, Claim.MESSAGE_REMOVE);
      assertThat(check(BEFORE, swapped, Format.PI, Claim.MESSAGE_REORDER))
          .isEqualTo(new ClaimCheck.Kept(List.of(1, 0, 2, 3, 4)));
    }

    @Test
    void neverPutsAResultInFrontOfItsCall() {
      broken(BEFORE, list(USER, PROSE, RESULT, CALL, LATER), Claim.MESSAGE_REORDER);
    }

    @Test
    void doesNotDoubleAMessage() {
      broken(BEFORE, list(USER, USER, CALL, RESULT, LATER), Claim.MESSAGE_REORDER);
    }
  }

  @Test
  void nobodyAddsMessagesOrReturnsWhatIsNone() {
    broken(BEFORE, list(USER, PROSE, CALL, RESULT, LATER, PROSE), Claim.values());
    broken(BEFORE, list(USER, "null", CALL, RESULT, LATER), Claim.values());
  }
}
