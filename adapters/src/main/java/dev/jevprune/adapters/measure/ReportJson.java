package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Cost;
import dev.jevprune.core.economics.Money;
import dev.jevprune.core.economics.Tokens;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.ReadClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToLongFunction;

/** Spells reports as JSON. Dollars are exact decimals; where nothing has a price they are null. */
final class ReportJson {

  private ReportJson() {}

  static JsonObject file(FileReport file) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("file", file.file)
            .put("format", file.format)
            .put("bytes", file.bytes)
            .put("broken_lines", file.brokenLines)
            .put("problem", file.problem);
    of(file.total).members().forEach(json::put);
    List<Json> sessions = new ArrayList<>();
    for (FileReport.Session session : file.sessions) {
      JsonObject.Builder one = JsonObject.builder().put("session", session.name());
      of(session.report()).members().forEach(one::put);
      one.put("timeline", timeline(session.report().timeline));
      sessions.add(one.build());
    }
    return json.put("sessions", new JsonArray(sessions)).build();
  }

  static JsonObject of(SessionReport report) {
    JsonObject.Builder counts = JsonObject.builder();
    report.counts.byName().forEach((name, count) -> counts.put(name, count));
    return JsonObject.builder()
        .put("state", report.state())
        .put("models", new JsonArray(report.models.stream().<Json>map(Json::of).toList()))
        .put("counts", counts.build())
        .put("all_reads", report.counts.allReads())
        .put("gates", tallies(report.gates, Gate::wireName, tally -> Json.of(tally.count)))
        .put("gate_bytes", tallies(report.gates, Gate::wireName, tally -> Json.of(tally.bytes)))
        .put("classes", tallies(report.classes, ReadClass::wireName, ReportJson::reads))
        .put("overlaps", tallies(report.overlaps, Overlap::wireName, ReportJson::reads))
        .put("tools", tools(report))
        .put("results_with_images", report.images)
        .put("requests", requests(report))
        .put("bill", bill(report))
        .put("policies", policies(report))
        .build();
  }

  private static <K> JsonObject tallies(
      Map<K, SessionReport.Tally> tallies,
      Function<K, String> name,
      Function<SessionReport.Tally, Json> value) {
    JsonObject.Builder json = JsonObject.builder();
    tallies.forEach((key, tally) -> json.put(name.apply(key), value.apply(tally)));
    return json.build();
  }

  private static Json reads(SessionReport.Tally tally) {
    return JsonObject.builder()
        .put("reads", tally.count)
        .put("bytes", tally.bytes)
        .put("tokens", tally.tokens)
        .build();
  }

  private static JsonArray tools(SessionReport report) {
    List<Json> tools = new ArrayList<>();
    report.tools.forEach(
        (name, tally) ->
            tools.add(
                JsonObject.builder()
                    .put("tool", name)
                    .put("calls", tally.count)
                    .put("bytes", tally.bytes)
                    .put("tokens", tally.tokens)
                    .build()));
    return new JsonArray(tools);
  }

  private static JsonObject requests(SessionReport report) {
    return JsonObject.builder()
        .put("count", report.requests)
        .put("cold", report.coldRequests)
        .put("priced", report.pricedRequests)
        .put("prompt_tokens", report.promptTokens)
        .put("cached_tokens", report.readTokens)
        .put("usd_input", usd(report.estimatedInput, report.pricedRequests))
        .build();
  }

  private static JsonObject bill(SessionReport report) {
    Tokens billed = report.billed;
    Cost cost = report.billedCost;
    return JsonObject.builder()
        .put("requests", report.billedRequests)
        .put("fresh", billed.fresh())
        .put("read", billed.read())
        .put("written", billed.written())
        .put("long_written", billed.longWritten())
        .put("output", billed.output())
        .put("prompt", billed.prompt())
        .put("priced", report.pricedBilled)
        .put("usd_fresh", usd(cost.fresh(), report.pricedBilled))
        .put("usd_read", usd(cost.read(), report.pricedBilled))
        .put("usd_written", usd(cost.written(), report.pricedBilled))
        .put("usd_long_written", usd(cost.longWritten(), report.pricedBilled))
        .put("usd_output", usd(cost.output(), report.pricedBilled))
        .put("usd_total", usd(cost.total(), report.pricedBilled))
        .put("estimated_prompt", report.estimatedOfBilled)
        .put("residual_prompt", billed.prompt() - report.estimatedOfBilled)
        .put("billed_per_estimated", ratio(billed.prompt(), report.estimatedOfBilled))
        .build();
  }

  private static JsonObject policies(SessionReport report) {
    JsonObject.Builder json = JsonObject.builder();
    report.policies.forEach(
        (policy, tally) -> json.put(policy.wireName(), policy(policy, tally, report)));
    return json.build();
  }

  private static JsonObject policy(Policy policy, PolicyTally tally, SessionReport report) {
    return JsonObject.builder()
        .put("title", policy.title())
        .put("bodies", tally.bodies)
        .put("bytes", tally.uniqueBytes)
        .put("unique_tokens", tally.uniqueTokens)
        .put("gross_tokens", tally.grossRead + tally.grossWritten)
        .put("gross_read", tally.grossRead)
        .put("gross_written", tally.grossWritten)
        .put("repeat_read", tally.repeatRead)
        .put("repeat_written", tally.repeatWritten)
        .put("reanchored_tokens", tally.reanchored)
        .put("priced", tally.priced)
        .put("usd_gross", usd(tally.gross, tally.priced))
        .put("usd_tier", usd(tally.tier, tally.priced))
        .put("usd_reanchor", usd(tally.reanchor, tally.priced))
        .put("usd_net", usd(tally.net, tally.priced))
        .put(
            "net_per_input",
            tally.priced == 0
                ? JsonNull.NULL
                : ratio(tally.net.pico(), report.estimatedInput.pico()))
        .put("warm_edits", tally.warmEdits)
        .put("paid_back", tally.paidBack)
        .put("needed_requests", median(tally, tally.hasBreakEven() ? tally.medianNeeded() : 0))
        .put("later_requests", median(tally, tally.hasBreakEven() ? tally.medianLeft() : 0))
        .build();
  }

  private static Json median(PolicyTally tally, double value) {
    return tally.hasBreakEven() ? rounded(value) : JsonNull.NULL;
  }

  private static Json usd(Money money, long priced) {
    return priced == 0 ? JsonNull.NULL : new JsonNumber(plain(money));
  }

  private static String plain(Money money) {
    String text = money.dollars().stripTrailingZeros().toPlainString();
    return text.equals("-0") ? "0" : text;
  }

  private static Json ratio(long part, long whole) {
    return whole == 0 ? JsonNull.NULL : rounded((double) part / whole);
  }

  private static Json rounded(double value) {
    return JsonNumber.of(Math.round(value * 1e6) / 1e6);
  }

  private static JsonObject timeline(Timeline timeline) {
    List<Integer> points = timeline.points();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("request", numbers(points, request -> request + 1L))
            .put("context", numbers(points, timeline::before))
            .put("billed", numbers(points, timeline::billed));
    for (Policy policy : Policy.values()) {
      json.put(policy.wireName(), numbers(points, request -> timeline.after(policy, request)));
    }
    return json.build();
  }

  private static JsonArray numbers(List<Integer> points, IntToLongFunction value) {
    return new JsonArray(points.stream().<Json>map(p -> Json.of(value.applyAsLong(p))).toList());
  }
}
