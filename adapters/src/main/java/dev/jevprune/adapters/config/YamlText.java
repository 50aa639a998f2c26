package dev.jevprune.adapters.config;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;

/** Prints settings as YAML that reads back to them. */
public final class YamlText {

  private YamlText() {}

  /** One line for each setting, groups indented by two blanks. */
  public static String of(JsonObject settings) {
    StringBuilder text = new StringBuilder();
    write(settings, "", text);
    return text.toString().stripTrailing();
  }

  private static void write(JsonObject object, String indent, StringBuilder text) {
    object
        .members()
        .forEach(
            (name, value) -> {
              text.append(indent).append(name).append(':');
              if (value instanceof JsonObject group && !group.members().isEmpty()) {
                text.append('\n');
                write(group, indent + "  ", text);
              } else if (value instanceof JsonNull) {
                text.append('\n');
              } else {
                text.append(' ').append(spelled(value)).append('\n');
              }
            });
  }

  private static String spelled(Json value) {
    if (value instanceof JsonString word
        && word.value().matches("[a-z]+")
        && !word.value().matches("off|on|yes|no|true|false|null|y|n")) {
      return word.value();
    }
    try {
      return JsonText.write(value);
    } catch (JsonException e) {
      throw new IllegalArgumentException("nested too deep", e);
    }
  }
}
