package dev.jevprune.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class JsonPropertyTest {

  @Property(tries = 1000)
  void anyTextIsReadOrRefused(
      @ForAll
          @Chars({
            '{', '}', '[', ']', '"', ',', ':', '\\', 'u', 'd', '8', '0', '1', '-', '.', 'e', 'n',
            't', ' ', '\n', '\0', '\ud800', '\udc00'
          })
          @StringLength(max = 40)
          String text) {
    readOrRefuse(text);
  }

  @Property(tries = 500)
  void anyBytesAreReadOrRefused(@ForAll @Size(max = 40) byte[] bytes) {
    try {
      assertThat(StrictJson.parse(bytes)).isNotNull();
    } catch (JsonException e) {
      assertThat(e.kind()).isNotNull();
    }
  }

  @Property(tries = 500)
  void damagedJsonIsReadOrRefused(@ForAll int place, @ForAll char unit) {
    StringBuilder text =
        new StringBuilder("{\"a\":[1.5e3,-0,\"\\ud83d\\ude00\",{\"b\":null}],\"é\":true}");
    text.setCharAt(Math.floorMod(place, text.length()), unit);
    readOrRefuse(text.toString());
  }

  @Property(tries = 1000)
  void aDoubleIsReadBack(@ForAll double value) throws JsonException {
    String canonical = CanonicalJson.write(JsonNumber.of(value));
    assertThat(Double.parseDouble(canonical)).isEqualTo(value);
    assertThat(new BigDecimal(canonical).unscaledValue().abs().toString().length())
        .isLessThanOrEqualTo(18);
    assertThat(CanonicalJson.write(StrictJson.parse(canonical))).isEqualTo(canonical);
    String script = JsonText.writeAsScript(new JsonNumber(canonical));
    assertThat(Double.parseDouble(script)).isEqualTo(value == 0 ? 0.0 : value);
  }

  @Property(tries = 500)
  void textIsReadBack(@ForAll String text) throws JsonException {
    Json value = JsonObject.builder().put(text, JsonArray.of(Json.of(text))).build();
    assertThat(StrictJson.parse(JsonText.write(value))).isEqualTo(value);
    if (CanonicalJson.isWritable(value)) {
      String canonical = CanonicalJson.write(value);
      assertThat(StrictJson.parse(canonical.getBytes(StandardCharsets.UTF_8))).isEqualTo(value);
    }
  }

  private static void readOrRefuse(String text) {
    try {
      Json value = StrictJson.parse(text);
      assertThat(StrictJson.parse(JsonText.write(value))).isEqualTo(value);
      if (CanonicalJson.isWritable(value)) {
        assertThat(CanonicalJson.digest(value)).isNotNull();
      }
    } catch (JsonException e) {
      assertThat(e.kind()).isNotNull();
    }
  }
}
