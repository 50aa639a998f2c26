package dev.jevprune.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("W21")
class ConversationJsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"a\":[1.50,{\"b\":null}],\"é\":\"\\ud83d\\ude00\"}", "[]", "-0", "\"\\ud800\""})
  void whatIsStrictIsReadTheSame(String text) throws JsonException {
    assertThat(ConversationJson.parse(text)).isEqualTo(StrictJson.parse(text));
  }

  @Test
  void theLastOfARepeatedMemberStandsAndTheObjectCannotBeHashed() throws JsonException {
    JsonObject object = (JsonObject) ConversationJson.parse("{\"a\":1,\"b\":{},\"\\u0061\":2}");
    assertThat(object.integer("a")).hasValue(2);
    assertThat(object.repeated()).isTrue();
    assertThat(object.with("c", Json.of(3)).repeated()).isTrue();
    assertThat(CanonicalJson.isWritable(object)).isFalse();
    assertThatThrownBy(() -> CanonicalJson.digest(JsonArray.of(object)))
        .isInstanceOfSatisfying(
            JsonException.class,
            e -> assertThat(e.kind()).isEqualTo(JsonException.Kind.REPEATED_MEMBER));
    assertThat(object).isNotEqualTo(StrictJson.parse("{\"a\":2,\"b\":{}}"));
  }

  @Test
  void whatIsNestedTooDeepIsCutWhereItCanNoLongerBeHashed() throws JsonException {
    for (int depth : new int[] {1_001, 1_023, 1_024, 1_025, 300_000}) {
      for (String[] nest : new String[][] {{"[", "]"}, {"{\"a\":", "}"}}) {
        String text = "[" + nest[0].repeat(depth) + "1" + nest[1].repeat(depth) + ",2]";
        JsonArray read = (JsonArray) ConversationJson.parse(text);
        assertThat(read.get(1)).isEqualTo(Json.of(2));
        assertThat(CanonicalJson.isWritable(read.get(0))).isFalse();
      }
    }
    assertThat(
            CanonicalJson.isWritable(ConversationJson.parse("[".repeat(1_000) + "]".repeat(1_000))))
        .isTrue();
  }

  @Test
  void aNumberThatIsTooLongIsKeptAndCannotBeHashed() throws JsonException {
    for (String literal : new String[] {"9".repeat(10_000), "0." + "3".repeat(10_000)}) {
      JsonNumber number = (JsonNumber) ConversationJson.parse(literal);
      assertThat(number.literal()).isEqualTo(literal);
      assertThat(CanonicalJson.isWritable(number)).isFalse();
      assertThatThrownBy(() -> CanonicalJson.write(number)).isInstanceOf(JsonException.class);
    }
    assertThat(CanonicalJson.isWritable(ConversationJson.parse("9".repeat(4_300)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[", "{\"a\":1,}", "NaN", "\ufeff[]", "[1]]", "\"\u0000\"", "{a:1}"})
  void brokenGrammarIsRefusedAllTheSame(String text) {
    assertThatThrownBy(() -> ConversationJson.parse(text)).isInstanceOf(JsonException.class);
  }

  @Test
  void aBrokenByteBecomesHalfAPair() throws JsonException {
    byte[] bytes = {'"', 'a', (byte) 0xe2, (byte) 0x82, 'b', (byte) 0xff, '"'};
    JsonString text = (JsonString) ConversationJson.parse(bytes);
    assertThat(text.value()).startsWith("a").contains("b").hasSize(5);
    assertThat(CanonicalJson.isWritable(text)).isFalse();
  }
}
