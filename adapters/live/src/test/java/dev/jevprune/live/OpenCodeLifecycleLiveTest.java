package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is decided of itself in the real OpenCode, and given back. One process serves every test:
 * OpenCode loads its plugins for each folder, and each folder has settings and a session of its
 * own.
 */
class OpenCodeLifecycleLiveTest {
  private static final String BOUND = "claude-fable-5-2";
  private static final String FREE = "claude-sonnet-4-5";
  private static final String SHORT_LIFE = ", cache: {ttl_seconds: 1}";
  private static final Pattern HANDLE =
      Pattern.compile("jev_prune_expand gives this older text back: ([0-9a-f]{12})\\]");

  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static final Map<String, Path> FOLDERS = new TreeMap<>();
  private static OpenCodeHome home;
  private static OpenCodeServer host;

  private String session = "";
  private OpenCodeServer server;

  private static String component(String more) {
    return "pipeline: [readlifecycle], components: {readlifecycle: {min_tokens: 10, cold_cache: true"
        + more
        + "}}";
  }

  @BeforeAll
  static void start() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("cold", component("") + SHORT_LIFE);
    settings.put("cold-bound", component("") + SHORT_LIFE);
    settings.put("warm", component(""));
    settings.put("other-model", component(""));
    settings.put("compacted", component(""));
    settings.put("long", component("") + SHORT_LIFE);
    settings.put("marker-off", component(", marker_mode: off") + SHORT_LIFE);
    settings.put("marker-summary", component(", marker_mode: summary") + SHORT_LIFE);
    settings.put("auto", "auto: cold" + SHORT_LIFE);
    settings.put("observe", "mode: observe, auto: cold, " + component("") + SHORT_LIFE);
    settings.put("by-word", "mode: prune");
    settings.put("metered", "mode: prune");
    StringBuilder yaml = new StringBuilder("deadlines: {request_ms: 60000, cold_ms: 60000}\n");
    yaml.append("projects:\n");
    settings.forEach(
        (name, own) -> {
          Path folder = OpenCodeHome.asProject(Conversation.workspace("opencode-aged/" + name));
          FOLDERS.put(name, folder);
          yaml.append("  ").append(folder).append(": {").append(own).append("}\n");
        });
    home =
        OpenCodeHome.fresh(Conversation.workspace("opencode-aged/plain"))
            .installAdapter()
            .withSettings(yaml.toString());
    OPEN.add(home);
    host = OpenCodeServer.start(home);
    OPEN.add(0, host);
    // The first message of a process starts the worker, which tells shims what holds; a shim asks
    // once.
    host.say(host.newSession(), "Hello.");
    Path told = home.dataHome().resolve("settings.json");
    Worker.awaitThat(() -> Files.exists(told), told.toString());
  }

  @AfterAll
  static void end() throws Exception {
    for (AutoCloseable each : OPEN) {
      each.close();
    }
  }

  @BeforeEach
  void atTheHost() {
    server = host;
  }

  private static Path folder(String name) {
    return Objects.requireNonNull(FOLDERS.get(name), name);
  }

  private static Step edit(Path folder) {
    String path = JsonLines.quoted(folder.resolve("settings.ini").toString());
    return Step.call(
        "call_edit",
        "edit",
        "{\"filePath\":" + path + ",\"oldString\":\"workers = 4\",\"newString\":\"workers = 5\"}");
  }

  /** A session in that folder whose first turn reads the settings and whose second edits them. */
  private void work(String name) {
    work(name, "mock", "mock-1", false);
  }

  private void work(String name, String provider, String model, boolean signed) {
    open(name);
    work(folder(name), provider, model, signed);
  }

  private void open(String name) {
    server = host.in(folder(name));
    session = server.newSession();
  }

  private void work(Path folder, String provider, String model, boolean signed) {
    List<Step> steps = new ArrayList<>();
    steps.add(OpenCodeTalk.read(Conversation.SOURCE, folder, "settings.ini"));
    steps.add(Step.say("It has four workers."));
    steps.add(edit(folder));
    steps.add(Step.say("Changed."));
    for (int i = 0; signed && i < steps.size(); i++) {
      steps.set(i, steps.get(i).thinking("Let me see.", "signature-" + i));
    }
    home.model().script(steps);
    server.say(session, "Which limits does the service have?", provider, model);
    server.say(session, "One worker more.", provider, model);
  }

  /** Waits until what was answered last is older than a cache entry lives here. */
  private void awaitCold() {
    long last =
        server.messages(session).stream()
            .mapToLong(message -> message.path("info").path("time").path("completed").asLong())
            .max()
            .orElseThrow();
    Worker.awaitThat(() -> System.currentTimeMillis() > last + 1_100, "a cold cache");
  }

  private List<String> say(String text) {
    server.say(session, text);
    return OpenCodeTalk.messages(home.model().last());
  }

  private static List<String> last() {
    return OpenCodeTalk.messages(home.model().last());
  }

  /** The text of the result of a call, as it stands in a request. */
  private static String result(List<String> messages, String call) {
    for (String message : messages) {
      JsonNode json = JsonLines.parse(message);
      if (json.path("tool_call_id").asText().equals(call)) {
        return json.path("content").asText();
      }
    }
    throw new AssertionError("no result of " + call + " in " + messages);
  }

  /** The places where two lists differ. */
  private static List<Integer> differences(List<String> some, List<String> others) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      if (!some.get(i).equals(others.get(i))) {
        found.add(i);
      }
    }
    return found;
  }

  private static JsonNode expandTool() {
    for (JsonNode tool : home.model().last().json().path("tools")) {
      if (tool.path("function").path("name").asText().equals("jev_prune_expand")) {
        return tool.path("function");
      }
    }
    return JsonLines.object();
  }

  private static String handleIn(String marker) {
    Matcher handle = HANDLE.matcher(marker);
    assertThat(handle.find()).as(marker).isTrue();
    return handle.group(1);
  }

  @Test
  void leavesItOutOnAColdTurnReplaysItGivesItBackAndForgetsItBehindAnUndo() {
    work("cold");
    List<String> whole = last();
    String original = result(whole, Conversation.SOURCE);
    assertThat(original).contains("route.40.target");
    String stored = server.stored(session);
    awaitCold();
    List<String> cold = say("Check it.");
    assertThat(differences(whole, cold)).as(server.prune(session, "stats")).hasSize(1);
    String marker = result(cold, Conversation.SOURCE);
    assertThat(marker)
        .startsWith("[Jev prune: this read of " + folder("cold") + "/settings.ini is left out")
        .contains("the file was modified later");
    assertThat(server.stored(session)).startsWith(stored.substring(0, stored.length() - 1));
    JsonNode tool = expandTool();
    assertThat(tool.path("description").asText()).contains("left out of the conversation");
    assertThat(tool.path("parameters").path("properties").path("id").path("description").asText())
        .contains("The id in the note");
    assertThat(tool.path("parameters").path("required").toString()).isEqualTo("[\"id\"]");

    String id = handleIn(marker);
    String parent = session;
    session = server.fork(parent);
    awaitCold();
    home.model().script(expand("call_fork", id));
    List<String> fork = say("In the fork.");
    assertThat(fork.subList(0, cold.size())).as("the same marker").isEqualTo(cold);
    assertThat(result(fork, "call_fork")).isEqualTo(original);
    session = parent;

    home.model().script(expand("call_expand", id), expand("call_none", "ffffffffffff"));
    List<String> given = say("What did it say before?");
    assertThat(given.subList(0, cold.size())).as("frozen").isEqualTo(cold);
    assertThat(result(given, "call_expand")).isEqualTo(original);
    assertThat(result(given, "call_none")).contains("left out nothing with the id ffffffffffff");

    server.takeBack(session, userMessage(1));
    List<String> other = say("Leave it as it is.");
    assertThat(result(other, Conversation.SOURCE)).isEqualTo(original);
    assertThat(other.subList(0, 4)).isEqualTo(whole.subList(0, 4));
  }

  private static Step expand(String call, String id) {
    return Step.call(call, "jev_prune_expand", "{\"id\":\"" + id + "\"}");
  }

  private String userMessage(int number) {
    return server.messages(session).stream()
        .map(message -> message.path("info"))
        .filter(info -> info.path("role").asText().equals("user"))
        .toList()
        .get(number)
        .path("id")
        .asText();
  }

  @Test
  void givesATextBackThatIsLongerThanResultsOfToolsMayBe() throws IOException {
    open("long");
    Path folder = folder("long");
    Files.writeString(folder.resolve("settings.ini"), "workers = 4\n" + "a line\n".repeat(2_100));
    work(folder, "mock", "mock-1", false);
    String original = result(last(), Conversation.SOURCE);
    assertThat(original.split("\n", -1)).as("over the limit of 2,000").hasSizeGreaterThan(2_000);
    awaitCold();
    String marker = result(say("Check it."), Conversation.SOURCE);
    home.model().script(expand("call_expand", handleIn(marker)));
    assertThat(result(say("What did it say?"), "call_expand")).isEqualTo(original);
  }

  @Test
  void keepsItOnAWarmTurn() {
    work("warm");
    List<String> whole = last();
    List<String> next = say("Check it.");
    assertThat(next.subList(0, whole.size())).isEqualTo(whole);
    assertThat(server.prune(session, "stats")).contains("cached_prefix");
  }

  @Test
  void anotherModelMakesATurnCold() {
    work("other-model");
    server.say(session, "Check it.", "anthropic", FREE);
    assertThat(home.model().last().body()).contains("the file was modified later");
    server.say(session, "And again.", "anthropic", FREE);
    assertThat(home.model().last().body()).contains("the file was modified later");
  }

  @Test
  void aCompactionMakesATurnCold() {
    open("compacted");
    // OpenCode keeps the newest turns as they are, at most 15,000 tokens of them.
    say("A long story. ".repeat(6_000));
    work(folder("compacted"), "mock", "mock-1", false);
    List<String> before = say("Check it.");
    assertThat(result(before, Conversation.SOURCE)).contains("route.40.target");
    int asides = home.model().besides().size();
    server.compact(session);
    assertThat(home.model().besides().get(asides).body())
        .contains("A long story.")
        .doesNotContain("Jev prune:");
    List<String> behind = say("Go on.");
    assertThat(String.join("\n", behind))
        .contains("A short title.")
        .contains("the file was modified later")
        .doesNotContain("route.40.target");
  }

  @Test
  void editsNothingInFrontOfWhatABindingModelSigned() {
    work("cold-bound", "anthropic", BOUND, true);
    List<String> whole = last();
    awaitCold();
    server.say(session, "Check it.", "anthropic", BOUND);
    assertThat(home.model().last().body())
        .contains("route.40.target", "signature-3")
        .doesNotContain("Jev prune:");
    assertThat(whole).isNotEmpty();
    assertThat(server.prune(session, "stats")).contains("prefix_bound_model");
  }

  @Test
  void saysAsMuchAsTheMarkerModeAllows() {
    work("marker-off");
    awaitCold();
    assertThat(result(say("Check it."), Conversation.SOURCE))
        .isEqualTo("[Jev prune: older read left out]");
    work("marker-summary");
    awaitCold();
    assertThat(result(say("Check it."), Conversation.SOURCE))
        .endsWith("the file itself is intact]");
    assertThat(expandTool().isEmpty()).isTrue();
  }

  @Test
  void leavesExactRepeatsOutOfAColdTurnWhenTheSettingsSaySo() {
    open("auto");
    Path folder = folder("auto");
    home.model().script(OpenCodeTalk.firstTurn(folder)).script(OpenCodeTalk.secondTurn());
    say(Conversation.FIRST_PROMPT);
    List<String> whole = say(Conversation.SECOND_PROMPT);
    awaitCold();
    List<String> cold = say("Once more.");
    assertThat(result(cold, Conversation.SOURCE)).isEqualTo(Conversation.MARKER);
    assertThat(differences(whole, cold))
        .as("the source, unless a slow step was cold")
        .hasSizeBetween(0, 1);
    assertThat(say("And again.").subList(0, cold.size())).isEqualTo(cold);
  }

  @Test
  void observesAndSendsEveryByte() {
    work("observe");
    List<String> whole = last();
    awaitCold();
    List<String> cold = say("Check it.");
    assertThat(cold.subList(0, whole.size())).isEqualTo(whole);
    assertThat(server.prune(session, "stats")).contains("1 read looked at", "1  observed");
    assertThat(server.prune(session, "approve stale")).contains("1 stale read");
    List<String> next = say("And again.");
    assertThat(next.subList(0, cold.size())).isEqualTo(cold);
    assertThat(server.prune(session, "status")).contains("observing", "1 left out");
    assertThat(server.prune(session, "stats"))
        .contains("Observed, not left out: ")
        .contains("Nothing was left out of an answered request");
  }

  @Test
  void statsHoldWhatWasLeftOutAgainstWhatTheProviderReported() {
    work("metered");
    server.prune(session, "approve stale");
    home.model().script(Step.say("One.").using(5_010), Step.say("Two.").using(7_010));
    say("First.");
    say("Second.");
    // The mock reports 5,000 and 7,000 prompt tokens, 40 of each read from the cache.
    assertThat(server.prune(session, "stats"))
        .contains("6 requests, 2 with something left out. The provider reported 6 answers.")
        .contains("Left out of 2 answered requests")
        .contains(
            "12,000 tokens, of these 80 read from the cache, 0 written to it, 11,920 neither");
  }

  @Test
  void decidesByClassWhenTheUserSaysSoWithTheComponentOff() {
    work("by-word");
    List<String> whole = last();
    assertThat(server.prune(session, "")).contains("Stale reads", "settings.ini");
    assertThat(server.prune(session, "approve stale")).contains("1 stale read");
    List<String> next = say("Check it.");
    assertThat(differences(whole, next)).hasSize(1);
    assertThat(result(next, Conversation.SOURCE)).endsWith("the file itself is intact]");
    assertThat(expandTool().isEmpty()).isTrue();
    assertThat(server.prune(session, "show " + Conversation.SOURCE)).contains("route.40.target");
    assertThat(server.prune(session, "undo stale")).contains("1 original goes out again");
    assertThat(say("And again.").subList(0, whole.size())).isEqualTo(whole);
  }
}
