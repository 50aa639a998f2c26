package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final String ESCAPE = "\u001b[";

  @TempDir Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(strings = {"", "help", "--help", "-h", "help worker"})
  void helps(String words) {
    assertThat(run(false, Map.of(), words.isEmpty() ? new String[0] : words.split(" "))).isZero();
    assertThat(out()).contains("Usage: jevprune").contains("worker");
    assertThat(err()).isEmpty();
  }

  @Test
  void saysItsVersion() {
    assertThat(run(false, Map.of(), "--version")).isZero();
    assertThat(out()).isEqualTo("Jev Prune " + Version.current() + System.lineSeparator());
    assertThat(Version.current()).matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "--nope", "worker", "worker nope", "worker status --nope"})
  void saysTwoForWrongUse(String words) {
    assertThat(run(false, Map.of(), words.split(" "))).isEqualTo(2);
    assertThat(out()).isEmpty();
    assertThat(err()).isNotBlank();
  }

  @Test
  void coloursForAPersonOnly() {
    run(true, Map.of("TERM", "xterm"), "help");
    assertThat(out()).contains(ESCAPE);
  }

  @Test
  void neverColoursForAPipeOrAgainstTheUsersWish() {
    run(false, Map.of("TERM", "xterm"), "help");
    run(true, Map.of("NO_COLOR", "1", "TERM", "xterm"), "help");
    run(true, Map.of("TERM", "dumb"), "help");
    assertThat(out()).doesNotContain(ESCAPE);
  }

  @Test
  void saysThatNoWorkerRuns() throws Exception {
    Path dataHome = temp.resolve("no such place");
    assertThat(run(false, Map.of(), "worker", "status", "--data-home", dataHome.toString()))
        .isZero();
    assertThat(out()).contains("No worker runs for " + dataHome);
    out.reset();
    run(false, Map.of(), "worker", "status", "--json", "--home", temp.toString());
    JsonObject status = (JsonObject) StrictJson.parse(out().strip());
    assertThat(status.bool("running")).contains(false);
    assertThat(status.string("dataHome")).contains(temp.resolve(".jev-prune").toString());
    out.reset();
    assertThat(run(false, Map.of("HOME", temp.toString()), "worker", "stop")).isZero();
    assertThat(out()).contains("No worker runs");
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void takesARecordOfADeadWorkerAsNoWorker() throws IOException {
    Path dataHome = Files.createDirectories(temp.resolve("data"));
    Sandbox.write(
        dataHome.resolve("worker.json"),
        "{\"schema\":\"jev-prune.worker.v1\",\"pid\":1,\"socket\":\""
            + temp.resolve("gone.sock")
            + "\",\"protocol\":{\"min\":1,\"max\":1},\"version\":\"0.1.0\","
            + "\"startedAt\":\"2026-01-01T00:00:00Z\"}");
    assertThat(run(false, Map.of(), "worker", "status", "--data-home", dataHome.toString()))
        .isZero();
    assertThat(out()).contains("No worker runs");
  }

  @Test
  void isCallableWithStreamsAndVariablesOnly() {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(Main.run(stream, stream, Map.of(), List.of("--version"))).isZero();
    assertThat(InstallMain.run(stream, stream, Map.of(), List.of("--help"))).isZero();
    assertThat(out()).contains("--uninstall").contains("Exit codes");
  }

  private int run(boolean terminal, Map<String, String> env, String... words) {
    Surroundings surroundings =
        new Surroundings(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            env,
            temp.toString(),
            temp.toString(),
            "/java",
            terminal);
    return Main.run(surroundings, List.of(words));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
