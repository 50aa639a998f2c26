package dev.jevprune.adapters.measure;

import java.util.List;
import java.util.Locale;

/** The context of one session from request to request: nothing left out, and with each policy. */
final class ContextChart {
  private static final int WIDTH = 520;
  private static final int HEIGHT = 230;
  private static final int LEFT = 56;
  private static final int RIGHT = 12;
  private static final int TOP = 12;
  private static final int BOTTOM = 34;

  private ContextChart() {}

  /**
   * @param session the session's place
   */
  static String of(Pointers data, String session, String title) {
    String timeline = session + "/timeline";
    List<Double> requests = data.numbers(timeline + "/request");
    List<Double> context = data.numbers(timeline + "/context");
    double most = Math.max(1, context.stream().mapToDouble(Double::doubleValue).max().orElse(1));
    double step = step(most);
    double top = Math.ceil(most / step) * step;
    double last = requests.isEmpty() ? 1 : requests.get(requests.size() - 1);
    String id = "context" + session.replace('/', '-');
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s\">"
                + "<title id=\"%s\">%s: from %s to %s tokens over %s requests</title>",
            WIDTH,
            HEIGHT,
            id,
            id,
            Pointers.escape(title),
            abbreviated(context.isEmpty() ? 0 : context.get(0)),
            abbreviated(most),
            abbreviated(last)));
    for (double tick = 0; tick <= top; tick += step) {
      double y = y(tick, top);
      svg.append(
          String.format(
              Locale.ROOT,
              "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                  + "<text class=\"muted\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
              LEFT,
              WIDTH - RIGHT,
              y,
              y,
              LEFT - 6,
              y + 4,
              abbreviated(tick)));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"muted\" x=\"%d\" y=\"%d\">request 1</text>"
                + "<text class=\"muted\" x=\"%d\" y=\"%d\" text-anchor=\"end\">request %s</text>",
            LEFT,
            HEIGHT - 12,
            WIDTH - RIGHT,
            HEIGHT - 12,
            abbreviated(last)));
    int series = 1;
    for (Policy policy : Policy.values()) {
      path(svg, requests, data.numbers(timeline + "/" + policy.wireName()), last, top, series++);
    }
    path(svg, requests, context, last, top, 0);
    return svg.append("</svg>").toString();
  }

  private static void path(
      StringBuilder svg,
      List<Double> requests,
      List<Double> values,
      double last,
      double top,
      int series) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      double x =
          last <= 1 ? LEFT : LEFT + (WIDTH - LEFT - RIGHT) * (requests.get(i) - 1) / (last - 1);
      points.append(
          String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", x, y(values.get(i), top)));
    }
    svg.append("<path class=\"path s")
        .append(series)
        .append("\" d=\"")
        .append(points)
        .append("\"/>");
  }

  private static double y(double value, double top) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  }

  /** About four steps, of a round size. */
  static double step(double most) {
    double rough = most / 4;
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(rough, 1e-12))));
    double digit = rough / power;
    return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
  }

  /** 1.5M, 42k, 310. */
  static String abbreviated(double value) {
    if (value >= 1e6) {
      return String.format(Locale.ROOT, value >= 1e7 ? "%.0fM" : "%.1fM", value / 1e6);
    }
    if (value >= 1e4) {
      return String.format(Locale.ROOT, "%.0fk", value / 1e3);
    }
    return value >= 1e3
        ? String.format(Locale.ROOT, "%.1fk", value / 1e3)
        : String.format(Locale.ROOT, "%.0f", value);
  }
}
