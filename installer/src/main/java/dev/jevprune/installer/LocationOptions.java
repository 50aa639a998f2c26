package dev.jevprune.installer;

import java.util.List;
import java.util.Optional;

/**
 * The places that the command line names.
 *
 * @param home {@code --home}
 * @param dataHome {@code --data-home}
 * @param roots the words {@code --root NAME=PATH}
 */
record LocationOptions(Optional<String> home, Optional<String> dataHome, List<NamedRoot> roots) {
  static final LocationOptions NONE =
      new LocationOptions(Optional.empty(), Optional.empty(), List.of());

  LocationOptions {
    roots = List.copyOf(roots);
  }

  /** One word {@code NAME=PATH}. */
  record NamedRoot(Namespace host, String path) {
    /**
     * Reads the words of {@code --root}.
     *
     * @throws UsageProblem when one is none, or names an unknown host
     */
    static List<NamedRoot> parse(List<String> words) {
      return words.stream().map(NamedRoot::parse).toList();
    }

    private static NamedRoot parse(String word) {
      int at = word.indexOf('=');
      if (at < 0) {
        throw new UsageProblem("--root needs NAME=PATH, for example --root pi=/home/me/.pi/agent.");
      }
      return new NamedRoot(Selection.host(word.substring(0, at)), word.substring(at + 1));
    }
  }
}
