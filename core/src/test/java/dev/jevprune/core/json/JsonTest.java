package dev.jevprune.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @Test
  void aRepeatedMemberIsRefusedAndItsPlaceNamed() {
    assertThatThrownBy(() -> StrictJson.parse("{\"a\":1,\n\"\\u0061\":2}"))
        .isInstanceOfSatisfying(
            JsonException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(JsonException.Kind.REPEATED_MEMBER);
              assertThat(e.place()).startsWith("2:");
            });
  }

  @Test
  void anErrorNeverShowsTheText() {
    assertThatThrownBy(() -> StrictJson.parse("{\"password\": hunter2}"))
        .isInstanceOf(JsonException.class)
        .message()
        .doesNotContain("hunter2", "password");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "1 2", "[1,]", "{\"a\" 1}", "nul", "[", "\"", "\"\\", "{\"a\"", "\u0000"})
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> StrictJson.parse(text)).isInstanceOf(JsonException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"\\ud800\":1}",
        "{\"\\uDFFFx\":1}",
        "{\"a\\ude00\\ud83d\":\"\\ud83d\"}",
        "{\"\\ud83d\ude00\":\"\\uDc00\"}"
      })
  void halfOfAPairIsReadInNamesToo(String text) throws JsonException {
    String raw = text;
    for (String unit : new String[] {"ud800", "uDFFF", "ude00", "ud83d", "uDc00"}) {
      raw = raw.replace("\\" + unit, "" + (char) Integer.parseInt(unit.substring(1), 16));
    }
    assertThat(StrictJson.parse(text)).isEqualTo(StrictJson.parse(raw));
    assertThat(StrictJson.parse(JsonText.write(StrictJson.parse(text))))
        .isEqualTo(StrictJson.parse(text));
  }

  @Test
  void anEscapedBackslashBeginsNoEscape() throws JsonException {
    assertThat(StrictJson.parse("\"\\\\ud800\\\\\\ud800\"")).isEqualTo(Json.of("\\ud800\\\ud800"));
    for (String cut : new String[] {"\"\\ud80\"", "\"\\ud8", "\\ud800", "\"\\ud8\uff10\uff10\""}) {
      assertThatThrownBy(() -> StrictJson.parse(cut)).isInstanceOf(JsonException.class);
    }
  }

  @Test
  void nestingHasABoundBothWays() throws JsonException {
    String deep = "[".repeat(1000) + "]".repeat(1000);
    assertThat(CanonicalJson.write(StrictJson.parse(deep))).isEqualTo(deep);
    for (String tooDeep :
        new String[] {"[".repeat(1001), "[".repeat(200_000), "{\"a\":".repeat(200_000)}) {
      assertThatThrownBy(() -> StrictJson.parse(tooDeep))
          .isInstanceOfSatisfying(
              JsonException.class, e -> assertThat(e.kind()).isEqualTo(JsonException.Kind.LIMIT));
    }
    Json made = JsonNull.NULL;
    for (int i = 0; i < 100_000; i++) {
      made = JsonArray.of(made);
    }
    Json madeTooDeep = made;
    assertThat(CanonicalJson.isWritable(madeTooDeep)).isFalse();
    assertThatThrownBy(() -> CanonicalJson.write(madeTooDeep)).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> JsonText.write(madeTooDeep)).isInstanceOf(JsonException.class);
  }

  @Test
  void wideInputIsRead() throws JsonException {
    String wide = "[" + "0,".repeat(200_000) + "0]";
    assertThat(((JsonArray) StrictJson.parse(wide)).size()).isEqualTo(200_001);
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "-0, 0",
    "-0.0, 0",
    "1e21, 1e+21",
    "123456789012345678901, 123456789012345680000",
    "1e20, 100000000000000000000",
    "0.000001, 0.000001",
    "1e-7, 1e-7",
    "12345678901234567890, 12345678901234567000",
    "5e-324, 5e-324",
    "1.5e300, 1.5e+300",
    "-2.50, -2.5",
    "0.1, 0.1",
    "1e400, null"
  })
  void numbersAreSpelledAsAScriptSpellsThem(String literal, String spelled) throws JsonException {
    assertThat(JsonText.writeAsScript(StrictJson.parse(literal))).isEqualTo(spelled);
  }

  @Test
  void aScriptSortsMembersByUnitAndEscapesHalves() throws JsonException {
    Json value =
        StrictJson.parse("{\"\uffff\":1,\"\ud83d\ude00\":{\"b\":2,\"a\":\"\\ud800\\u007f\"}}");
    assertThat(JsonText.writeAsScript(value))
        .isEqualTo("{\"\ud83d\ude00\":{\"a\":\"\\ud800\u007f\",\"b\":2},\"\uffff\":1}");
    assertThat(CanonicalJson.write(StrictJson.parse("{\"\ud83d\ude00\":1,\"\uffff\":2}")))
        .isEqualTo("{\"\uffff\":2,\"\ud83d\ude00\":1}");
  }

  @Test
  void plainTextIsReadBackToTheSameValue() throws JsonException {
    String text = "{\"z\":[1.50,-0,1E2,\"\\ud800\"],\"a\":{\"é\":null,\"t\":true}}";
    assertThat(JsonText.write(StrictJson.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"01", "1.", ".5", "1e", "+1", "-", "", "0x1", "1e+", "NaN", "1 "})
  void aNumberIsSpelledAsJsonSpellsIt(String literal) {
    assertThatThrownBy(() -> new JsonNumber(literal)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void wholeNumbersFitOrAreRefused() {
    JsonObject object =
        JsonObject.builder()
            .put("int", new JsonNumber("-2147483648"))
            .put("long", new JsonNumber("2147483648"))
            .put("huge", new JsonNumber("9".repeat(4000)))
            .put("decimal", new JsonNumber("1.0"))
            .build();
    assertThat(object.integer("int")).hasValue(Integer.MIN_VALUE);
    assertThat(object.integer("long")).isEmpty();
    assertThat(((JsonNumber) object.get("long").orElseThrow()).longValue()).hasValue(2147483648L);
    assertThat(((JsonNumber) object.get("huge").orElseThrow()).longValue()).isEmpty();
    assertThat(object.integer("decimal")).isEmpty();
  }

  @Test
  void membersKeepTheirOrderAndPlace() {
    JsonObject object = JsonObject.builder().put("b", 1).put("a", 2).build().with("b", Json.of(3));
    assertThat(object.members().keySet()).containsExactly("b", "a");
    assertThat(object.integer("b")).hasValue(3);
  }
}
