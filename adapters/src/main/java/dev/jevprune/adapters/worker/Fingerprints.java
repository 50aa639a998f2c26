package dev.jevprune.adapters.worker;

import dev.jevprune.core.Digest;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonText;
import java.util.List;

/** The fingerprints of texts and arguments as the shims make them; empty where there is none. */
final class Fingerprints {
  private Fingerprints() {}

  /** Of texts: a single text itself, several as a JSON list. */
  static String ofTexts(List<String> texts) {
    try {
      String hashed =
          texts.size() == 1
              ? texts.get(0)
              : JsonText.writeAsScript(new JsonArray(texts.stream().<Json>map(Json::of).toList()));
      return Digest.ofUtf8(hashed).map(Digest::hex).orElse("");
    } catch (JsonException e) {
      return "";
    }
  }

  /** Of arguments. */
  static String ofArguments(Json arguments) {
    try {
      return Digest.ofUtf8(JsonText.writeAsScript(arguments)).map(Digest::hex).orElse("");
    } catch (JsonException e) {
      return "";
    }
  }
}
