package dev.jevprune.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a model id says of a Claude model, however the provider spells it: {@code claude-fable-5-2},
 * {@code anthropic/claude-fable-5.1}, {@code us.anthropic.claude-opus-5-5-20261001-v1:0}, {@code
 * claude-3-7-sonnet-20250219}.
 *
 * @param family the family's name, empty when the id has none
 * @param version the version, if the id has one
 */
record ModelName(String family, Optional<Version> version) {

  /** Words of ids that name neither family nor version. */
  private static final Set<String> OTHER_WORDS =
      Set.of("latest", "thinking", "preview", "beta", "fast", "high", "low", "medium", "max");

  /** The Claude model of that id; nothing when the id names another maker's model. */
  static Optional<ModelName> parse(String modelId, Set<String> families) {
    List<String> words = words(modelId);
    int claude = words.indexOf("claude");
    if (claude < 0) {
      claude = words.indexOf("anthropic");
    }
    // A family's name alone may be an alias of ours; taking it for one only makes us keep more.
    if (claude < 0 && words.stream().noneMatch(families::contains)) {
      return Optional.empty();
    }
    String family = "";
    List<Integer> numbers = new ArrayList<>();
    for (String word : words.subList(claude + 1, words.size())) {
      if (isNumber(word)) {
        numbers.add(Integer.parseInt(word));
      } else if (isDate(word) || isRevision(word)) {
        break; // nothing that follows a date or a provider's revision names the version
      } else if (families.contains(word) || (family.isEmpty() && !OTHER_WORDS.contains(word))) {
        family = word;
      }
    }
    return Optional.of(new ModelName(family, version(numbers)));
  }

  private static Optional<Version> version(List<Integer> numbers) {
    if (numbers.isEmpty()) {
      return Optional.empty();
    }
    int first = numbers.get(0);
    if (numbers.size() == 1) {
      // Some hosts write 4.1 as 41.
      return Optional.of(first < 10 ? new Version(first, 0) : new Version(first / 10, first % 10));
    }
    return Optional.of(new Version(first, numbers.get(1)));
  }

  private static List<String> words(String modelId) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (char unit : (modelId.toLowerCase(Locale.ROOT) + "-").toCharArray()) {
      if ((unit >= 'a' && unit <= 'z') || (unit >= '0' && unit <= '9')) {
        word.append(unit);
      } else if (!word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    return words;
  }

  private static boolean isNumber(String word) {
    return word.length() <= 2 && word.chars().allMatch(Character::isDigit);
  }

  private static boolean isDate(String word) {
    return word.length() > 2 && word.chars().allMatch(Character::isDigit);
  }

  private static boolean isRevision(String word) {
    return word.length() > 1
        && word.charAt(0) == 'v'
        && word.chars().skip(1).allMatch(Character::isDigit);
  }
}
