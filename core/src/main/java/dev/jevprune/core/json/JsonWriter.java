package dev.jevprune.core.json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The one writer behind the three spellings; what they differ in is the {@link Rules}. */
final class JsonWriter {

  /** What a spelling decides. */
  interface Rules {

    /** The spelling of a number. */
    String number(JsonNumber number) throws JsonException;

    /** Called for a lone surrogate; either appends its escape or refuses. */
    void loneSurrogate(char unit, StringBuilder out) throws JsonException;

    /** The members in the order in which they are written. */
    Iterable<Map.Entry<String, Json>> order(JsonObject object) throws JsonException;
  }

  private final Rules rules;
  private final StringBuilder out = new StringBuilder();

  private JsonWriter(Rules rules) {
    this.rules = rules;
  }

  static String write(Json value, Rules rules) throws JsonException {
    JsonWriter writer = new JsonWriter(rules);
    writer.value(value, 0);
    return writer.out.toString();
  }

  static List<Map.Entry<String, Json>> sorted(JsonObject object, Comparator<String> order) {
    List<Map.Entry<String, Json>> entries = new ArrayList<>(object.members().entrySet());
    if (entries.size() > 1) {
      entries.sort(Map.Entry.comparingByKey(order));
    }
    return entries;
  }

  private void value(Json value, int depth) throws JsonException {
    if (depth > StrictJson.MAX_DEPTH) {
      throw new JsonException(JsonException.Kind.LIMIT, "");
    }
    if (value instanceof JsonString text) {
      string(text.value());
    } else if (value instanceof JsonObject object) {
      object(object, depth);
    } else if (value instanceof JsonArray array) {
      array(array, depth);
    } else if (value instanceof JsonNumber number) {
      out.append(rules.number(number));
    } else if (value instanceof JsonBool bool) {
      out.append(bool.value());
    } else {
      out.append("null");
    }
  }

  private void object(JsonObject object, int depth) throws JsonException {
    char before = '{';
    for (Map.Entry<String, Json> member : rules.order(object)) {
      out.append(before);
      before = ',';
      string(member.getKey());
      out.append(':');
      value(member.getValue(), depth + 1);
    }
    out.append(before == '{' ? "{}" : "}");
  }

  private void array(JsonArray array, int depth) throws JsonException {
    char before = '[';
    for (Json element : array) {
      out.append(before);
      before = ',';
      value(element, depth + 1);
    }
    out.append(before == '[' ? "[]" : "]");
  }

  private void string(String text) throws JsonException {
    out.append('"');
    int done = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char unit = text.charAt(i);
      if (unit >= 0x20 && unit != '"' && unit != '\\' && !Character.isSurrogate(unit)) {
        continue;
      }
      if (Character.isHighSurrogate(unit)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      append(text, done, i);
      done = i + 1;
      if (Character.isSurrogate(unit)) {
        rules.loneSurrogate(unit, out);
      } else {
        escape(unit);
      }
    }
    append(text, done, length);
    out.append('"');
  }

  /** Copying a piece first is faster than appending it in place, which goes unit by unit. */
  private void append(String text, int from, int to) {
    if (from < to) {
      out.append(text.substring(from, to));
    }
  }

  private void escape(char unit) {
    switch (unit) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> hex(unit, out);
    }
  }

  static void hex(char unit, StringBuilder out) {
    out.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(Character.forDigit((unit >> shift) & 0xf, 16));
    }
  }
}
