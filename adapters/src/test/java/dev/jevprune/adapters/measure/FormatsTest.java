package dev.jevprune.adapters.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each kind of file, from small ones of our own; those of OpenCode and Hermes are from real runs.
 */
class FormatsTest {
  private static final Path FIXTURES =
      Path.of(System.getProperty("project.root", ".."), "testdata", "measure");

  @TempDir private Path folder;

  /** The driver unpacks its library there; a build names a folder that nobody has made yet. */
  @BeforeAll
  static void makeTheTemporaryFolder() throws IOException {
    Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // file, format, sessions, segments, calls, reads, edits, stale, turns, requests
    "pi.jsonl, pi-session-jsonl, 1, 1, 2, 1, 1, 0, 3, 3",
    "openclaw.jsonl, openclaw-session-jsonl, 1, 1, 2, 1, 1, 1, 2, 2",
    "claude-code.jsonl, claude-code-jsonl, 1, 2, 4, 2, 1, 1, 3, 3",
    "codex-rollout.jsonl, codex-rollout-jsonl, 1, 2, 2, 0, 1, 0, 0, 3",
    "copilot.jsonl, copilot-session-jsonl, 1, 1, 2, 1, 1, 1, 2, 2",
    "opencode-export.json, opencode-session, 1, 2, 5, 4, 1, 3, 11, 11",
    "opencode.db, opencode-session, 1, 2, 5, 4, 1, 3, 11, 11",
    "hermes-export.jsonl, hermes-session, 1, 1, 6, 3, 0, 0, 8, 8",
    "hermes-state.db, hermes-session, 1, 1, 6, 3, 0, 0, 8, 8",
    "requests-chat.jsonl, request-bodies-jsonl, 4, 4, 5, 4, 1, 3, 12, 12",
    "requests-anthropic.jsonl, request-bodies-jsonl, 1, 1, 2, 1, 1, 1, 3, 3",
    "requests-responses.jsonl, request-bodies-jsonl, 1, 1, 1, 1, 0, 0, 2, 2",
    "swe-agent.traj, swe-agent-traj, 1, 1, 4, 1, 1, 1, 0, 4",
    "openhands.jsonl, openhands-output-jsonl, 2, 2, 3, 2, 1, 0, 0, 3",
  })
  void readsTheFormat(
      String file,
      String format,
      int sessions,
      long segments,
      long calls,
      long reads,
      long edits,
      long stale,
      long turns,
      long requests)
      throws IOException {
    FileReport report = PiLog.measured(FIXTURES.resolve(file)).files().get(0);
    assertThat(report.problem).isEmpty();
    assertThat(report.format).isEqualTo(format);
    assertThat(report.sessions).hasSize(sessions);
    Counts counts = report.total.counts;
    assertThat(
            List.of(
                counts.segments,
                counts.calls,
                counts.reads,
                counts.edits,
                counts.staleReads,
                counts.modelTurns,
                report.total.requests))
        .containsExactly(segments, calls, reads, edits, stale, turns, requests);
  }

  @Test
  void takesUsageFromTheFile() throws IOException {
    SessionReport claude = PiLog.measured(FIXTURES.resolve("claude-code.jsonl")).total();
    assertThat(claude.billedRequests).isEqualTo(3);
    assertThat(claude.billed.longWritten()).isEqualTo(1500);
    assertThat(claude.billed.output()).isEqualTo(40 + 30 + 20);
    SessionReport codex = PiLog.measured(FIXTURES.resolve("codex-rollout.jsonl")).total();
    assertThat(codex.billed.fresh()).isEqualTo(200 + 100);
    assertThat(codex.billed.read()).isEqualTo(1000 + 1200);
    SessionReport hermes = PiLog.measured(FIXTURES.resolve("hermes-state.db")).total();
    assertThat(hermes.billed.prompt()).isEqualTo(27_490);
  }

  @Test
  void seesTheSameInADatabaseAndItsExport() throws IOException {
    for (String[] pair :
        new String[][] {
          {"opencode.db", "opencode-export.json"}, {"hermes-state.db", "hermes-export.jsonl"}
        }) {
      assertThat(ReportJson.of(PiLog.measured(FIXTURES.resolve(pair[0])).total()))
          .isEqualTo(ReportJson.of(PiLog.measured(FIXTURES.resolve(pair[1])).total()));
    }
  }

  /** A request that goes back to an earlier message continues from there; nothing counts twice. */
  @Test
  void countsAMessageOnceHoweverManyRequestsCarryIt() throws IOException {
    SessionReport report = PiLog.measured(FIXTURES.resolve("requests-anthropic.jsonl")).total();
    assertThat(report.counts.calls).isEqualTo(2);
    assertThat(report.tools.keySet()).containsExactly("Edit", "Read");
  }

  @Test
  void writesNothingBesideADatabaseThatAHostHasOpen() throws IOException, SQLException {
    Path database = Files.copy(FIXTURES.resolve("hermes-state.db"), folder.resolve("state.db"));
    try (Connection host = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = host.createStatement()) {
      statement.execute("pragma journal_mode=wal");
      statement.execute(
          "insert into messages (session_id, role, content, timestamp) select id, 'user', 'more', 9"
              + " from sessions");
      List<String> before = listing();
      assertThat(before.toString()).contains("state.db-wal");
      SessionReport report = PiLog.measured(database).total();
      assertThat(report.counts.calls).isEqualTo(6);
      assertThat(listing()).isEqualTo(before);
    }
    List<String> closed = listing();
    assertThat(PiLog.measured(database).total().counts.calls).isEqualTo(6);
    assertThat(listing()).isEqualTo(closed);
  }

  private List<String> listing() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .sorted()
          .map(
              file -> {
                try {
                  return file.getFileName()
                      + " "
                      + Files.size(file)
                      + " "
                      + Files.getLastModifiedTime(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .toList();
    }
  }

  @Test
  void walksAFolderThatIsNamedAndCountsWhatIsNoSession() throws IOException {
    Files.copy(FIXTURES.resolve("pi.jsonl"), folder.resolve("a.jsonl"));
    Files.writeString(folder.resolve("notes.md"), "# no session\n");
    MeasureReport report = PiLog.measured(folder);
    assertThat(report.files()).hasSize(1);
    assertThat(report.passedOver()).isEqualTo(1);
  }

  @Test
  void saysWhyANamedFileIsNotRead() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes.md"), "# no session\n");
    assertThat(PiLog.measured(notes).files().get(0).problem).contains("no session format");
    assertThat(PiLog.measured(notes).readable()).isZero();
  }

  /** Pi's tree: an answer to an earlier entry leaves what came behind that entry. */
  @Test
  void goesBackWhereATreeBranches() throws IOException {
    Timeline timeline =
        PiLog.measured(FIXTURES.resolve("pi.jsonl"))
            .files()
            .get(0)
            .sessions
            .get(0)
            .report()
            .timeline;
    assertThat(timeline.size()).isEqualTo(3);
    // The edit stands on the branch that was left, so the read is not stale.
    assertThat(timeline.before(2)).isEqualTo(timeline.before(1));
  }
}
