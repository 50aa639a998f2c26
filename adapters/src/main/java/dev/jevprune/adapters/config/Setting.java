package dev.jevprune.adapters.config;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What may stand at one place of the file. */
sealed interface Setting {

  /** The value of a file that does not have it. */
  Json standard();

  /** Whether {@code value} is of this kind; a group is always checked member by member. */
  boolean accepts(Json value);

  /** What is wanted, to be put behind "must be". */
  String wanted();

  /** One of some words. */
  record Word(List<String> words) implements Setting {
    @Override
    public Json standard() {
      return Json.of(words.get(0));
    }

    @Override
    public boolean accepts(Json value) {
      // YAML 1.1 takes the word off for a truth value.
      return (value instanceof JsonString word && words.contains(word.value()))
          || (value.equals(JsonBool.FALSE) && words.contains("off"));
    }

    @Override
    public String wanted() {
      return String.join(", ", words.subList(0, words.size() - 1))
          + " or "
          + words.get(words.size() - 1);
    }
  }

  /** A whole number. */
  record Whole(long min, long max, long standardValue) implements Setting {
    @Override
    public Json standard() {
      return Json.of(standardValue);
    }

    @Override
    public boolean accepts(Json value) {
      OptionalLong number = value instanceof JsonNumber n ? n.longValue() : OptionalLong.empty();
      return number.isPresent() && number.getAsLong() >= min && number.getAsLong() <= max;
    }

    @Override
    public String wanted() {
      return "a whole number from " + min + " to " + max;
    }
  }

  /** A whole number, or nothing. */
  record MaybeWhole(long min, long max) implements Setting {
    @Override
    public Json standard() {
      return JsonNull.NULL;
    }

    @Override
    public boolean accepts(Json value) {
      return value instanceof JsonNull || new Whole(min, max, min).accepts(value);
    }

    @Override
    public String wanted() {
      return "a whole number from " + min + " to " + max + ", or nothing";
    }
  }

  /** True or false. */
  record Flag(boolean standardValue) implements Setting {
    @Override
    public Json standard() {
      return Json.of(standardValue);
    }

    @Override
    public boolean accepts(Json value) {
      return value instanceof JsonBool;
    }

    @Override
    public String wanted() {
      return "true or false";
    }
  }

  /**
   * A list of texts.
   *
   * @param known the only ones that may stand in it; any when empty
   */
  record Texts(List<String> known) implements Setting {
    @Override
    public Json standard() {
      return JsonArray.EMPTY;
    }

    @Override
    public boolean accepts(Json value) {
      return value instanceof JsonArray array
          && array.elements().stream()
              .allMatch(
                  one ->
                      one instanceof JsonString text
                          && !text.value().isBlank()
                          && (known.isEmpty() || known.contains(text.value())));
    }

    @Override
    public String wanted() {
      return known.isEmpty()
          ? "a list of texts, such as [a, b]"
          : "a list of " + String.join(", ", known) + ", such as [" + known.get(0) + "]";
    }
  }

  /** A text, or nothing. */
  record MaybeText() implements Setting {
    @Override
    public Json standard() {
      return JsonNull.NULL;
    }

    @Override
    public boolean accepts(Json value) {
      return value instanceof JsonNull
          || (value instanceof JsonString text && !text.value().isBlank());
    }

    @Override
    public String wanted() {
      return "a text, or nothing";
    }
  }

  /** Something that another reader judges. */
  record Other(String standardValue) implements Setting {
    @Override
    public Json standard() {
      return Json.of(standardValue);
    }

    @Override
    public boolean accepts(Json value) {
      return true;
    }

    @Override
    public String wanted() {
      return "as docs/evaluators.md says";
    }
  }

  /** Settings under names that are fixed. */
  record Group(Map<String, Setting> members) implements Setting {
    @Override
    public Json standard() {
      JsonObject.Builder builder = JsonObject.builder();
      members.forEach((name, setting) -> builder.put(name, setting.standard()));
      return builder.build();
    }

    @Override
    public boolean accepts(Json value) {
      return value instanceof JsonObject || value instanceof JsonNull;
    }

    @Override
    public String wanted() {
      return "a group of settings: " + String.join(", ", members.keySet());
    }
  }

  /**
   * The same group under names of one kind.
   *
   * @param names the only names there may be; absolute folders when empty
   */
  record Named(List<String> names, Group each) implements Setting {
    @Override
    public Json standard() {
      return JsonObject.EMPTY;
    }

    @Override
    public boolean accepts(Json value) {
      return value instanceof JsonObject || value instanceof JsonNull;
    }

    @Override
    public String wanted() {
      return names.isEmpty()
          ? "settings under absolute folders"
          : "settings under " + String.join(", ", names);
    }
  }
}
