package dev.jevprune.core.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The files that a successful shell command surely wrote, by {@code >}, {@code >>}, {@code tee},
 * {@code sed -i}, {@code patch} and {@code truncate}. Whatever is not plain ends the search: a
 * loop, a substitution, a change of folder; and a command that may not have run does not count.
 */
final class ShellEdits {

  /** Behind these, names mean something else or commands may not run. */
  private static final Set<String> UNCLEAR =
      Set.of(
          "cd",
          "pushd",
          "popd",
          "if",
          "then",
          "else",
          "fi",
          "for",
          "while",
          "until",
          "do",
          "done",
          "case",
          "function",
          "eval",
          "exec",
          "source",
          ".",
          "!",
          "sudo",
          "exit",
          "return",
          "set",
          "ssh",
          "docker");

  private ShellEdits() {}

  /** The paths as the command spells them. */
  static List<String> in(String command) {
    List<ShellWords.Chain> chains = ShellWords.chains(command);
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < chains.size(); i++) {
      List<List<ShellWords.Simple>> pipelines = chains.get(i).pipelines();
      // The exit status is that of the last chain; of another one the first pipeline did run.
      boolean all = i == chains.size() - 1 && !chains.get(i).conditional();
      for (int p = 0; p < pipelines.size(); p++) {
        if (pipelines.get(p).stream().anyMatch(ShellEdits::isUnclear)) {
          return paths;
        }
        if (p == 0 || all) {
          pipelines.get(p).forEach(simple -> written(simple, paths));
        }
      }
    }
    return paths;
  }

  private static boolean isUnclear(ShellWords.Simple simple) {
    return !simple.words().isEmpty()
        && (UNCLEAR.contains(simple.words().get(0)) || !ShellWords.isKnown(simple.words().get(0)));
  }

  private static void written(ShellWords.Simple simple, List<String> paths) {
    List<String> found = new ArrayList<>(simple.targets());
    if (!simple.words().isEmpty()) {
      List<String> rest = simple.words().subList(1, simple.words().size());
      found.addAll(
          switch (simple.words().get(0)) {
            case "tee" -> operands(rest, Set.of());
            case "truncate" -> operands(rest, Set.of("-s", "--size", "-r", "--reference"));
            case "sed" -> sed(rest);
            case "patch" -> patch(rest);
            default -> List.of();
          });
    }
    found.stream()
        .filter(path -> !path.isEmpty() && ShellWords.isKnown(path) && !path.startsWith("/dev/"))
        .forEach(paths::add);
  }

  /** {@code sed -i}: the script comes first unless an option gives it. */
  private static List<String> sed(List<String> words) {
    if (words.stream().noneMatch(ShellEdits::isInPlace)) {
      return List.of();
    }
    boolean scripted =
        words.stream()
            .anyMatch(
                word ->
                    word.equals("-e")
                        || word.equals("-f")
                        || word.startsWith("--expression")
                        || word.startsWith("--file"));
    List<String> operands =
        new ArrayList<>(operands(words, Set.of("-e", "-f", "--expression", "--file", "-l")));
    operands.removeIf(String::isEmpty); // the empty suffix of BSD's -i ''
    return scripted || operands.isEmpty() ? operands : operands.subList(1, operands.size());
  }

  private static boolean isInPlace(String word) {
    return word.startsWith("--in-place") || word.matches("-[nErsz]*i.*");
  }

  /** {@code patch FILE [PATCHFILE]}; a patch that names its files itself is not read. */
  private static List<String> patch(List<String> words) {
    if (words.stream().anyMatch(word -> word.matches("-[do].*|--(directory|output|dry-run).*"))) {
      return List.of();
    }
    List<String> operands =
        operands(words, Set.of("-i", "-r", "-B", "-z", "-D", "-p", "-F", "-V", "-Y", "-g"));
    return operands.isEmpty() ? List.of() : operands.subList(0, 1);
  }

  private static List<String> operands(List<String> words, Set<String> withValue) {
    List<String> operands = new ArrayList<>();
    boolean onlyOperands = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (onlyOperands || !word.startsWith("-")) {
        operands.add(word);
      } else if (word.equals("--")) {
        onlyOperands = true;
      } else if (withValue.contains(word)) {
        i++;
      }
    }
    return operands;
  }
}
