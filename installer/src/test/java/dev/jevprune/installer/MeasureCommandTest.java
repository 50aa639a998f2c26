package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasureCommandTest {
  private static final Path FIXTURES =
      Path.of(System.getProperty("project.root", ".."), "testdata", "measure");

  @TempDir private Path home;

  @BeforeEach
  void copyASession() throws IOException {
    Files.copy(FIXTURES.resolve("claude-code.jsonl"), home.resolve("session.jsonl"));
  }

  @Test
  void printsATableWithTheFormatItDetected() throws IOException {
    Told told = Told.jevprune(home, "measure", "session.jsonl");
    assertThat(told.code()).isZero();
    assertThat(told.err()).isEmpty();
    assertThat(told.out())
        .contains("claude-code-jsonl, 1 session, 4 calls, 1 broken line passed over")
        .contains("o200k estimate")
        .contains("Residual: billed");
  }

  @Test
  void printsOneLineOfJson() throws IOException, JsonException {
    Told told = Told.jevprune(home, "measure", "--json", "--no-tokens", "session.jsonl");
    assertThat(told.out().lines()).hasSize(1);
    JsonObject report = (JsonObject) StrictJson.parse(told.out().strip());
    assertThat(report.members().keySet())
        .containsExactly("schema", "tokens", "prices", "passed_over", "files", "total");
    assertThat(report.string("schema")).hasValue("jev-prune.measure.v1");
    assertThat(report.string("tokens")).hasValue("bytes/4 estimate");
  }

  @Test
  void writesThePageWhereItIsTold() throws IOException {
    Told told = Told.jevprune(home, "measure", "--csv", "--html", "out.html", "session.jsonl");
    assertThat(told.code()).isZero();
    assertThat(told.out()).startsWith("file,format");
    assertThat(home.resolve("out.html")).content().startsWith("<!doctype html>");
  }

  @Test
  void takesPricesOfTheUser() throws IOException {
    Files.writeString(
        home.resolve("prices.json"),
        "{\"schema\":\"jev-prune.prices.v1\",\"date\":\"2027-01-02\",\"source\":\"mine\",\"models\":"
            + "[{\"model\":\"own-*\",\"input\":1,\"read\":0.1,\"output\":2}]}");
    Told told =
        Told.jevprune(
            home, "measure", "--prices", "prices.json", "--as-model", "own-1", "session.jsonl");
    assertThat(told.code()).isZero();
    assertThat(told.out()).contains("2027-01-02 (own table)");
  }

  @Test
  void refusesPricesItCannotReadAndSaysWhy() throws IOException {
    Files.writeString(home.resolve("prices.json"), "{\"schema\":\"other\"}");
    Told told = Told.jevprune(home, "measure", "--prices", "prices.json", "session.jsonl");
    assertThat(told.code()).isEqualTo(1);
    assertThat(told.err()).contains("prices.json").contains("jev-prune.prices.v1");
  }

  @Test
  void refusesAModelWithoutAPrice() throws IOException {
    Told told = Told.jevprune(home, "measure", "--as-model", "nobody-1", "session.jsonl");
    assertThat(told.code()).isEqualTo(1);
    assertThat(told.err()).contains("nobody-1");
  }

  @Test
  void failsWhenNothingCouldBeRead() throws IOException {
    Files.writeString(home.resolve("notes.md"), "# notes\n");
    assertThat(Told.jevprune(home, "measure", "notes.md").code()).isEqualTo(1);
    assertThat(Told.jevprune(home, "measure", "absent.jsonl").err()).contains("is not there");
    assertThat(Told.jevprune(home, "measure").code()).isEqualTo(2);
    assertThat(Told.jevprune(home, "measure", "--json", "--csv", "session.jsonl").code())
        .isEqualTo(2);
  }

  @Test
  void showsNoDollarsForAPlan() throws IOException {
    Told told = Told.jevprune(home, "measure", "--plan", "session.jsonl");
    assertThat(told.out()).contains("No dollars: a plan is billed.").doesNotContain("$");
  }
}
