package dev.jevprune.adapters.measure;

import java.util.List;
import java.util.Locale;

/** The classes of the reads as parts of a whole, once by number and once by bytes. */
final class ShareChart {
  private static final int WIDTH = 1000;
  private static final int LEFT = 70;
  private static final int ROW = 52;
  private static final int BAR = 34;

  /** Narrower parts carry no text of their own; the table below has them. */
  private static final int MIN_LABELLED = 62;

  private ShareChart() {}

  static String of(Pointers data, List<String> classes) {
    StringBuilder svg = new StringBuilder();
    StringBuilder said = new StringBuilder("Classes of reads. ");
    String[] measures = {"reads", "bytes"};
    for (int row = 0; row < measures.length; row++) {
      row(svg, said, data, classes, measures[row], row);
    }
    return String.format(
            Locale.ROOT,
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"shares\"><title id=\"shares\">%s</title>",
            WIDTH,
            ROW * measures.length,
            Pointers.escape(said.toString()))
        + svg
        + "</svg>";
  }

  private static void row(
      StringBuilder svg,
      StringBuilder said,
      Pointers data,
      List<String> classes,
      String measure,
      int row) {
    double whole = 0;
    for (String name : classes) {
      whole += data.number("/total/classes/" + name + "/" + measure);
    }
    double y = row * ROW + 8;
    svg.append(
        String.format(
            Locale.ROOT, "<text x=\"0\" y=\"%.1f\">of %s</text>", y + BAR / 2.0 + 4, measure));
    double x = LEFT;
    for (int i = 0; i < classes.size(); i++) {
      double part = data.number("/total/classes/" + classes.get(i) + "/" + measure);
      double width = whole == 0 ? 0 : (WIDTH - LEFT) * part / whole;
      String percent = whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * part / whole);
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>",
              i,
              x,
              y,
              Math.max(0, width - 1),
              BAR));
      if (width >= MIN_LABELLED) {
        svg.append(
            String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" style=\"fill:var(--card);font-weight:600\">%s</text>",
                x + 10,
                y + BAR / 2.0 + 4,
                percent));
      }
      said.append(classes.get(i))
          .append(' ')
          .append(percent)
          .append(" of ")
          .append(measure)
          .append(". ");
      x += width;
    }
  }
}
