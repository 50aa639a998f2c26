package dev.jevprune.adapters.config;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a file against the schema; every problem names the place by its way from the top. */
final class SchemaCheck {

  private final List<String> problems = new ArrayList<>();

  private SchemaCheck() {}

  static List<String> problems(JsonObject file) {
    SchemaCheck check = new SchemaCheck();
    check.group(ConfigSchema.WHOLE, file, "");
    return check.problems;
  }

  private void group(Setting.Group group, JsonObject object, String place) {
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      String name = member.getKey();
      Setting setting = group.members().get(name);
      String at = place.isEmpty() ? name : place + "." + name;
      if (setting == null) {
        problems.add(unknown(at, name, group.members().keySet(), place));
      } else {
        value(setting, member.getValue(), at);
      }
    }
  }

  private void value(Setting setting, Json value, String at) {
    if (!setting.accepts(value)) {
      problems.add(at + " must be " + setting.wanted() + ".");
    } else if (value instanceof JsonObject object) {
      if (setting instanceof Setting.Group group) {
        group(group, object, at);
      } else if (setting instanceof Setting.Named named) {
        named(named, object, at);
      }
    }
  }

  private void named(Setting.Named named, JsonObject object, String place) {
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      String name = member.getKey();
      String at = place + "." + name;
      boolean known = named.names().isEmpty() ? isAbsolute(name) : named.names().contains(name);
      if (!known) {
        problems.add(
            named.names().isEmpty()
                ? at + " must be an absolute folder."
                : unknown(at, name, named.names(), place));
      } else if (member.getValue() instanceof JsonObject settings) {
        group(named.each(), settings, at);
      } else if (!(member.getValue() instanceof JsonNull)) {
        problems.add(at + " must be " + named.each().wanted() + ".");
      }
    }
  }

  private static boolean isAbsolute(String name) {
    try {
      return Path.of(name).isAbsolute();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String unknown(String at, String name, Collection<String> known, String place) {
    Optional<String> nearest =
        known.stream().min(Comparator.comparingInt((String one) -> distance(name, one)));
    return at
        + " is not a setting."
        + nearest
            .map(one -> " The nearest is " + (place.isEmpty() ? one : place + "." + one) + ".")
            .orElse("");
  }

  /** How many letters to add, take away or change. */
  static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
