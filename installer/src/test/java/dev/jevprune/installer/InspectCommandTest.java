package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {

  @TempDir private Path home;

  @Test
  void showsPairsReasonsAndASumThatAddsUp() throws IOException {
    SavedSession.write(home);
    Told told = Told.jevprune(home, "inspect", "--from", "pi", "session.jsonl");
    assertThat(told.code()).isZero();
    assertThat(told.err()).isEmpty();
    assertThat(told.out())
        .contains("src/A.java")
        .contains("a1 -> a2")
        .contains("(o200k estimate)")
        .contains("no_later_copy")
        .contains("4 reads = 2 can be left out + 0 left out already + 2 kept");
  }

  @Test
  void printsOneLineOfJson() throws IOException, JsonException {
    SavedSession.write(home);
    Told told = Told.jevprune(home, "inspect", "--json", "--from", "pi", "session.jsonl");
    assertThat(told.out().lines()).hasSize(1);
    JsonObject report = (JsonObject) StrictJson.parse(told.out().strip());
    assertThat(report.members().keySet())
        .containsExactly(
            "schema",
            "file",
            "host",
            "format",
            "session",
            "messages",
            "reads",
            "readBytes",
            "readTokens",
            "pairs",
            "pruned",
            "kept",
            "reasons",
            "saved",
            "tokens",
            "elsewhere",
            "brokenLines");
    assertThat(report.integer("tokens").orElseThrow()).isPositive();
    assertThat(report.object("reasons").orElseThrow().integer("no_later_copy")).hasValue(2);
  }

  @Test
  void countsTheTokensOfTheReadsThatStayToo() throws IOException, JsonException {
    SavedSession.write(home);
    Told told = Told.jevprune(home, "inspect", "--json", "--from", "pi", "session.jsonl");
    JsonObject report = (JsonObject) StrictJson.parse(told.out().strip());
    long kept =
        report.array("kept").orElseThrow().elements().stream()
            .mapToLong(read -> ((JsonObject) read).integer("tokens").orElseThrow())
            .sum();
    assertThat(kept).isPositive().isLessThan(report.integer("readTokens").orElseThrow());
  }

  @Test
  void touchesNothing() throws IOException {
    SavedSession.write(home);
    var before = Sandbox.treeWithTimes(home);
    Told.jevprune(home, "inspect", "--from", "pi", "session.jsonl");
    assertThat(Sandbox.treeWithTimes(home)).isEqualTo(before);
  }

  @Test
  void countsALineThatCannotBeRead() throws IOException {
    Path file = SavedSession.write(home);
    Files.writeString(file, Files.readString(file) + "{\"type\":\"mess");
    Told told = Told.jevprune(home, "inspect", "--from", "pi", file.toString());
    assertThat(told.code()).isZero();
    assertThat(told.out()).contains("1 line could not be read").contains("2 can be left out");
  }

  @Test
  @Tag("W26")
  void refusesASnapshotWithReceiptsOfAnotherSession() throws IOException {
    String hash = "0".repeat(64);
    String proof = "{\"id\":\"ID\",\"hash\":\"" + hash + "\",\"request\":\"" + hash + "\"}";
    Files.writeString(
        home.resolve("snapshot.json"),
        "{\"format\":\"pi\",\"session\":\"t\",\"messages\":[],\"receipts\":[{\"policy\":"
            + "\"exact-read-repeat-v1\",\"model\":\"jev-1.13.0\",\"session\":\"s\","
            + "\"format\":\"pi\",\"source\":"
            + proof.replace("ID", "a")
            + ",\"witness\":"
            + proof.replace("ID", "b")
            + "}]}");
    Told told = Told.jevprune(home, "inspect", "snapshot.json");
    assertThat(told.code()).isEqualTo(1);
    assertThat(told.out()).isEmpty();
    assertThat(told.err()).contains("snapshot.json").contains("another session");
  }

  @Test
  void tellsWrongUseFromAFileThatCannotBeUsed() throws IOException {
    Files.writeString(home.resolve("x.json"), "{\"password\": \"hunter2");
    assertThat(Told.jevprune(home, "inspect").code()).isEqualTo(2);
    assertThat(Told.jevprune(home, "inspect", "--from", "emacs", "x.json").code()).isEqualTo(2);
    assertThat(Told.jevprune(home, "inspect", "--max-body-bytes", "1", "x.json").code())
        .isEqualTo(2);
    assertThat(Told.jevprune(home, "inspect", "missing.json").code()).isEqualTo(1);
    Told folder = Told.jevprune(home, "inspect", "--from", "pi", ".");
    assertThat(folder.code()).isEqualTo(1);
    assertThat(folder.err()).contains("looks through no folders");
    Told broken = Told.jevprune(home, "inspect", "x.json");
    assertThat(broken.code()).isEqualTo(1);
    assertThat(broken.err()).contains("x.json").doesNotContain("hunter2");
  }
}
