package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.LackingSums;
import dev.jevprune.adapters.protocol.TokenSums;
import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.core.economics.Money;
import dev.jevprune.core.economics.PriceTable;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What leaving out was worth in one session, as {@code /prune stats} prints it and as JSON. */
public final class SavingsReport {
  private final Savings savings;
  private final TokenSums billed;

  private SavingsReport(Savings savings) {
    this.savings = savings;
    this.billed = savings.usage().pruned().tokens();
  }

  /** The report of a session. */
  public static SavingsReport of(SessionFigures figures, PriceTable prices) {
    return new SavingsReport(Savings.of(figures, prices));
  }

  /** The prices that hold in a data home: the shipped ones, behind those of its settings. */
  public static PriceTable prices(Path dataHome) {
    return new WorkerConfig(dataHome).read().prices();
  }

  /** Lines for the user, the first of which begins with {@code title}. */
  public String text(String title) {
    List<String> lines = new ArrayList<>();
    lines.add(
        title
            + ": "
            + Wording.count(savings.usage().requests(), "request")
            + ", "
            + Wording.number(savings.usage().projected())
            + " with something left out. The provider reported "
            + Wording.count(savings.usage().all().answers(), "answer")
            + (savings.usage().all().unreported() > 0
                ? ", and nothing for " + savings.usage().all().unreported() + " more."
                : "."));
    observed(lines);
    if (savings.left().bytes() == 0) {
      lines.add("  Nothing was left out of an answered request: saved 0, lost 0.");
      return String.join("\n", lines);
    }
    left(lines);
    prompts(lines);
    again(lines);
    net(lines);
    return String.join("\n", lines);
  }

  private void observed(List<String> lines) {
    LackingSums observed = savings.usage().observed();
    if (observed.bytes() > 0) {
      lines.add(
          "  Observed, not left out: "
              + Wording.count(observed.bytes(), "byte")
              + " over "
              + Wording.count(
                  observed.tokens().answers() + observed.tokens().unreported(), "request")
              + ".");
    }
  }

  private void left(List<String> lines) {
    Savings.Left left = savings.left();
    long requests = billed.answers() + billed.unreported();
    lines.add(
        "  Left out of "
            + Wording.count(requests, "answered request")
            + ": "
            + Wording.count(left.bytes(), "byte")
            + ", "
            + tokens(left.tokens())
            + " (o200k estimate).");
    lines.add(
        "    once for each of "
            + Wording.count(left.bodies(), "body", "bodies")
            + ": "
            + (left.uniqueBytes().isPresent()
                ? Wording.count(left.uniqueBytes().getAsLong(), "byte")
                : "unknown bytes")
            + ", "
            + tokens(left.uniqueTokens())
            + "; in later requests again: "
            + (left.uniqueBytes().isPresent()
                ? Wording.count(left.bytes() - left.uniqueBytes().getAsLong(), "byte")
                : "unknown bytes")
            + ", "
            + tokens(repeats())
            + ".");
  }

  private OptionalLong repeats() {
    Savings.Left left = savings.left();
    return left.tokens().isPresent() && left.uniqueTokens().isPresent()
        ? OptionalLong.of(left.tokens().getAsLong() - left.uniqueTokens().getAsLong())
        : OptionalLong.empty();
  }

  private void prompts(List<String> lines) {
    if (billed.answers() == 0) {
      lines.add("  Their prompts: unknown, the host reported no usage.");
      return;
    }
    lines.add(
        "  Their prompts as reported"
            + (billed.unreported() > 0 ? " for " + billed.answers() + " of them" : "")
            + ": "
            + Wording.count(billed.prompt(), "token")
            + ", of these "
            + Wording.number(billed.cacheRead())
            + " read from the cache, "
            + Wording.number(billed.cacheWrite())
            + " written to it, "
            + Wording.number(billed.input())
            + " neither.");
    lines.add("    without leaving out (estimate): " + tokens(savings.promptWithout()) + ".");
  }

  private void again(List<String> lines) {
    Savings.Again again = savings.again();
    lines.add(
        "  Written to the cache again for it: "
            + Wording.count(again.bytes(), "byte")
            + ", "
            + tokens(again.tokens())
            + " (scaled o200k estimate), behind "
            + Wording.count(again.warm(), "change")
            + " in a warm cache and "
            + Wording.number(again.cold())
            + " in a cold one.");
    if (savings.usage().reportsNoCache()) {
      lines.add("    No cached tokens were reported, so this is not counted below.");
    }
  }

