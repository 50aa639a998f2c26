package dev.jevprune.adapters.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFormsTest {
  private static final Pattern FIGURE =
      Pattern.compile("<data value=\"([^\"]+)\" data-path=\"([^\"]+)\">([^<]*)</data>");

  @TempDir private Path folder;

  private MeasureReport report() throws IOException {
    return PiLog.measured(
        new PiLog("claude-opus-5")
            .user("go")
            .read("A", PiLog.body("A", 80))
            .read("B", PiLog.body("B", 80))
            .call("edit", "A", "done")
            .turns(12)
            .read("B", PiLog.body("B", 80))
            .turns(12)
            .write(folder));
  }

  @Test
  void showsOnThePageWhatTheJsonSays() throws IOException, JsonException {
    MeasureReport report = report();
    Pointers json = new Pointers(StrictJson.parse(report.json()));
    Matcher figures = FIGURE.matcher(report.html());
    int count = 0;
    while (figures.find()) {
      count++;
      assertThat(json.at(figures.group(2)))
          .as(figures.group(2))
          .isEqualTo(new JsonNumber(figures.group(1)));
      if (figures.group(3).matches("-?[0-9,]+")) {
        assertThat(Long.parseLong(figures.group(3).replace(",", "")))
            .as(figures.group(2))
            .isEqualTo((long) Math.ceil(Double.parseDouble(figures.group(1))));
      }
    }
    assertThat(count).isGreaterThan(80);
  }

  @Test
  void needsNoOtherFileAndNoNetwork() throws IOException {
    String page = report().html();
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContain("http:")
        .doesNotContain("https:");
    assertThat(page.replaceAll("href=\"#main\"", ""))
        .doesNotContain("href=")
        .doesNotContain("src=\"");
  }

  @Test
  void isReadableWithoutSeeingIt() throws IOException {
    String page = report().html();
    assertThat(page).contains("<html lang=\"en\">").contains("class=\"skip\"");
    Matcher charts = Pattern.compile("<svg class=\"chart\"[^>]*>").matcher(page);
    int count = 0;
    while (charts.find()) {
      count++;
      assertThat(charts.group()).contains("role=\"img\"").contains("aria-labelledby");
    }
    assertThat(count).isGreaterThanOrEqualTo(5);
    assertThat(page)
        .containsPattern("role=\"img\" aria-label=\"Classes of reads\\. stale [0-9.]+ % of reads");
    assertThat(page).doesNotContain("<th>").contains("scope=\"col\"").contains("scope=\"row\"");
  }

  @Test
  void showsNamesFromAFileAsTextOnly() throws IOException {
    Path file = folder.resolve("<img src=x onerror=alert(1)>.jsonl");
    Files.write(
        file,
        List.of(
            "{\"type\":\"session\",\"id\":\"</script><b>\"}",
            "{\"type\":\"message\",\"message\":{\"role\":\"assistant\",\"model\":\"<b>\",\"content\":[{\"type\":\"toolCall\",\"id\":\"1\",\"name\":\"<script>\",\"arguments\":{}}]}}",
            "{\"type\":\"message\",\"message\":{\"role\":\"toolResult\",\"toolCallId\":\"1\",\"content\":[]}}"));
    String page = PiLog.measured(file).html();
    assertThat(page).doesNotContain("<img").doesNotContain("<b>").contains("&lt;script&gt;");
    assertThat(page.split("<script>", -1)).hasSize(2);
  }

  @Test
  void givesARowForEachSession() throws IOException {
    List<String> rows = report().csv().lines().toList();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0)).startsWith("file,format,session,state,models,segments,calls");
    assertThat(rows.get(1).split(",", -1)).hasSameSizeAs(rows.get(0).split(",", -1));
  }

  @Test
  void keepsASpreadsheetFromTakingANameForAFormula() throws IOException {
    Path file = folder.resolve("session.jsonl");
    Files.write(
        file,
        List.of(
            "{\"type\":\"session\",\"id\":\"=1+1\"}",
            "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"a, b\"}}"));
    assertThat(PiLog.measured(file).csv()).contains(",'=1+1,");
  }

  @Test
  void namesTheDayOfItsPrices() throws IOException {
    MeasureReport report = report();
    assertThat(String.join("\n", report.table())).contains("List prices of 2026-11-20");
    assertThat(report.json()).contains("\"date\":\"2026-11-20\"");
    assertThat(report.html()).contains("List prices of 2026-11-20");
  }
}
