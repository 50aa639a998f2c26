package dev.jevprune.core.lifecycle;

import java.util.ArrayList;
import java.util.List;

/**
 * The plain beginning of a shell command line, cut into chains, pipelines and simple commands. It
 * ends where the text is no longer plain; the command that is not plain is left out.
 */
final class ShellWords {

  /** Stands in a word for what only the shell knows: a variable, a glob, a home folder. */
  private static final char UNKNOWN = '\0';

  /**
   * @param words the words, quotes taken away
   * @param targets where output is redirected to
   */
  record Simple(List<String> words, List<String> targets) {
    boolean isEmpty() {
      return words.isEmpty() && targets.isEmpty();
    }
  }

  /**
   * What stands between two semicolons or line ends.
   *
   * @param pipelines each the commands that run side by side
   * @param conditional whether more than success of the one before decides what runs
   */
  record Chain(List<List<Simple>> pipelines, boolean conditional) {}

  private final String text;
  private int at;
  private boolean plain = true;
  private final List<Chain> chains = new ArrayList<>();
  private List<List<Simple>> pipelines = new ArrayList<>();
  private List<Simple> pipeline = new ArrayList<>();
  private List<String> words = new ArrayList<>();
  private List<String> targets = new ArrayList<>();
  private boolean conditional;
  private final List<String> documents = new ArrayList<>();

  private ShellWords(String text) {
    this.text = text;
  }

  static List<Chain> chains(String command) {
    ShellWords reader = new ShellWords(command);
    reader.read();
    return reader.chains;
  }

  /** Whether the word is what it says. */
  static boolean isKnown(String word) {
    return word.indexOf(UNKNOWN) < 0;
  }

  private void read() {
    while (at < text.length() && plain) {
      char unit = text.charAt(at);
      if (isBlank(unit)) {
        at++;
      } else if (unit == '#') {
        at = lineEnd();
      } else if ("()`".indexOf(unit) >= 0) {
        plain = false;
      } else if (take("&&")) {
        endPipeline();
      } else if (take("||")) {
        conditional = true;
        endPipeline();
      } else if (take("&>")) {
        redirect();
      } else if (take("|")) {
        endSimple();
      } else if (take("&")) {
        conditional = true;
        endChain();
      } else if (take(";")) {
        endChain();
      } else if (take("\n")) {
        skipDocuments();
        endChain();
      } else if (take(">")) {
        redirect();
      } else if (take("<<<")) {
        word();
      } else if (take("<<")) {
        take("-");
        documents.add(word());
      } else if (take("<")) {
        word();
      } else {
        readWord();
      }
    }
    if (!plain) {
      words = new ArrayList<>();
      targets = new ArrayList<>();
    }
    endChain();
  }

  private boolean take(String sign) {
    boolean there = text.startsWith(sign, at);
    at += there ? sign.length() : 0;
    return there;
  }

  private void readWord() {
    String word = word();
    boolean isStream = at < text.length() && text.charAt(at) == '>' && word.matches("[0-9]");
    if (!isStream) {
      words.add(word);
    }
  }

  /** Behind the sign. A copy of another stream is no file. */
  private void redirect() {
    if (take("&")) {
      word();
      return;
    }
    if (!take(">")) {
      take("|");
    }
    targets.add(word());
  }

  private String word() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    StringBuilder word = new StringBuilder();
    while (at < text.length() && plain && " \t\r\n;|&<>()".indexOf(text.charAt(at)) < 0) {
      char unit = text.charAt(at++);
      if (unit == '\'') {
        int end = text.indexOf('\'', at);
        plain = end >= 0;
        word.append(text, at, plain ? end : at);
        at = end + 1;
      } else if (unit == '"') {
        plain = quoted(word);
      } else if (unit == '\\') {
        if (at < text.length() && text.charAt(at) != '\n') {
          word.append(text.charAt(at));
        }
        at++;
      } else if (unit == '`' || (unit == '$' && text.startsWith("(", at))) {
        plain = false;
      } else {
        word.append("$*?[]{}~".indexOf(unit) >= 0 ? UNKNOWN : unit);
      }
    }
    return word.toString();
  }

  private boolean quoted(StringBuilder word) {
    while (at < text.length()) {
      char unit = text.charAt(at++);
      if (unit == '"') {
        return true;
      }
      if (unit == '`' || (unit == '$' && text.startsWith("(", at))) {
        return false;
      }
      if (unit == '\\' && at < text.length() && "\"\\$`".indexOf(text.charAt(at)) >= 0) {
        word.append(text.charAt(at++));
      } else {
        word.append(unit == '$' ? UNKNOWN : unit);
      }
    }
    return false;
  }

  /** The texts behind {@code <<} begin on the next line; nothing in them is a command. */
  private void skipDocuments() {
    for (String end : documents) {
      boolean found = false;
      while (at < text.length() && !found) {
        int lineEnd = lineEnd();
        found = text.substring(at, lineEnd).strip().equals(end);
        at = Math.min(text.length(), lineEnd + 1);
      }
    }
    documents.clear();
  }

  private int lineEnd() {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  private static boolean isBlank(char unit) {
    return unit == ' ' || unit == '\t' || unit == '\r';
  }

  private void endSimple() {
    Simple simple = new Simple(List.copyOf(words), List.copyOf(targets));
    if (!simple.isEmpty()) {
      pipeline.add(simple);
    }
    words = new ArrayList<>();
    targets = new ArrayList<>();
  }

  private void endPipeline() {
    endSimple();
    if (!pipeline.isEmpty()) {
      pipelines.add(List.copyOf(pipeline));
    }
    pipeline = new ArrayList<>();
  }

  private void endChain() {
    endPipeline();
    if (!pipelines.isEmpty()) {
      chains.add(new Chain(List.copyOf(pipelines), conditional || !plain));
    }
    pipelines = new ArrayList<>();
    conditional = false;
  }
}
