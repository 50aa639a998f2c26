package dev.jevprune.bus.chain;

import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The notes of one run. A note is an object that says at least which stage did what. */
final class Notes {

  /** What one stage may say; more is dropped. */
  static final int MAX_NOTES_OF_A_STAGE = 32;

  private static final int MAX_NOTE_BYTES = 4_096;
  private static final int MAX_DETAIL_CHARACTERS = 200;

  private final List<JsonObject> notes = new ArrayList<>();

  /** A note of the chain itself. */
  void add(String stage, String action, String detail) {
    String shown =
        detail.length() > MAX_DETAIL_CHARACTERS
            ? Utf8.prefix(detail.substring(0, MAX_DETAIL_CHARACTERS), Integer.MAX_VALUE)
            : detail;
    notes.add(
        JsonObject.builder()
            .put("stage", stage)
            .put("action", action)
            .put("detail", shown)
            .build());
  }

  /**
   * The notes of a stage: what is no object or too long is dropped, a missing name is filled in.
   */
  void addAll(String stage, Optional<Json> said) {
    if (!(said.orElse(null) instanceof JsonArray list)) {
      return;
    }
    int kept = 0;
    for (Json element : list) {
      if (element instanceof JsonObject note && kept < MAX_NOTES_OF_A_STAGE && isSmall(note)) {
        boolean named = note.string("stage").filter(name -> !name.isEmpty()).isPresent();
        notes.add(named ? note : note.with("stage", Json.of(stage)));
        kept++;
      }
    }
  }

  private static boolean isSmall(JsonObject note) {
    try {
      return CanonicalJson.isWritable(note) && Utf8.length(JsonText.write(note)) <= MAX_NOTE_BYTES;
    } catch (JsonException e) {
      return false;
    }
  }

  JsonArray toJson() {
    return new JsonArray(List.copyOf(notes));
  }

  List<JsonObject> list() {
    return notes;
  }
}
