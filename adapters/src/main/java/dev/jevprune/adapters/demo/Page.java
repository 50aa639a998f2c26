package dev.jevprune.adapters.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What the walk-through prints, in colour or plainly; the words are the same. */
final class Page {
  private static final int QUOTED_COLUMNS = 90;

  private final PrintStream out;
  private final boolean colour;

  Page(PrintStream out, boolean colour) {
    this.out = out;
    this.colour = colour;
  }

  void title(String text, String rest) {
    out.println(styled("1", text) + rest);
  }

  void step(int number, String text) {
    out.println();
    out.println(styled("1;36", number + "  " + text));
  }

  void line(String text) {
    out.println("   " + text);
  }

  /**
   * Words of the product itself, as the user of Pi sees them; a terminal would wrap them like this.
   */
  void quoted(String text) {
    text.lines()
        .flatMap(Page::wrapped)
        .forEach(line -> out.println("   " + styled("2", "| ") + line));
  }

  private static Stream<String> wrapped(String line) {
    List<String> lines = new ArrayList<>();
    String rest = line;
    while (rest.length() > QUOTED_COLUMNS) {
      int space = rest.lastIndexOf(' ', QUOTED_COLUMNS);
      int end = space > 0 ? space : QUOTED_COLUMNS;
      lines.add(rest.substring(0, end));
      rest = "  " + rest.substring(end).strip();
    }
    lines.add(rest);
    return lines.stream();
  }

  /** Something that is shown as it stands on the wire. */
  void wire(String name, String text) {
    out.println("   " + name + "  " + styled("33", text));
  }

  void sizes(String name, Size size) {
    out.println("   " + row(name, size));
  }

  void saved(String name, Size before, Size after) {
    Size less = new Size(after.bytes() - before.bytes(), after.tokens() - before.tokens());
    String difference =
        String.format(Locale.ROOT, "%+,d bytes, %+,d tokens", less.bytes(), less.tokens());
    out.println("   " + row(name, after) + "  " + styled("32", difference));
  }

  /** A claim that was checked just now; one that does not hold ends the walk-through. */
  void checked(boolean holds, String claim) {
    if (!holds) {
      throw new IllegalStateException("The demo does not hold: " + claim);
    }
    out.println("   " + styled("32", "ok") + "  " + claim);
  }

  private static String row(String name, Size size) {
    return String.format(
        Locale.ROOT, "%-20s %,7d bytes %,6d tokens", name, size.bytes(), size.tokens());
  }

  private String styled(String style, String text) {
    return colour ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
  }
}
