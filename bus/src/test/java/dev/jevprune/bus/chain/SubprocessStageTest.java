package dev.jevprune.bus.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.bus.registry.StageTransport;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stages as processes; the shell scripts stand for programs of other packages. */
@Timeout(60)
class SubprocessStageTest {

  private static final long LONG = 30_000;

  @TempDir Path temp;
  private Map<String, String> environment = StageEnvironment.of(System.getenv());

  private Json run(String script, JsonObject request, long millis) throws Exception {
    StageTransport transport =
        new StageTransport(
            List.of("sh", "-c", script, "stage", "{workspace}/x"),
            LONG,
            Optional.of(temp.toString()));
    return new SubprocessStage(transport, environment).run(request, millis);
  }

  private static JsonObject request(String text) {
    return JsonObject.builder().put("text", text).put("workspace", "/w s").build();
  }

  @Test
  void readsTheRequestAndWritesTheReply() throws Exception {
    JsonObject request = request("é 🎉 \ud800 \u0000");
    assertThat(run("cat", request, LONG)).isEqualTo(request);
  }

  @Test
  void getsTheWorkspaceAndItsFolderWithNoShellInBetween() throws Exception {
    JsonObject reply =
        (JsonObject)
            run("printf '{\"arg\":\"%s\",\"cwd\":\"%s\"}' \"$1\" \"$PWD\"", request(""), LONG);
    assertThat(reply.string("arg")).contains("/w s/x");
    assertThat(reply.string("cwd")).contains(temp.toRealPath().toString());
  }

  @Tag("W36")
  @Test
  void getsNoKeyFromOurEnvironment() throws Exception {
    Map<String, String> all = new HashMap<>(System.getenv());
    all.put("TYPESAFE_API_KEY", "secret");
    all.put("ANTHROPIC_API_KEY", "secret");
    all.put("JEV_PRUNE_ENV_FILE", "secret");
    environment = StageEnvironment.of(all);
    Path seen = temp.resolve("seen");
    run("env > seen; echo null", request(""), LONG);
    assertThat(Files.readString(seen)).contains("PATH=").doesNotContain("secret");
  }

  @Test
  void isLateWhenItDoesNotEndInTimeAndIsGoneThen() throws Exception {
    Path pid = temp.resolve("pid");
    String script = "echo $$ > pid.new; mv pid.new pid; sleep 600 & wait";
    assertThatThrownBy(() -> run(script, request(""), 3_000))
        .isInstanceOfSatisfying(StageException.class, e -> assertThat(e.isLate()).isTrue());
    long started = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(started).ifPresent(process -> process.onExit().join());
  }

  @Test
  void aReplyCountsOnlyWithExitCodeZero() {
    assertThatThrownBy(() -> run("cat; exit 3", request(""), LONG))
        .hasMessageContaining("exit code 3");
  }

  @Test
  void aReplyThatIsNotStrictJsonCountsForNothing() {
    for (String reply : List.of("", "{", "{} {}", "{\\\"a\\\":1,\\\"a\\\":1}", "NaN")) {
      assertThatThrownBy(() -> run("printf '%s' \"" + reply + "\"", request(""), LONG))
          .isInstanceOf(StageException.class)
          .hasMessageContaining("cannot be read");
    }
  }

  @Test
  void aReplyBeyondTheBoundIsNotReadOn() {
    assertThatThrownBy(() -> run("yes", request(""), LONG))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("8388608");
  }

  @Tag("W4")
  @Test
  void aRequestBeyondTheBoundIsThisStagesPassthrough() {
    assertThatThrownBy(() -> run("cat", request("x".repeat(SubprocessStage.MAX_BYTES)), LONG))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("too much for a stage");
  }

  @Test
  void aProgramThatIsNotThereIsAFailure() {
    StageTransport transport =
        new StageTransport(List.of("/nowhere/stage"), LONG, Optional.empty());
    assertThatThrownBy(() -> new SubprocessStage(transport, environment).run(request(""), LONG))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("/nowhere/stage");
  }

  @Test
  void aStageMayAnswerWithoutReading() throws Exception {
    assertThat(run("echo 1", request("x".repeat(1_000_000)), LONG)).isEqualTo(Json.of(1));
  }
}
