package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import java.util.List;

/** What was measured, in four forms that hold the same figures. */
public final class MeasureReport {
  static final String SCHEMA = "jev-prune.measure.v1";

  private final List<FileReport> files;
  private final long passedOver;
  private final Pricing pricing;
  private final boolean counted;
  private final SessionReport total = new SessionReport();

  /**
   * @param passedOver files in named folders that are no sessions
   */
  MeasureReport(List<FileReport> files, long passedOver, Pricing pricing, boolean counted) {
    this.files = List.copyOf(files);
    this.passedOver = passedOver;
    this.pricing = pricing;
    this.counted = counted;
    files.forEach(file -> total.add(file.total));
  }

  List<FileReport> files() {
    return files;
  }

  SessionReport total() {
    return total;
  }

  long passedOver() {
    return passedOver;
  }

  Pricing pricing() {
    return pricing;
  }

  /** How tokens were counted, in words. */
  String tokenizer() {
    return counted ? "o200k estimate" : "bytes/4 estimate";
  }

  /** How many files could be read. */
  public long readable() {
    return files.stream().filter(file -> file.problem.isEmpty()).count();
  }

  /** The table for people, line by line. */
  public List<String> table() {
    return new MeasureTable(this).lines();
  }

  /** One line of JSON, as {@code docs/measuring.md} describes it. */
  public String json() {
    return write(tree());
  }

  /** One row for each session, with a head line. */
  public String csv() {
    return MeasureCsv.of(this);
  }

  /** One page that needs nothing else. */
  public String html() {
    return new MeasureHtml(this).page();
  }

  JsonObject tree() {
    return JsonObject.builder()
        .put("schema", SCHEMA)
        .put("tokens", tokenizer())
        .put(
            "prices",
            JsonObject.builder()
                .put("date", pricing.table().date())
                .put("source", pricing.table().source())
                .put("as_model", pricing.asModel().orElse(""))
                .put("plan", pricing.plan())
                .build())
        .put("passed_over", passedOver)
        .put("files", new JsonArray(files.stream().<Json>map(ReportJson::file).toList()))
        .put("total", ReportJson.of(total))
        .build();
  }

  static String write(Json json) {
    try {
      return JsonText.write(json);
    } catch (JsonException e) {
      throw new AssertionError("A report is not nested deep.", e);
    }
  }
}
