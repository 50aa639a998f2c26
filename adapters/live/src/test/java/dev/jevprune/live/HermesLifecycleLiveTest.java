package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Reads that grow old, in Hermes 0.19.0. One session is told without the adapter; each test goes on
 * from there in a new process, so that the time of the last answer is what Hermes has stored.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HermesLifecycleLiveTest {
  private static final Pattern HANDLE =
      Pattern.compile("jev_prune_expand gives this older text back: ([0-9a-f]{12})");
  private static final String COMPONENT =
      """
      pipeline: [readlifecycle]
      components: {readlifecycle: {min_tokens: 10, cold_cache: true}}
      deadlines: {request_ms: 60000, cold_ms: 60000}
      """;
  private static final String SHORT_LIFE = "cache: {ttl_seconds: 1}\n";
  private static final long LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);
  private static final String LOG = "12:00 the service has started and waits\n".repeat(20);

  private static final String LONG_LINE = "a line of a long file ".repeat(5) + "\n";
  private static final int LONG_LINES = 420;

  private final HermesHome home = HermesHome.fresh(HermesWire.CHAT, "mock-1");
  private String stored = "";
  private RecordedRequest whole = RecordedRequest.of("", new byte[] {'{', '}'});

  @BeforeAll
  void tell() {
    writeFiles(home);
    try (HermesRpc rpc = home.start()) {
      HermesRpc.Open session = rpc.create();
      HermesConversation.tell(home, rpc, session);
      makeOld(home, rpc, session);
      stored = session.stored();
    }
    home.save();
    try (HermesRpc rpc = home.start()) {
      next(rpc, rpc.resume(stored), "Go on.");
      whole = home.model().last();
    }
    home.restore();
    home.install();
    home.save();
  }

  @AfterAll
  void close() {
    home.close();
  }

  /** No code: after an edit of code Hermes asks the model for a check, which takes a step. */
  private static void writeFiles(HermesHome home) {
    home.write(home.file("settings.txt"), Conversation.SETTINGS);
    home.write(home.file("settings.old"), Conversation.SETTINGS);
    home.write(home.file("other.txt"), Conversation.SETTINGS.replace("route", "road"));
    home.write(home.file("run.log"), LOG);
  }

  /** Two turns: one file is edited after it was read, the other has grown and is read again. */
  private static void makeOld(HermesHome home, HermesRpc rpc, HermesRpc.Open session) {
    home.model()
        .script(
            read(home, "call_settings", "settings.txt"),
            read(home, "call_log", "run.log"),
            Step.say("Four workers."));
    rpc.say(session, "Look at both files.");
    home.model()
        .script(
            patch(home, "call_patch", "settings.txt"),
            HermesConversation.terminal("call_grow", "echo more >> " + home.file("run.log")),
            read(home, "call_log_again", "run.log"),
            Step.say("Changed."));
    rpc.say(session, "Make it five, and look at the log.");
  }

  private static Step read(HermesHome home, String id, String name) {
    return Step.call(id, "read_file", "{\"path\":\"" + home.file(name) + "\"}");
  }

  private static Step patch(HermesHome home, String id, String name) {
    ObjectNode arguments =
        JsonLines.object()
            .put("mode", "replace")
            .put("path", home.file(name).toString())
            .put("old_string", "workers = 4")
            .put("new_string", "workers = 5");
    return Step.call(id, "patch", arguments.toString());
  }

  /** The session as it was told, with these settings. */
  private HermesRpc opened(String config) {
    prepare(config);
    return home.start();
  }

  private void prepare(String config) {
    home.forget();
    home.restore();
    writeFiles(home);
    home.settings(config);
  }

  /** Until a cache entry of this moment is too old; what lives for a second cannot be hurried. */
  private static void untilCold() {
    long from = System.nanoTime();
    Worker.awaitThat(() -> System.nanoTime() - from > LIFE_NANOS, "the end of the cache's life");
  }

  private List<String> next(HermesRpc rpc, HermesRpc.Open session, String prompt) {
    rpc.say(session, prompt);
    return home.model().last().messages();
  }

  /** Where a Hermes without the adapter sends something else; the system prompt apart. */
  private List<Integer> changedIn(List<String> sent) {
    assertThat(sent).hasSizeGreaterThanOrEqualTo(whole.messages().size());
    List<Integer> changed = new ArrayList<>();
    for (int i = 1; i < whole.messages().size(); i++) {
      if (!sent.get(i).equals(whole.messages().get(i))) {
        changed.add(i);
      }
    }
    return changed;
  }

  /** The result of a call as the model gets it. */
  private static String result(List<String> messages, String call) {
    for (String message : messages) {
      JsonNode json = JsonLines.parse(message);
      if (json.path("tool_call_id").asText().equals(call)) {
        return json.path("content").asText();
      }
    }
    throw new AssertionError("no result of " + call);
  }

  private static String handle(List<String> messages, String call) {
    Matcher handle = HANDLE.matcher(result(messages, call));
    assertThat(handle.find()).isTrue();
    return handle.group(1);
  }

  private static Step expand(String call, String id) {
    return Step.call(call, "jev_prune_expand", "{\"id\":\"" + id + "\"}");
  }

  private static List<String> tools(RecordedRequest request) {
    List<String> names = new ArrayList<>();
    request.json().path("tools").forEach(tool -> names.add(tool.at("/function/name").asText()));
    return names;
  }

  @Test
  void leavesOldReadsOutOnAColdTurnReplaysThemAndGivesOneBack() {
    String rows;
    List<String> sent;
    try (HermesRpc rpc = opened(COMPONENT + SHORT_LIFE)) {
      rows = home.storedRows(stored);
      HermesRpc.Open session = rpc.resume(stored);
      sent = next(rpc, session, "Go on.");
      String said = rpc.prune(session, "stats");
      assertThat(changedIn(sent)).as(said).hasSize(3);
      assertThat(result(sent, "call_settings"))
          .startsWith("[Jev prune: this read of ")
          .contains("settings.txt is left out, the file was modified later");
      assertThat(result(sent, "call_log")).contains("run.log is left out", "read again later");
      assertThat(result(sent, HermesConversation.SOURCE)).contains("read again later");
      assertThat(tools(home.model().last())).contains("jev_prune_expand");
      assertThat(rpc.prune(session, "status")).contains("3 left out", "  stale", "  superseded");

      home.model()
          .script(
              expand("call_expand", handle(sent, "call_settings")),
              expand("call_none", "ffffffffffff"),
              Step.say("So it was four."));
      List<String> later = next(rpc, session, "What did it say before?");
      String before = result(whole.messages(), "call_settings");
      assertThat(result(later, "call_expand")).isEqualTo(before);
      assertThat(result(later, "call_none")).contains("left out nothing with the id");
      assertThat(later.subList(0, sent.size())).as("frozen").isEqualTo(sent);

      // The same text again, and another file, both old in the end; only what was not given back
      // goes.
      home.model()
          .script(
              HermesConversation.terminal(
                  "call_back", "cp " + home.file("settings.old") + " " + home.file("settings.txt")),
              read(home, "call_same", "settings.txt"),
              read(home, "call_other", "other.txt"),
              patch(home, "call_patch_same", "settings.txt"),
              patch(home, "call_patch_other", "other.txt"),
              Step.say("Done."));
      next(rpc, session, "Put it back, and change both.");
      untilCold();
      List<String> last = next(rpc, session, "Go on.");
      assertThat(result(last, "call_same")).isEqualTo(before);
      assertThat(result(last, "call_other")).contains("other.txt is left out");
      assertThat(result(last, "call_expand")).isEqualTo(before);
      assertThat(rpc.prune(session, "why")).contains("kept_verbatim_after_expand");
      assertThat(home.storedRows(stored)).startsWith(rows).doesNotContain("[Jev prune: this read");
      assertThat(rpc.prune(session, "show 1")).doesNotContain("[Jev prune");
    }
    home.worker().kill();
    try (HermesRpc rpc = home.start()) {
      HermesRpc.Open session = rpc.resume(stored);
      List<String> resumed = next(rpc, session, "Still there?");
      assertThat(resumed.subList(1, sent.size())).isEqualTo(sent.subList(1, sent.size()));

      // What was compacted away is no longer in any request, but Hermes keeps it.
      rpc.compress(session);
      home.model().script(expand("call_late", handle(sent, "call_settings")), Step.say("Four."));
      List<String> compacted = next(rpc, session, "What was it at first?");
      assertThat(String.join("", compacted)).doesNotContain("\"tool_call_id\":\"call_settings\"");
      assertThat(result(compacted, "call_late"))
          .isEqualTo(result(whole.messages(), "call_settings"));
    }
  }

  @Test
  void keepsThemOnAWarmTurnAndTakesWhatTheUserChooses() {
    try (HermesRpc rpc = opened(COMPONENT)) {
      HermesRpc.Open session = rpc.resume(stored);
      assertThat(changedIn(next(rpc, session, "Go on."))).isEmpty();
      home.worker().awaitRunning(); // a warm turn waits for none
      assertThat(changedIn(next(rpc, session, "Go on."))).isEmpty();
      assertThat(rpc.prune(session, "stats")).contains("cached_prefix");

      assertThat(rpc.prune(session, "")).contains("Stale reads", "settings.txt");
      assertThat(rpc.prune(session, "approve stale")).contains("1 stale read");
      List<String> sent = next(rpc, session, "Go on.");
      assertThat(changedIn(sent)).hasSize(1);
      assertThat(result(sent, "call_settings")).contains("the file was modified later");
      assertThat(rpc.prune(session, "undo superseded")).contains("nothing to undo");
      assertThat(rpc.prune(session, "undo stale")).contains("goes out again");
      assertThat(changedIn(next(rpc, session, "Go on."))).isEmpty();

      // Of this turn the compaction keeps every message, and no cache has the list that it makes.
      home.model()
          .script(
              read(home, "call_other", "other.txt"),
              patch(home, "call_patch_other", "other.txt"),
              Step.say("Done."));
      assertThat(result(next(rpc, session, "Change the other."), "call_other")).contains("road.40");
      rpc.compress(session);
      List<String> compacted = next(rpc, session, "Where were we?");
      assertThat(String.join("", compacted)).contains("[CONTEXT COMPACTION");
      assertThat(result(compacted, "call_other")).contains("the file was modified later");
      assertThat(next(rpc, session, "Go on.").subList(0, compacted.size())).isEqualTo(compacted);
    }
  }

  @Test
  void observesWithoutChangingAByte() {
    try (HermesRpc rpc = opened("mode: observe\n" + COMPONENT + SHORT_LIFE)) {
      HermesRpc.Open session = rpc.resume(stored);
      assertThat(changedIn(next(rpc, session, "Go on."))).isEmpty();
      assertThat(home.model().last().body()).isEqualTo(whole.body());
      rpc.prune(session, "");
      assertThat(rpc.prune(session, "approve all")).contains("left out");
      assertThat(changedIn(next(rpc, session, "Go on."))).isEmpty();
      assertThat(rpc.prune(session, "status")).contains("observing", "3 left out");
    }
  }

  @Test
  void namesTheToolNowhereWhenTheUserHasSwitchedItOff() {
    prepare(COMPONENT + SHORT_LIFE);
    home.configure("mock-1", "known_plugin_toolsets: {cli: [jev_prune], tui: [jev_prune]}\n");
    try (HermesRpc rpc = home.start()) {
      List<String> sent = next(rpc, rpc.resume(stored), "Go on.");
      assertThat(tools(home.model().last())).doesNotContain("jev_prune_expand");
      assertThat(result(sent, "call_settings")).endsWith("the file itself is intact]");
    }
  }

  @Test
  void takesExactRepeatsOnAColdTurnWhenTheSettingsSaySo() {
    try (HermesRpc rpc = opened("auto: cold\ndeadlines: {cold_ms: 60000}\n" + SHORT_LIFE)) {
      HermesRpc.Open session = rpc.resume(stored);
      List<String> sent = next(rpc, session, "Go on.");
      assertThat(changedIn(sent)).as(rpc.prune(session, "stats")).hasSize(1);
      assertThat(result(sent, HermesConversation.SOURCE)).isEqualTo(HermesConversation.MARKER);
    }
  }

  @Test
  void givesALongTextBackUncutInASmallWindow() {
    try (HermesHome small = HermesHome.fresh(HermesWire.CHAT, "mock-1").install()) {
      small.configureSmallWindow("mock-1", false);
      small.settings(COMPONENT + SHORT_LIFE);
      // Hermes cuts the results of other tools at 38,400 characters in this window.
      small.write(small.file("settings.txt"), Conversation.SETTINGS + LONG_LINE.repeat(LONG_LINES));
      try (HermesRpc rpc = small.start()) {
        HermesRpc.Open session = rpc.create();
        small.model().script(read(small, "call_long", "settings.txt"), Step.say("Long."));
        rpc.say(session, "Look.");
        String before = result(small.model().last().messages(), "call_long");
        assertThat(before).hasSizeGreaterThan(45_000);
        small.model().script(patch(small, "call_patch", "settings.txt"), Step.say("Five."));
        rpc.say(session, "Make it five.");
        untilCold();
        rpc.say(session, "Go on.");
        List<String> sent = small.model().last().messages();
        small.model().script(expand("call_expand", handle(sent, "call_long")), Step.say("Four."));
        rpc.say(session, "What was it?");
        assertThat(result(small.model().last().messages(), "call_expand")).isEqualTo(before);
      }
    }
  }

  @Test
  void editsNothingInFrontOfWhatABindingModelSigned() {
    try (HermesHome bound = HermesHome.fresh(HermesWire.ANTHROPIC, "claude-fable-5-2").install()) {
      writeFiles(bound);
      bound.settings(COMPONENT + SHORT_LIFE);
      try (HermesRpc rpc = bound.start()) {
        HermesRpc.Open session = rpc.create();
        bound
            .model()
            .script(
                read(bound, "call_settings", "settings.txt").thinking("Hm.", "signature-1"),
                Step.say("Four.").thinking("Hm.", "signature-2"));
        rpc.say(session, "Look.");
        bound
            .model()
            .script(
                patch(bound, "call_patch", "settings.txt").thinking("Hm.", "signature-3"),
                Step.say("Five.").thinking("Hm.", "signature-4"));
        rpc.say(session, "Make it five.");
        untilCold();
        rpc.say(session, "Go on.");
        assertThat(bound.model().last().body())
            .contains("signature-4", "route.40.target")
            .doesNotContain("[Jev prune");
        assertThat(rpc.prune(session, "stats")).contains("prefix_bound_model");
      }
    }
  }
}
