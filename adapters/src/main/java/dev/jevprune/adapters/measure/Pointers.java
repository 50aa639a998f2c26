package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Money;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures of a report by their place in its JSON, such as {@code /total/counts/reads}. The page
 * takes every figure from here and names the place, so that it cannot say anything else.
 */
final class Pointers {
  private final Json root;

  Pointers(Json root) {
    this.root = root;
  }

  Json at(String pointer) {
    Json json = root;
    for (String step : pointer.substring(1).split("/", -1)) {
      if (json instanceof JsonObject object) {
        json = object.get(step).orElse(JsonNull.NULL);
      } else if (json instanceof JsonArray array && Integer.parseInt(step) < array.size()) {
        json = array.elements().get(Integer.parseInt(step));
      } else {
        return JsonNull.NULL;
      }
    }
    return json;
  }

  String text(String pointer) {
    return at(pointer) instanceof JsonString text ? text.value() : "";
  }

  int size(String pointer) {
    return at(pointer) instanceof JsonArray array ? array.size() : 0;
  }

  List<String> names(String pointer) {
    return at(pointer) instanceof JsonObject object
        ? List.copyOf(object.members().keySet())
        : List.of();
  }

  boolean isKnown(String pointer) {
    return at(pointer) instanceof JsonNumber;
  }

  /** The number; 0 where there is none. */
  double number(String pointer) {
    return at(pointer) instanceof JsonNumber number ? number.doubleValue() : 0;
  }

  List<Double> numbers(String pointer) {
    List<Double> numbers = new ArrayList<>();
    if (at(pointer) instanceof JsonArray array) {
      array.forEach(n -> numbers.add(n instanceof JsonNumber number ? number.doubleValue() : 0.0));
    }
    return numbers;
  }

  /** A count, for people and with its exact value for machines. */
  String count(String pointer) {
    return at(pointer) instanceof JsonNumber number
        ? data(
            pointer,
            number,
            String.format(Locale.ROOT, "%,d", (long) Math.ceil(number.doubleValue())))
        : "–";
  }

  /** An amount of dollars. */
  String usd(String pointer) {
    if (!(at(pointer) instanceof JsonNumber number)) {
      return "–";
    }
    Money money = new Money(new BigDecimal(number.literal()).movePointRight(12).longValueExact());
    String shown = data(pointer, number, money.toString());
    return money.pico() < 0 ? "<span class=\"neg\">" + shown + "</span>" : shown;
  }

  private static String data(String pointer, JsonNumber number, String shown) {
    return "<data value=\""
        + number.literal()
        + "\" data-path=\""
        + escape(pointer)
        + "\">"
        + shown
        + "</data>";
  }

  static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(Character.isISOControl(point) ? '?' : point);
              }
            });
    return out.toString();
  }
}