  private void net(List<String> lines) {
    if (savings.net().isEmpty()) {
      lines.add(
          "  Net: unknown, since not all sizes are known in tokens or no usage was reported.");
      return;
    }
    Savings.Net net = savings.net().get();
    lines.add(
        "  Net: "
            + signed(net.total())
            + " tokens at the input price ("
            + signed(net.read().worth())
            + " for "
            + Wording.number(net.read().tokens())
            + " not read, "
            + signed(net.written().worth())
            + " for "
            + Wording.number(net.written().tokens())
            + " not sent anew, "
            + signed(-net.again().worth())
            + " for "
            + Wording.number(net.again().tokens())
            + " written again).");
    lines.add("    " + money(net));
    lines.add("    Counted with " + savings.shares().text() + ".");
  }

  private static String money(Savings.Net net) {
    return net.money()
        .map(
            total ->
                "In dollars: "
                    + total
                    + " ("
                    + text(net.read().money())
                    + " + "
                    + text(net.written().money())
                    + " - "
                    + text(net.again().money())
                    + ").")
        .orElse("In dollars: unknown, no list price is known for one model of this session.");
  }

  private static String text(Optional<Money> money) {
    return money.map(Money::toString).orElse("?");
  }

  private static String signed(long count) {
    return (count > 0 ? "+" : "") + Wording.number(count);
  }

  private static String tokens(OptionalLong tokens) {
    return tokens.isPresent() ? Wording.count(tokens.getAsLong(), "token") : "unknown tokens";
  }

  /** The same figures; what is not known is null. */
  public JsonObject toJson() {
    Savings.Left left = savings.left();
    Savings.Again again = savings.again();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("requests", savings.usage().requests())
            .put("projected", savings.usage().projected())
            .put("answers", savings.usage().all().answers())
            .put("unreported", savings.usage().all().unreported())
            .put(
                "model",
                savings.usage().model().map(m -> (Json) Json.of(m.id())).orElse(JsonNull.NULL))
            .put(
                "left",
                JsonObject.builder()
                    .put("bodies", left.bodies())
                    .put("bytes", left.bytes())
                    .put("uniqueBytes", orNull(left.uniqueBytes()))
                    .put("tokens", orNull(left.tokens()))
                    .put("uniqueTokens", orNull(left.uniqueTokens()))
                    .put("repeatTokens", orNull(repeats()))
                    .build())
            .put(
                "prompts",
                JsonObject.builder()
                    .put("answers", billed.answers())
                    .put("unreported", billed.unreported())
                    .put("tokens", billed.prompt())
                    .put("input", billed.input())
                    .put("cacheRead", billed.cacheRead())
                    .put("cacheWrite", billed.cacheWrite())
                    .put("without", orNull(savings.promptWithout()))
                    .build())
            .put(
                "again",
                JsonObject.builder()
                    .put("warm", again.warm())
                    .put("cold", again.cold())
                    .put("bytes", again.bytes())
                    .put("tokens", orNull(again.tokens()))
                    .build())
            .put("observedBytes", savings.usage().observed().bytes())
            .put("shares", shares());
    return json.put("net", savings.net().map(SavingsReport::net).orElse(JsonNull.NULL)).build();
  }

  private JsonObject shares() {
    return JsonObject.builder()
        .put("write", JsonNumber.of(savings.shares().write()))
        .put("read", JsonNumber.of(savings.shares().read()))
        .put("origin", savings.shares().origin())
        .build();
  }

  private static Json net(Savings.Net net) {
    return JsonObject.builder()
        .put("total", net.total())
        .put("read", part(net.read()))
        .put("written", part(net.written()))
        .put("again", part(net.again()))
        .put("usd", usd(net.money()))
        .build();
  }

  private static JsonObject part(Savings.Part part) {
    return JsonObject.builder()
        .put("tokens", part.tokens())
        .put("worth", part.worth())
        .put("usd", usd(part.money()))
        .build();
  }

  private static Json usd(Optional<Money> money) {
    return money
        .map(m -> (Json) new JsonNumber(m.dollars().stripTrailingZeros().toPlainString()))
        .orElse(JsonNull.NULL);
  }

  private static Json orNull(OptionalLong value) {
    return value.isPresent() ? Json.of(value.getAsLong()) : JsonNull.NULL;
  }
}
