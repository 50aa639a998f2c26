package dev.jevprune.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class DifferencesTest {

  private static final Json VALUE = JsonObject.builder().put("pairs", JsonArray.EMPTY).build();

  @Test
  void theListIsSound() {
    assertThat(Differences.shipped()).isNotNull();
  }

  @Test
  void anEntryWithoutARowFails() {
    JsonObject entry = JsonObject.builder().put("vector", "v").put("value", VALUE).build();
    assertThatThrownBy(() -> Differences.parse(JsonArray.of(entry)))
        .hasMessageContaining("v names no row");
  }

  @Test
  void anEntryWithoutAnAnswerFails() {
    JsonObject entry = JsonObject.builder().put("vector", "v").put("row", 22).build();
    assertThatThrownBy(() -> Differences.parse(JsonArray.of(entry)))
        .hasMessageContaining("does not say what we answer");
  }

  @Test
  void twoEntriesForOneVectorFail() {
    JsonObject entry =
        JsonObject.builder().put("vector", "v").put("row", 22).put("value", VALUE).build();
    assertThatThrownBy(() -> Differences.parse(JsonArray.of(entry, entry)))
        .hasMessageContaining("twice");
  }

  @Test
  void anEntryThatNoLongerDiffersFails() {
    JsonObject entry =
        JsonObject.builder().put("vector", "v").put("row", 22).put("value", VALUE).build();
    Vector vector = new Vector("v", "candidates", JsonObject.EMPTY, VALUE, digest(VALUE));
    Differences differences = Differences.parse(JsonArray.of(entry));
    assertThatThrownBy(() -> VectorFolder.check(vector, VALUE, differences))
        .hasMessageContaining("remove it from the list");
  }

  @Test
  void anEntryForAVectorOfAnotherSetIsNoFailure() throws Exception {
    JsonObject entry =
        JsonObject.builder().put("vector", "gone").put("row", 22).put("value", VALUE).build();
    Vector vector = new Vector("v", "candidates", JsonObject.EMPTY, VALUE, digest(VALUE));
    VectorFolder.check(vector, VALUE, Differences.parse(JsonArray.of(entry)));
  }

  private static String digest(Json value) {
    return dev.jevprune.core.Digest.ofWellFormed(VectorFolder.canonical(value)).hex();
  }
}
