package dev.jevprune.adapters.measure;

import java.util.List;
import java.util.Locale;

/** The classes of the reads as parts of a whole, once by number and once by bytes. */
final class ShareChart {
  /** Narrower parts carry no text on a telephone; the table below has them. */
  private static final double MIN_LABELLED_PERCENT = 18;

  private ShareChart() {}

  /** Plain blocks and no picture, so that the text keeps its size where the page is narrow. */
  static String of(Pointers data, List<String> classes) {
    StringBuilder rows = new StringBuilder();
    StringBuilder said = new StringBuilder("Classes of reads.");
    for (String measure : List.of("reads", "bytes")) {
      row(rows, said, data, classes, measure);
    }
    return "<div class=\"shares\" role=\"img\" aria-label=\""
        + Pointers.escape(said.toString())
        + "\">\n"
        + rows
        + "</div>\n";
  }

  private static void row(
      StringBuilder rows, StringBuilder said, Pointers data, List<String> classes, String measure) {
    double whole = 0;
    for (String name : classes) {
      whole += data.number("/total/classes/" + name + "/" + measure);
    }
    rows.append("<p>of ").append(measure).append("</p><div class=\"bar\">");
    for (int i = 0; i < classes.size(); i++) {
      double part = data.number("/total/classes/" + classes.get(i) + "/" + measure);
      double percent = whole == 0 ? 0 : 100 * part / whole;
      String text = whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", percent);
      rows.append(
          String.format(
              Locale.ROOT,
              "<span class=\"b%d\" style=\"width:%.2f%%\">%s</span>",
              i,
              percent,
              percent < MIN_LABELLED_PERCENT ? "" : text));
      said.append(' ').append(classes.get(i)).append(' ').append(text);
      said.append(" of ").append(measure).append('.');
    }
    rows.append("</div>\n");
  }
}
