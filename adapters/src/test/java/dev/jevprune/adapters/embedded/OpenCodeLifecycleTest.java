package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stale and superseded reads in OpenCode: decided at a request, by a word, and given back. */
class OpenCodeLifecycleTest {
  private static final String SESSION = OpenCodeBench.SESSION;
  private static final String FILE = "/workspace/answer.toml";
  private static final String OLD = "answer = 41 # the text before the edit; ".repeat(20);
  private static final String NEW = "answer = 42 # the text behind the edit; ".repeat(20);
  private static final String LOG = "12:00 started, and a line of a growing log; ".repeat(20);
  private static final Pattern OP = Pattern.compile("\"op\":\"(\\w+)\"");
  private static final Pattern HANDLE =
      Pattern.compile("jev_prune_expand gives this older text back: ([0-9a-f]{12})\\]");

  private static final String COMPONENT =
      """
      pipeline: [readlifecycle]
      components: {readlifecycle: {cold_cache: true}}
      """;
  private static final String SHORT_LIFE = COMPONENT + "cache: {ttl_seconds: 1}\n";

  @TempDir Path folder;
  private OpenCodeBench bench;
  private Transport worker = (request, answer) -> answer.fail("down");
  private final List<String> ops = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    bench = load("");
  }

  /** An OpenCode that starts with these settings, and the worker's own code. */
  private void open(String config) throws IOException {
    bench.close();
    bench = load(config);
    ops.clear();
  }

  private OpenCodeBench load(String config) throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/config.yaml"), config);
    worker = LifecycleCommandTest.workerFor(folder);
    return OpenCodeBench.load(
        folder,
        (request, answer) -> {
          Matcher op = OP.matcher(request);
          ops.add(op.find() ? op.group(1) : "?");
          worker.call(request, answer);
        });
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** One stale read (r1), one superseded one (p1), one repeat (a1), in turns that are over. */
  private static OpenCodeMessages chat() {
    OpenCodeMessages chat =
        new OpenCodeMessages()
            .answeredAt(1)
            .user("Correct the answer.")
            .read("r1", FILE, OLD)
            .read("p1", "/workspace/run.log", LOG)
            .read("a1", Chats.PATH, Chats.BODY)
            .edit("e1", "answer.toml")
            .read("r2", FILE, NEW)
            .read("p2", "/workspace/run.log", LOG + "12:01 and one line more")
            .read("a2", Chats.PATH, Chats.BODY)
            .assistant("Corrected.")
            .user("Now run it.");
    return OpenCodeBench.later(chat, 17);
  }

  private String sent(String session) {
    return OpenCodeBench.ended(bench.openCode.request(session));
  }

  private String sent() {
    return sent(SESSION);
  }

  private boolean holds(String body) {
    return sent().contains("\"output\":" + PiSettings.quote(body) + ",");
  }

  private static String handleIn(String sent) {
    Matcher handle = HANDLE.matcher(sent.substring(sent.indexOf("this read of " + FILE)));
    assertThat(handle.find()).isTrue();
    return handle.group(1);
  }

  private String expand(String session, String id) {
    return bench.openCode.tool(session, "jev_prune_expand", "{\"id\":\"" + id + "\"}").value();
  }

  @Test
  @Tag("B21")
  void leavesStaleAndSupersededReadsOutOnAColdTurnAndGoesOnDoingSo() throws IOException {
    open(SHORT_LIFE);
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    String sent = sent();
    assertThat(sent)
        .contains("this read of " + FILE + " is left out, the file was modified later")
        .contains("this read of /workspace/run.log is left out, the same part was read again")
        .contains(PiSettings.quote(NEW))
        .doesNotContain(PiSettings.quote(OLD));
    assertThat(bench.stored()).contains(PiSettings.quote(OLD));
    int asked = ops.size();
    bench.chat(new OpenCodeMessages().answeredAt(bench.host.millis()).assistant("Done."));
    assertThat(sent()).startsWith(sent.substring(0, sent.length() - 1));
    assertThat(ops).as("nothing new, and warm").hasSize(asked);
  }

  @Test
  void givesTheOriginalBackByteForByteAndKeepsItWhereItIsReadAnew() throws IOException {
    open(SHORT_LIFE);
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    String id = handleIn(sent());
    assertThat(expand(SESSION, id)).contains("\"output\":" + PiSettings.quote(OLD) + ",");
    assertThat(expand(SESSION, "ffffffffffff")).contains("\"error\"", "left out nothing");
    assertThat(expand(SESSION, "")).contains("\"error\"", "left out nothing");
    String given =
        OpenCodeMessages.tool(
            "x1",
            "jev_prune_expand",
            "{\"id\":\"" + id + "\"}",
            "completed",
            "\"output\":" + PiSettings.quote(OLD));
    OpenCodeMessages again =
        new OpenCodeMessages()
            .answeredAt(1)
            .step("tool-calls", given)
            .read("r3", FILE, OLD)
            .edit("e2", FILE)
            .user("And now?");
    bench.chat(OpenCodeBench.later(again, 17));
    String sent = sent();
    assertThat(sent.split(Pattern.quote(PiSettings.quote(OLD)), -1)).as("given, and r3").hasSize(3);
    assertThat(handleIn(sent)).isEqualTo(id);
    assertThat(bench.prune("why")).contains("kept_verbatim_after_expand");
  }

  @Test
  void aTextOverTheHostsLimitForResultsOfToolsComesBackWhole() throws IOException {
    open(SHORT_LIFE);
    String lines = "a line of a long file\n".repeat(2_100);
    OpenCodeMessages chat =
        new OpenCodeMessages()
            .answeredAt(1)
            .user("Look.")
            .read("r1", FILE, lines)
            .edit("e1", FILE)
            .user("Go on.");
    bench.chat(OpenCodeBench.later(chat, 17));
    bench.host.advance(Duration.ofHours(1));
    JsonObject state = Lists.object(expand(SESSION, handleIn(sent())));
    assertThat(state.string("output")).contains(lines);
    assertThat(Lists.text(state)).contains("\"truncated\":false");
  }

  @Test
  @Tag("B32")
  void givesTheOriginalBackInAForkWhichHasNoDecisions() throws IOException {
    open(SHORT_LIFE);
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    String id = handleIn(sent());
    bench.openCode.fork(SESSION, "ses_fork");
    assertThat(expand("ses_fork", id)).contains("\"output\":" + PiSettings.quote(OLD) + ",");
    assertThat(handleIn(sent("ses_fork"))).as("a decision of its own, the same text").isEqualTo(id);
    assertThat(expand("ses_fork", id)).contains("\"output\":" + PiSettings.quote(OLD) + ",");
  }

  @Test
  void keepsEverythingOnAWarmTurnAndSaysWhy() throws IOException {
    open(COMPONENT);
    bench.chat(chat());
    assertThat(sent()).isEqualTo(bench.stored());
    assertThat(bench.prune("stats")).contains("cached_prefix");
    bench.chat(new OpenCodeMessages().answeredAt(bench.host.millis()).assistant("Done."));
    assertThat(sent()).isEqualTo(bench.stored());
  }

  @Test
  void anotherModelMakesTheTurnCold() throws IOException {
    open(COMPONENT);
    bench.chat(chat());
    bench.chat(new OpenCodeMessages().user("With another.", "mock", "mock-2"));
    assertThat(sent()).contains("this read of " + FILE);
  }

  @Test
  void noToolIsThereWithoutTheComponent() throws IOException {
    open("");
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent()).isEqualTo(bench.stored());
    assertThat(ops).as("nothing is asked on a request").isEmpty();
    assertThat(expand(SESSION, "ffffffffffff")).contains("\"invalid\"");
  }

  @Test
  @Tag("B41")
  void decidesNothingInAChildSession() throws IOException {
    open(SHORT_LIFE);
    bench.openCode.session("ses_child", "{\"parentID\":\"" + SESSION + "\"}");
    bench.openCode.append("ses_child", chat().json());
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent("ses_child")).isEqualTo(bench.openCode.stored("ses_child"));
    assertThat(ops).isEmpty();
  }

  @Test
  void asksNothingForTheListOfACompaction() throws IOException {
    open(SHORT_LIFE);
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    assertThat(OpenCodeBench.ended(bench.openCode.compaction(SESSION))).isEqualTo(bench.stored());
    assertThat(ops).isEmpty();
  }

  @Test
  void leavesExactRepeatsOutOfAColdTurnWhenTheSettingsSaySo() throws IOException {
    open("auto: cold\ncache: {ttl_seconds: 1}\n");
    bench.chat(OpenCodeBench.onePair());
    assertThat(sent()).as("no answer has a time: warm").isEqualTo(bench.stored());
    assertThat(ops).isEmpty();
    bench.chat(new OpenCodeMessages().answeredAt(1).assistant("Done.").user("Next."));
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent()).isEqualTo(OpenCodeBench.without(bench.stored(), Chats.BODY, "a2"));
  }

  @Test
  void observesWithoutChangingAByte() throws IOException {
    open("mode: observe\n" + SHORT_LIFE);
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent()).isEqualTo(bench.stored());
    bench.prune("approve all");
    assertThat(sent()).isEqualTo(bench.stored());
    assertThat(bench.prune("status")).contains("observing").contains("3 left out");
  }

  @Test
  void anOffSettingSwitchesEverythingOff() throws IOException {
    open("mode: off\n");
    bench.chat(chat());
    assertThat(bench.prune("status")).contains("off (mode: off in config.yaml)");
    assertThat(sent()).isEqualTo(bench.stored());
  }

  @Test
  void settingsOfTheHostAndTheFolderHold() throws IOException {
    open("hosts: {opencode: {mode: observe}}\nprojects: {/workspace: {mode: off}}\n");
    assertThat(bench.prune("status")).contains("off (mode: off in config.yaml)");
  }

  @Test
  void approvesByClassShowsAndTakesBack() throws IOException {
    open("");
    bench.chat(chat());
    assertThat(bench.prune(""))
        .contains("Exact repeats", "Superseded reads", "Stale reads", "answer.toml", "run.log");
    assertThat(bench.prune("approve stale")).contains("1 stale read will be left out");
    assertThat(holds(OLD)).isFalse();
    assertThat(sent()).contains("the file itself is intact]").doesNotContain("jev_prune_expand");
    assertThat(bench.prune("show r1")).isEqualTo(OLD);
    assertThat(bench.prune("approve superseded")).contains("1 superseded read");
    assertThat(bench.prune("approve repeats")).contains("1 repeated read");
    assertThat(sent()).contains(LedgerFile.marker("a2"));
    assertThat(bench.prune("undo stale")).contains("1 original goes out again");
    assertThat(holds(OLD)).isTrue();
    assertThat(bench.prune("undo all")).contains("2 originals go out again");
    assertThat(bench.prune("approve all"))
        .contains("1 repeated read, 1 superseded read and 1 stale read");
    bench.prune("");
    assertThat(bench.prune("stats")).contains("3 left out");
  }

  @Test
  @Tag("B14")
  void anEditThatFailedMakesNothingStaleAndAPatchDoes() throws IOException {
    open("");
    String failed =
        OpenCodeMessages.tool(
            "e1", "edit", "{\"filePath\":\"one.toml\"}", "error", "\"error\":\"denied\"");
    String patch = "*** Begin Patch\n*** Update File: two.toml\n-41\n+42\n*** End Patch";
    String patched =
        OpenCodeMessages.tool(
            "e2",
            "apply_patch",
            "{\"patchText\":" + PiSettings.quote(patch) + "}",
            "completed",
            "\"output\":\"Success.\"");
    OpenCodeMessages chat =
        new OpenCodeMessages()
            .user("Look.")
            .read("x", "/workspace/one.toml", OLD)
            .read("y", "/workspace/two.toml", NEW)
            .step("tool-calls", failed)
            .step("tool-calls", patched)
            .user("Go on.");
    bench.chat(OpenCodeBench.later(chat, 17));
    assertThat(bench.prune("approve all")).contains("1 stale read");
    assertThat(sent()).contains("this read of /workspace/two.toml is left out");
    assertThat(holds(OLD)).isTrue();
  }

  @Test
  void aRevertToBeforeTheEditSendsTheOriginalAgain() throws IOException {
    open("");
    bench.chat(chat());
    bench.prune("approve stale");
    assertThat(holds(OLD)).isFalse();
    String early =
        new OpenCodeMessages().user("Correct the answer.").read("r1", FILE, OLD).user("X.").json();
    String list =
        Lists.text(Lists.parse(early))
            .replace("{\"info\":{", "{\"info\":{\"sessionID\":\"" + SESSION + "\",");
    assertThat(OpenCodeBench.ended(bench.openCode.request(SESSION, list))).isEqualTo(list);
  }

  // --- a worker that is late, dead or mad ------------------------------------------------------

  @Test
  void aLateWorkerHoldsAWarmRequestAndAColdOneNoLongerThanTheirDeadlines() throws IOException {
    open(COMPONENT + "deadlines: {request_ms: 100, cold_ms: 900}\n");
    worker = (request, answer) -> {};
    bench.chat(chat());
    bench.chat(new OpenCodeMessages().answeredAt(bench.host.millis()).assistant("Done."));
    heldFor(100);
    bench.chat(new OpenCodeMessages().user("With another.", "mock", "mock-2"));
    heldFor(900);
    worker = LifecycleCommandTest.workerFor(folder);
    bench.prune("");
    assertThat(bench.prune("stats")).contains("2  late");
  }

  private void heldFor(long millis) {
    Pending request = bench.openCode.request(SESSION);
    bench.host.advance(Duration.ofMillis(millis - 1));
    assertThat(request.settled()).as("it waits for the worker").isFalse();
    bench.host.advance(Duration.ofMillis(1));
    assertThat(OpenCodeBench.ended(request)).isEqualTo(bench.stored());
  }

  @Test
  void anAnswerThatComesTooLateChangesNoRequestThatIsGone() throws IOException {
    open(SHORT_LIFE);
    List<Runnable> held = new ArrayList<>();
    Transport real = worker;
    worker = (request, answer) -> held.add(() -> real.call(request, answer));
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    Pending request = bench.openCode.request(SESSION);
    bench.settle();
    assertThat(OpenCodeBench.ended(request)).isEqualTo(bench.stored());
    worker = real;
    held.forEach(Runnable::run);
    assertThat(ops).as("no body follows a late outline").containsExactly("outline");
    assertThat(sent()).as("decided by the next request").contains("this read of " + FILE);
  }

  @Test
  void aDeadWorkerCostsARequestNothing() throws IOException {
    open(SHORT_LIFE);
    worker = (request, answer) -> answer.fail("down");
    bench.chat(chat());
    bench.host.advance(Duration.ofHours(1));
    for (int i = 0; i < 3; i++) {
      assertThat(sent()).isEqualTo(bench.stored());
    }
  }
}
