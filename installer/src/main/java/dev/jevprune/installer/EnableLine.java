package dev.jevprune.installer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in Hermes' settings the line of our plugin may go, by the look of the lines. These are
 * guesses: each is tried, and the parser says whether it was right.
 */
final class EnableLine {
  private static final String NAME = HermesSettings.PLUGIN;
  private static final Pattern PLUGINS =
      Pattern.compile("(?m)^\uFEFF?plugins:[ \\t]*(#[^\\r\\n]*)?(\\r?\\n|\\z)");
  private static final Pattern ENABLED =
      Pattern.compile("(?m)^([ \\t]+)enabled:[ \\t]*(#[^\\r\\n]*)?(\\r?\\n|\\z)");
  private static final Pattern FLOW =
      Pattern.compile("(?m)^[ \\t]+enabled:[ \\t]*\\[([^\\]\\r\\n#]*)\\]");
  private static final Pattern ITEM =
      Pattern.compile("\\G([ \\t]*)(- [^\\r\\n]*|#[^\\r\\n]*|)(\\r?\\n|\\z)");
  private static final Pattern CHILD =
      Pattern.compile("\\G(?:[ \\t]*(?:#[^\\r\\n]*)?\\r?\\n)*([ ]+)[^ #\\r\\n]");
  private static final Pattern OURS =
      Pattern.compile(
          "(?m)^[ \\t]*- (?:jev-prune|\"jev-prune\"|'jev-prune')[ \\t]*(?:\\r?\\n|\\z)");
  private static final Pattern OURS_IN_FLOW =
      Pattern.compile(", ?jev-prune(?=\\s*[,\\]])|(?<=\\[)\\s*jev-prune(?:, ?)?(?=[^\\r\\n]*\\])");

  private EnableLine() {}

  /**
   * A piece of text at a place.
   *
   * @param at the index of its first character
   * @param text the piece
   */
  record Insertion(int at, String text) {}

  /** The pieces that could put our plugin on the list, the most fitting first. */
  static List<Insertion> candidates(String text) {
    List<Insertion> found = new ArrayList<>();
    String end = text.contains("\r\n") ? "\r\n" : "\n";
    Matcher flow = FLOW.matcher(text);
    while (flow.find()) {
      String inside = flow.group(1);
      found.add(
          inside.isBlank()
              ? new Insertion(flow.start(1), NAME)
              : new Insertion(flow.start(1) + inside.stripTrailing().length(), ", " + NAME));
    }
    Matcher enabled = ENABLED.matcher(text);
    while (enabled.find()) {
      found.addAll(inBlock(text, enabled, end));
    }
    Matcher plugins = PLUGINS.matcher(text);
    while (plugins.find()) {
      Matcher child = CHILD.matcher(text);
      String indent = child.find(plugins.end()) ? child.group(1) : "  ";
      String lines = indent + "enabled:" + end + indent + "  - " + NAME;
      found.add(line(text, plugins.end(), lines, end));
    }
    String block = "plugins:" + end + "  enabled:" + end + "    - " + NAME;
    found.add(line(text, text.length(), block, end));
    return found;
  }

  /** Behind the last item of a list that is written one item a line. */
  private static List<Insertion> inBlock(String text, Matcher enabled, String end) {
    String indent = enabled.group(1) + "  ";
    int at = enabled.end();
    boolean items = false;
    Matcher item = ITEM.matcher(text);
    int from = enabled.end();
    while (from < text.length() && item.find(from)) {
      if (item.group(2).startsWith("- ")) {
        if (items && !item.group(1).equals(indent)) {
          break;
        }
        indent = item.group(1);
        items = true;
        at = item.end();
      }
      if (item.end() == from) {
        break;
      }
      from = item.end();
    }
    return List.of(line(text, at, indent + "- " + NAME, end));
  }

  /** A line of its own; at the end of a text without a last line end it gets none either. */
  private static Insertion line(String text, int at, String line, String end) {
    boolean begun =
        at > 0 && text.charAt(at - 1) != '\n' && !text.substring(0, at).equals("\uFEFF");
    return new Insertion(at, begun ? end + line : line + end);
  }

  /** The pieces that could be our plugin's. */
  static List<Insertion> removals(String text, String inserted) {
    List<Insertion> found = new ArrayList<>();
    if (!inserted.isEmpty()) {
      for (int at = text.indexOf(inserted); at >= 0; at = text.indexOf(inserted, at + 1)) {
        found.add(new Insertion(at, inserted));
      }
    }
    for (Pattern pattern : List.of(OURS, OURS_IN_FLOW)) {
      Matcher matcher = pattern.matcher(text);
      while (matcher.find()) {
        found.add(new Insertion(matcher.start(), matcher.group()));
      }
    }
    return found;
  }
}
