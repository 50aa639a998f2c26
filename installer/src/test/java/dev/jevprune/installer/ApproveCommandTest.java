package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.worker.WorkerClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApproveCommandTest {

  @TempDir private Path home;

  @BeforeEach
  void saveASession() throws IOException {
    SavedSession.write(home);
    Files.createDirectories(home.resolve(".jev-prune"));
  }

  private Told approve(String... more) {
    String[] words =
        Stream.concat(
                Stream.of("approve", "--host", "pi", "--session", SavedSession.ID, "session.jsonl"),
                Stream.of(more))
            .toArray(String[]::new);
    return Told.jevprune(home, words);
  }

  @Test
  @Tag("W2")
  void approvesWithoutAHostAndWithoutAWorker() {
    Told told = approve();
    assertThat(told.err()).isEmpty();
    assertThat(told.code()).isZero();
    assertThat(told.out()).contains("a1 -> a2").contains("b1 -> b2");
    Told list = Told.jevprune(home, "receipts", "list");
    assertThat(list.out()).contains(SavedSession.ID).containsPattern(" 2 +2 ");
    Told show = Told.jevprune(home, "receipts", "show", "--session", SavedSession.ID);
    assertThat(show.out()).contains("src/A.java").contains("b1 -> b2");
    assertThat(approve().out()).contains("No exact repeat");
  }

  @Test
  @Tag("W2")
  void approvesInOpenCodeFromTheListOfItsHook() throws IOException {
    StringBuilder list = new StringBuilder("[" + said("user", "go"));
    for (String id : new String[] {"a1", "a2"}) {
      list.append(",{\"info\":{\"id\":\"m\",\"sessionID\":\"ses_1\",\"role\":\"assistant\"},")
          .append("\"parts\":[{\"id\":\"prt_")
          .append(id)
          .append("\",\"type\":\"tool\",\"tool\":\"read\",\"callID\":\"")
          .append(id)
          .append("\",\"state\":{\"status\":\"completed\",\"input\":{\"filePath\":\"A.java\"},")
          .append("\"output\":\"")
          .append("A.java is read twice here. ".repeat(40))
          .append("\"}}]}");
    }
    for (int i = 0; i < 18; i++) {
      list.append(",").append(said("assistant", "step"));
    }
    list.append(",").append(said("user", "more")).append("]");
    Files.writeString(home.resolve("list.json"), list);
    Told told =
        Told.jevprune(home, "approve", "--host", "opencode", "--session", "ses_1", "list.json");
    assertThat(told.err()).isEmpty();
    assertThat(told.out()).contains("a1 -> a2").contains("A.java");
    Told show = Told.jevprune(home, "receipts", "show", "--session", "ses_1");
    assertThat(show.out()).contains("a1 -> a2");
  }

  @Test
  @Tag("W2")
  void approvesInHermesFromAListOfChatMessages() throws IOException {
    String body = "{\\\"content\\\": \\\"" + "1|A.java is read twice here. ".repeat(40) + "\\\"}";
    StringBuilder list = new StringBuilder("[{\"role\":\"user\",\"content\":\"go\"}");
    for (String id : new String[] {"a1", "a2"}) {
      list.append(",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"")
          .append(id)
          .append("\",\"type\":\"function\",\"function\":{\"name\":\"read_file\",")
          .append("\"arguments\":\"{\\\"path\\\":\\\"A.java\\\"}\"}}]}")
          .append(",{\"role\":\"tool\",\"tool_call_id\":\"")
          .append(id)
          .append("\",\"content\":\"")
          .append(body)
          .append("\"}");
    }
    for (int i = 0; i < 18; i++) {
      list.append(",{\"role\":\"assistant\",\"content\":\"step\"}");
    }
    list.append(",{\"role\":\"user\",\"content\":\"more\"}]");
    Files.writeString(
        home.resolve("chat.json"), "{\"session_id\":\"h1\",\"messages\":" + list + "}");
    Told told = Told.jevprune(home, "approve", "--host", "hermes", "--session", "h1", "chat.json");
    assertThat(told.err()).isEmpty();
    assertThat(told.out()).contains("a1 -> a2");

    String stub = list.toString().replaceFirst("(a2\",\"content\":\")[^}]*}", "$1unchanged\"}");
    Files.writeString(home.resolve("stub.json"), stub);
    Told none = Told.jevprune(home, "approve", "--host", "hermes", "--session", "h2", "stub.json");
    assertThat(none.out()).doesNotContain("a1 -> a2");
  }

  private static String said(String role, String text) {
    return "{\"info\":{\"id\":\"m\",\"sessionID\":\"ses_1\",\"role\":\""
        + role
        + "\"},\"parts\":[{\"type\":\"text\",\"text\":\""
        + text
        + "\"}]}";
  }

  @Test
  void approvesOnlyWhatIsNamed() {
    assertThat(approve("--pair", "b1").code()).isZero();
    Told show = Told.jevprune(home, "receipts", "show", "--session", SavedSession.ID);
    assertThat(show.out()).contains("b1 -> b2").doesNotContain("a1");
    Told unknown = approve("--pair", "zz");
    assertThat(unknown.code()).isEqualTo(1);
  }

  @Test
  void aPlanStoresNothing() {
    assertThat(approve("--plan").out()).contains("a1 -> a2").contains("nothing was stored");
    assertThat(Told.jevprune(home, "receipts", "list").out()).contains("No decisions are stored.");
  }

  @Test
  void refusesTheFileOfAnotherSession() {
    Told told =
        Told.jevprune(home, "approve", "--host", "pi", "--session", "other", "session.jsonl");
    assertThat(told.code()).isEqualTo(1);
    assertThat(told.err()).contains(SavedSession.ID).contains("Nothing was approved");
  }

  @Test
  void knowsOnlyHostsThatReplay() {
    Told told =
        Told.jevprune(home, "approve", "--host", "claude-code", "--session", "s", "session.jsonl");
    assertThat(told.code()).isEqualTo(2);
    assertThat(told.err()).contains("jevprune inspect");
  }

  @Test
  void dropsOnlyWhenToldThatItMayCost() {
    approve();
    Told asked = Told.jevprune(home, "receipts", "drop", "--session", SavedSession.ID);
    assertThat(asked.code()).isEqualTo(1);
    assertThat(asked.err()).contains("--yes").contains("/prune undo");
    Told one =
        Told.jevprune(
            home, "receipts", "drop", "--session", SavedSession.ID, "--pair", "a1", "--yes");
    assertThat(one.out()).contains("1 decision of session");
    Told all = Told.jevprune(home, "receipts", "drop", "--session", SavedSession.ID, "--yes");
    assertThat(all.out()).contains("1 decision of session");
    assertThat(approve().out()).contains("a1 -> a2");
  }

  @Test
  void namesASessionThatItDoesNotKnow() {
    Told told = Told.jevprune(home, "receipts", "show", "--session", "nobody");
    assertThat(told.code()).isEqualTo(1);
    assertThat(told.err()).contains("receipts list");
  }

  @Test
  void leavesTheWritingToARunningWorker() throws IOException, InterruptedException {
    Path data = home.resolve(".jev-prune");
    Path temp = Files.createTempDirectory(Path.of("/tmp"), "jp");
    Process worker = startWorker(data, temp);
    try {
      awaitWorker(worker, data);
      assertThat(approve().code()).isZero();
      // The worker itself knows what was approved, so it was it that wrote it.
      Told dropped =
          Told.jevprune(
              home, "receipts", "drop", "--session", SavedSession.ID, "--pair", "b1", "--yes");
      assertThat(dropped.err()).isEmpty();
      assertThat(dropped.out()).contains("1 decision");
      Told status = Told.jevprune(home, "worker", "status");
      assertThat(status.out()).contains("A worker runs");
    } finally {
      worker.destroy();
      worker.waitFor(10, TimeUnit.SECONDS);
    }
  }

  static Process startWorker(Path data, Path temp) throws IOException {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String classPath =
        Stream.of(all.split(File.pathSeparator))
            .filter(entry -> !entry.contains("graalvm"))
            .collect(Collectors.joining(File.pathSeparator));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "-cp",
            classPath,
            "dev.jevprune.adapters.worker.WorkerMain",
            "--data-home",
            data.toString());
    builder.environment().clear();
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TMPDIR", temp.toString());
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return builder.start();
  }

  static void awaitWorker(Process worker, Path data) throws IOException, InterruptedException {
    while (!worker.waitFor(20, TimeUnit.MILLISECONDS)) {
      Optional<WorkerClient> client = WorkerClient.connect(data, Duration.ofSeconds(20));
      if (client.isPresent()) {
        client.get().close();
        return;
      }
    }
    throw new AssertionError("The worker ended with " + worker.exitValue());
  }
}
