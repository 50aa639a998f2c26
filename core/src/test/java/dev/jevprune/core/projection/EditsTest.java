package dev.jevprune.core.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.snapshot.Format;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EditsTest {

  private static JsonArray list(String... messages) throws JsonException {
    return (JsonArray) StrictJson.parse("[" + String.join(",", messages) + "]");
  }

  private static Json edited(Format format, String message, OptionalInt part) throws JsonException {
    return Edits.apply(list(message), format, List.of(new Edit(0, part, "M"))).get(0);
  }

  @Test
  void aBareTextIsReplaced() throws JsonException {
    assertThat(edited(Format.OPENAI, "{\"content\":\"text\",\"x\":1}", OptionalInt.empty()))
        .isEqualTo(StrictJson.parse("{\"content\":\"M\",\"x\":1}"));
  }

  @Test
  void severalPartsBecomeOne() throws JsonException {
    assertThat(edited(Format.PI, "{\"content\":[{\"a\":1},{\"b\":2}]}", OptionalInt.empty()))
        .isEqualTo(StrictJson.parse("{\"content\":[{\"type\":\"text\",\"text\":\"M\"}]}"));
  }

  @Test
  void theNamedPartKeepsItsOtherMembers() throws JsonException {
    assertThat(edited(Format.PI, "{\"content\":[{\"text\":\"t\",\"a\":1}]}", OptionalInt.of(0)))
        .isEqualTo(StrictJson.parse("{\"content\":[{\"text\":\"M\",\"a\":1}]}"));
    assertThat(
            edited(
                Format.OPENCODE,
                "{\"parts\":[1,{\"state\":{\"output\":\"t\",\"a\":1},\"b\":2}]}",
                OptionalInt.of(1)))
        .isEqualTo(
            StrictJson.parse("{\"parts\":[1,{\"state\":{\"output\":\"M\",\"a\":1},\"b\":2}]}"));
  }

  @Test
  void theLastMessageMayBeEdited() throws JsonException {
    JsonArray messages = list("null", "{\"content\":\"text\"}");
    JsonArray edited =
        Edits.apply(messages, Format.PI, List.of(new Edit(1, OptionalInt.empty(), "M")));
    assertThat(edited.get(0)).isSameAs(messages.get(0));
    assertThat(edited.get(1)).isEqualTo(StrictJson.parse("{\"content\":\"M\"}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void aMessageThatIsNotThereIsRefused(int index) throws JsonException {
    JsonArray messages = list("{\"content\":\"text\"}");
    List<Edit> edits = List.of(new Edit(index, OptionalInt.empty(), "M"));
    assertThatThrownBy(() -> Edits.apply(messages, Format.PI, edits))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("message " + index);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "{}",
        "{\"content\":\"text\",\"parts\":\"x\"}",
        "{\"content\":[1],\"parts\":[1]}",
        "{\"content\":[],\"parts\":[]}",
        "{\"content\":[\"x\"],\"parts\":[{\"state\":1}]}"
      })
  void aPartThatIsNotThereIsRefused(String message) throws JsonException {
    JsonArray messages = list(message);
    List<Edit> edits = List.of(new Edit(0, OptionalInt.of(0), "M"));
    for (Format format : Format.values()) {
      assertThatThrownBy(() -> Edits.apply(messages, format, edits))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("message 0");
    }
  }

  @Test
  void anEditWithoutAPlaceIsRefused() throws JsonException {
    List<Edit> whole = List.of(new Edit(0, OptionalInt.empty(), "M"));
    JsonArray parts = list("{\"parts\":[{\"state\":{}}]}");
    for (Format format : Format.values()) {
      assertThatThrownBy(() -> Edits.apply(parts, format, whole))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("message 0");
    }
    List<Edit> negative = List.of(new Edit(0, OptionalInt.of(-1), "M"));
    assertThatThrownBy(() -> Edits.apply(parts, Format.OPENCODE, negative))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
