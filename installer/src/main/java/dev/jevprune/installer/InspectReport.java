package dev.jevprune.installer;

import dev.jevprune.adapters.files.Inspection;
import dev.jevprune.adapters.files.Inspection.FoundPair;
import dev.jevprune.adapters.files.Inspection.KeptRead;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.ReasonText;
import dev.jevprune.adapters.worker.Wording;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An inspection for people and as JSON.
 *
 * @param tokens ready, or a counter that never is: then there are no tokens in the report
 */
record InspectReport(
    String file, Optional<String> host, Inspection inspection, TokenCounter tokens) {
  static final String SCHEMA = "jev-prune.inspect.v1";

  String toJson() {
    List<Json> pairs = new ArrayList<>();
    for (FoundPair pair : inspection.pairs()) {
      pairs.add(
          JsonObject.builder()
              .put("n", pairs.size() + 1)
              .put("source", pair.source())
              .put("witness", pair.witness())
              .put("tool", pair.tool())
              .put("path", pair.path())
              .put("bytes", pair.bytes())
              .put("saved", pair.savedBytes())
              .put("tokens", orNull(savedTokens(pair)))
              .build());
    }
    List<Json> kept = new ArrayList<>();
    inspection
        .kept()
        .forEach(
            read ->
                kept.add(
                    JsonObject.builder()
                        .put("id", read.id())
                        .put("path", read.path())
                        .put("bytes", read.bytes())
                        .put("tokens", orNull(tokensOf(List.of(read.text()))))
                        .put("reason", read.reason().wireName())
                        .build()));
    JsonObject.Builder reasons = JsonObject.builder();
    inspection.reasons().forEach((reason, count) -> reasons.put(reason.wireName(), count));
    JsonObject report =
        JsonObject.builder()
            .put("schema", SCHEMA)
            .put("file", file)
            .put("host", host.<Json>map(Json::of).orElse(JsonNull.NULL))
            .put("format", inspection.format().wireName())
            .put(
                "session",
                inspection.session().<Json>map(id -> Json.of(id.value())).orElse(JsonNull.NULL))
            .put("messages", inspection.messages())
            .put("reads", inspection.reads())
            .put("readBytes", inspection.readBytes())
            .put("readTokens", orNull(tokensOf(inspection.readTexts())))
            .put("pairs", new JsonArray(pairs))
            .put(
                "pruned",
                new JsonArray(inspection.prunedIds().stream().<Json>map(Json::of).toList()))
            .put("kept", new JsonArray(kept))
            .put("reasons", reasons.build())
            .put("saved", inspection.savedBytes())
            .put("tokens", orNull(savedTokens()))
            .put(
                "elsewhere",
                JsonObject.builder()
                    .put("compacted", inspection.compactedReads())
                    .put("otherBranches", inspection.otherBranchReads())
                    .build())
            .put("brokenLines", inspection.brokenLines())
            .build();
    try {
      return JsonText.write(report);
    } catch (JsonException e) {
      throw new AssertionError("A report is not nested.", e);
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        file
            + ": "
            + Wording.count(inspection.messages(), "message")
            + " in the next request, "
            + Wording.count(inspection.reads(), "read")
            + " with "
            + Wording.count(inspection.readBytes(), "byte")
            + estimate(tokensOf(inspection.readTexts())));
    inspection.session().ifPresent(id -> lines.add("session " + Wording.name(id.value())));
    lines.add("");
    if (inspection.pairs().isEmpty()) {
      lines.add("No exact repeat can be left out.");
    } else {
      pairs(lines);
    }
    reasons(lines);
    lines.add("");
    lines.add(sum());
    elsewhere(lines);
    return lines;
  }

  private void pairs(List<String> lines) {
    lines.add("Exact repeats that can be left out:");
    lines.add(row("#", "read", "bytes", "saved", "tokens") + "  id -> copy that stays");
    int n = 0;
    for (FoundPair pair : inspection.pairs()) {
      n++;
      lines.add(
          row(
                  String.valueOf(n),
                  Wording.name(pair.path().isEmpty() ? pair.tool() : pair.path()),
                  Wording.number(pair.bytes()),
                  Wording.number(pair.savedBytes()),
                  orDash(savedTokens(pair)))
              + "  "
              + Wording.name(pair.source())
              + " -> "
              + Wording.name(pair.witness()));
    }
    OptionalLong all = savedTokens();
    lines.add(
        "Together "
            + Wording.count(inspection.savedBytes(), "byte")
            + estimate(all)
            + " less in each request.");
  }

  private void reasons(List<String> lines) {
    Map<GateReason, Integer> reasons = inspection.reasons();
    if (reasons.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Why the others stay:");
    lines.add(String.format(Locale.ROOT, "%7s %11s %9s  %s", "reads", "bytes", "tokens", "reason"));
    reasons.forEach(
        (reason, count) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%7s %11s %9s  %-20s %s",
                    Wording.number(count),
                    Wording.number(inspection.bytesKeptBy(reason)),
                    orDash(tokensOf(textsKeptBy(reason))),
                    reason.wireName(),
                    ReasonText.of(reason))));
  }

  private String sum() {
    return Wording.count(inspection.reads(), "read")
        + " = "
        + inspection.pairs().size()
        + " can be left out + "
        + inspection.prunedIds().size()
        + " left out already + "
        + inspection.kept().size()
        + " kept";
  }

  private void elsewhere(List<String> lines) {
    if (inspection.compactedReads() > 0) {
      lines.add(
          Wording.count(inspection.compactedReads(), "more read")
              + " before the last compaction: not in the next request.");
    }
    if (inspection.otherBranchReads() > 0) {
      lines.add(
          Wording.count(inspection.otherBranchReads(), "more read")
              + " on branches that were left: not in the next request.");
    }
    if (inspection.brokenLines() > 0) {
      lines.add(
          Wording.count(inspection.brokenLines(), "line")
              + " could not be read; what they held is not counted.");
    }
  }

  private List<String> textsKeptBy(GateReason reason) {
    return inspection.kept().stream()
        .filter(read -> read.reason() == reason)
        .map(KeptRead::text)
        .toList();
  }

  private OptionalLong tokensOf(List<String> texts) {
    return tokens.ready(Duration.ZERO)
        ? OptionalLong.of(texts.stream().mapToLong(tokens::count).sum())
        : OptionalLong.empty();
  }

  private static String estimate(OptionalLong count) {
    return count.isPresent()
        ? " and " + Wording.count(count.getAsLong(), "token") + " (o200k estimate)"
        : "";
  }

  private OptionalLong savedTokens(FoundPair pair) {
    return tokens.ready(Duration.ZERO)
        ? OptionalLong.of(tokens.count(pair.text()) - tokens.count(pair.marker()))
        : OptionalLong.empty();
  }

  private OptionalLong savedTokens() {
    return tokens.ready(Duration.ZERO)
        ? OptionalLong.of(
            inspection.pairs().stream().mapToLong(pair -> savedTokens(pair).orElse(0)).sum())
        : OptionalLong.empty();
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%3s  %-32s %9s %9s %7s", (Object[]) cells);
  }

  private static String orDash(OptionalLong value) {
    return value.isPresent() ? Wording.number(value.getAsLong()) : "-";
  }

  private static Json orNull(OptionalLong value) {
    return value.isPresent() ? Json.of(value.getAsLong()) : JsonNull.NULL;
  }
}
