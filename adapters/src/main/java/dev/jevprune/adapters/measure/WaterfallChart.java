package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Money;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * From gross to net: what a policy saves, what writing the cache anew takes of it, what is left.
 */
final class WaterfallChart {
  private static final int SLOT = 84;
  private static final int MIN_SLOTS = 3;
  private static final int HEIGHT = 190;
  private static final int TOP = 24;
  private static final int BOTTOM = 34;
  private static final int BAR = 54;

  /**
   * A bar.
   *
   * @param from where it starts
   * @param to where it ends
   */
  private record Bar(String label, double from, double to, String kind, String value) {}

  private WaterfallChart() {}

  /** In dollars where there are prices, else in tokens. */
  static String of(Pointers data, String policy, String title) {
    boolean money = data.isKnown(policy + "/usd_net");
    double gross = data.number(policy + (money ? "/usd_gross" : "/gross_tokens"));
    double tier = money ? data.number(policy + "/usd_tier") : 0;
    double again = data.number(policy + (money ? "/usd_reanchor" : "/reanchored_tokens"));
    double net = money ? data.number(policy + "/usd_net") : gross;
    List<Bar> bars =
        money
            ? List.of(
                new Bar("gross", 0, gross, "plain", value(gross, money)),
                new Bar("lower tier", gross, gross + tier, "plain", value(tier, money)),
                new Bar("written anew", gross + tier, net, "loss", value(-again, money)),
                new Bar("net", 0, net, net < 0 ? "loss" : "gain", value(net, money)))
            : List.of(
                new Bar("gross", 0, gross, "plain", value(gross, money)),
                new Bar("written anew", 0, again, "loss", value(again, money)));
    if (tier == 0) {
      bars = bars.stream().filter(bar -> !bar.label().equals("lower tier")).toList();
    }
    return draw(bars, policy, title + (money ? "" : " (tokens; no price is known)"));
  }

  private static String draw(List<Bar> bars, String policy, String title) {
    double high =
        Math.max(0, bars.stream().mapToDouble(b -> Math.max(b.from(), b.to())).max().orElse(0));
    double low =
        Math.min(0, bars.stream().mapToDouble(b -> Math.min(b.from(), b.to())).min().orElse(0));
    double span = high - low <= 0 ? 1 : high - low;
    String id = "waterfall" + policy.replace('/', '-');
    StringBuilder said = new StringBuilder(title).append(": ");
    bars.forEach(bar -> said.append(bar.label()).append(' ').append(bar.value()).append("; "));
    int width = SLOT * Math.max(MIN_SLOTS, bars.size());
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s\"><title id=\"%s\">%s</title>",
            width,
            HEIGHT,
            id,
            id,
            Pointers.escape(said.toString())));
    double zero = y(0, high, span);
    svg.append(
        String.format(
            Locale.ROOT,
            "<line class=\"axis\" x1=\"0\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
            width,
            zero,
            zero));
    double slot = (double) width / bars.size();
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double top = y(Math.max(bar.from(), bar.to()), high, span);
      double bottom = y(Math.min(bar.from(), bar.to()), high, span);
      double x = slot * i + (slot - BAR) / 2;
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" rx=\"2\"/>"
                  + "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>"
                  + "<text class=\"muted\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
              bar.kind(),
              x,
              top,
              BAR,
              Math.max(1, bottom - top),
              x + BAR / 2.0,
              top - 6,
              Pointers.escape(bar.value()),
              x + BAR / 2.0,
              HEIGHT - 8,
              bar.label()));
    }
    return svg.append("</svg>").toString();
  }

  private static double y(double value, double high, double span) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / span;
  }

  private static String value(double value, boolean money) {
    return money
        ? new Money(BigDecimal.valueOf(value).movePointRight(12).longValue()).toString()
        : ContextChart.abbreviated(value);
  }
}
