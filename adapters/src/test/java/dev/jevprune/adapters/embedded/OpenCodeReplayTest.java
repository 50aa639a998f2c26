package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replay in OpenCode by the shim alone: no worker answers in any of these tests. */
class OpenCodeReplayTest {
  private static final String SESSION = OpenCodeBench.SESSION;
  private static final Transport NO_WORKER = (request, answer) -> answer.fail("absent");

  @TempDir Path folder;
  private OpenCodeBench bench;

  @BeforeEach
  void open() {
    bench = OpenCodeBench.load(folder, NO_WORKER);
    OpenCodeBench.onePairDecided().write(bench.data, 1);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private String pruned() {
    return OpenCodeBench.without(bench.stored(), Chats.BODY, "a2");
  }

  @Test
  @Tag("B17")
  @Tag("B34")
  @Tag("B40")
  void replacesTheOlderBodyInTheListTheHostHoldsAndNoOtherByte() {
    bench.chat(OpenCodeBench.onePair());
    String before = bench.stored();
    assertThat(bench.outgoing()).isEqualTo(pruned()).isNotEqualTo(before);
    assertThat(bench.stored()).as("what is stored").isEqualTo(before);
  }

  @Test
  @Tag("B29")
  void addsNoMessageSoThatTheLastTwoStayTheHosts() {
    bench.chat(OpenCodeBench.onePair());
    String first = bench.outgoing();
    bench.chat(new OpenCodeMessages().user("And now?"));
    String second = bench.outgoing();
    assertThat(second).startsWith(first.substring(0, first.length() - 1));
    String last = bench.stored().substring(bench.stored().lastIndexOf("{\"info\""));
    assertThat(second).endsWith(last);
  }

  @Test
  @Tag("B30")
  @Tag("B41")
  void keepsEachSessionApartAlsoAChild() {
    bench.chat(OpenCodeBench.onePair());
    bench.openCode.session("ses_child", "{\"parentID\":\"" + SESSION + "\"}");
    bench.openCode.append("ses_child", OpenCodeBench.onePair().json());
    String parent = bench.outgoing();
    String child = OpenCodeBench.ended(bench.openCode.request("ses_child"));
    assertThat(child).isEqualTo(bench.openCode.stored("ses_child"));
    assertThat(bench.outgoing()).isEqualTo(parent).isEqualTo(pruned());
  }

  @Test
  void adoptsNothingInAForkSinceItsParentIsNotNamed() {
    bench.chat(OpenCodeBench.onePair());
    bench.openCode.fork(SESSION, "ses_fork");
    assertThat(OpenCodeBench.ended(bench.openCode.request("ses_fork")))
        .isEqualTo(bench.openCode.stored("ses_fork"));
  }

  @Test
  void leavesTheListOfACompactionAloneAndGoesOnBehindIt() {
    bench.chat(OpenCodeBench.onePair());
    assertThat(OpenCodeBench.ended(bench.openCode.compaction(SESSION))).isEqualTo(bench.stored());
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  void aCompactionOfNothingHidesNoLaterRequest() {
    bench.openCode.compaction(SESSION);
    bench.chat(OpenCodeBench.onePair());
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  void aCompactionThatFailsHidesNoRequestOfTheNextTurn() {
    bench.chat(OpenCodeBench.onePair());
    bench.openCode.tamper(
        "(oc) => oc.plugins[0].hooks['experimental.session.compacting']({sessionID: 'ses_1'}, {})");
    bench.openCode.prompt(SESSION, "Go on.");
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  @Tag("B10")
  void findsTheThirdRepeatBehindAMarkerAndLeavesTheHostsMetadataAlone() {
    String marked = OpenCodeMessages.readPart("a2", Chats.PATH, LedgerFile.marker("a3"));
    OpenCodeMessages chat =
        new OpenCodeMessages()
            .user("Read it.")
            .read("a1", Chats.PATH, Chats.BODY)
            .step("tool-calls", marked)
            .read("a3", Chats.PATH, Chats.BODY)
            .user("Now start.");
    bench.chat(OpenCodeBench.later(chat, 17));
    LedgerFile.ofOpenCode(SESSION)
        .pair("a1", "a3", Chats.PATH, Chats.BODY)
        .pair("a2", "a3", Chats.PATH, Chats.BODY)
        .write(bench.data, 2);
    assertThat(bench.outgoing()).isEqualTo(OpenCodeBench.without(bench.stored(), Chats.BODY, "a3"));
  }

  static Stream<Map.Entry<String, String>> touched() {
    return Stream.of(
        Map.entry("\"loaded\":[]", "\"loaded\":[\"/w/AGENTS.md\"]"),
        Map.entry("\"end\":2", "\"end\":2,\"compacted\":3"),
        Map.entry("\"status\":\"completed\"", "\"status\":\"error\""),
        Map.entry("\"time\":", "\"attachments\":[{\"type\":\"file\"}],\"time\":"),
        Map.entry("conf/server.toml\"}", "conf/other.toml\"}"),
        Map.entry("\"tool\":\"read\"", "\"tool\":\"grep\""),
        Map.entry("port = 8080", "port = 8081"),
        Map.entry("\"callID\":\"a", "\"callID\":\"z"));
  }

  @ParameterizedTest
  @MethodSource("touched")
  void keepsAReadThatIsNotWhatWasDecidedOn(Map.Entry<String, String> change) {
    for (String id : List.of("a1", "a2")) {
      String part = OpenCodeMessages.readPart(id, Chats.PATH, Chats.BODY);
      String odd = part.replaceFirst(Pattern.quote(change.getKey()), change.getValue());
      assertThat(odd).isNotEqualTo(part);
      String list = OpenCodeBench.onePair().json().replace(part, odd);
      String sent = OpenCodeBench.ended(bench.openCode.request(SESSION, inSession(list)));
      assertThat(sent).isEqualTo(inSession(list));
    }
  }

  /** The shape of every message of a real list. */
  private static String inSession(String list) {
    return Lists.text(Lists.parse(list))
        .replace("{\"info\":{", "{\"info\":{\"sessionID\":\"" + SESSION + "\",");
  }

  @ParameterizedTest
  @Tag("B35")
  @ValueSource(
      strings = {
        "null",
        "7",
        "{}",
        "[]",
        "{\"info\":null,\"parts\":null}",
        "{\"info\":{\"role\":\"user\"}}",
        "{\"info\":{\"role\":\"assistant\"},\"parts\":null}",
        "{\"info\":{\"role\":\"assistant\"},\"parts\":[null,7,{},{\"type\":\"new-kind\"},{\"type\":\"tool\"}]}",
        "{\"info\":{\"role\":\"assistant\"},\"parts\":[{\"type\":\"tool\",\"callID\":\"a1\",\"tool\":\"read\",\"state\":null}]}",
        "{\"info\":{\"role\":\"assistant\"},\"parts\":[{\"type\":\"reasoning\",\"text\":\"x\"},{\"type\":\"snapshot\"}]}",
        "{\"info\":{\"role\":\"user\"},\"parts\":[{\"type\":\"subtask\"},{\"type\":\"retry\"},{\"type\":\"agent\"}]}"
      })
  void handlesTheGoodMessagesBesideAnOddOne(String odd) {
    String good = inSession(OpenCodeBench.onePair().json());
    String list = "[" + odd + "," + good.substring(1);
    String sent = OpenCodeBench.ended(bench.openCode.request(SESSION, list));
    assertThat(sent).isEqualTo(OpenCodeBench.without(list, Chats.BODY, "a2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[null]", "[{}]", "{}", "null"})
  void survivesAListWithoutAnything(String list) {
    assertThat(OpenCodeBench.ended(bench.openCode.request(SESSION, list))).isEqualTo(list);
  }

  static Stream<String> captures() throws IOException {
    try (Stream<Path> files = Files.list(testdata())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(f -> f.startsWith("hook-"))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static Path testdata() {
    return Path.of(System.getProperty("project.root", "..")).resolve("testdata/opencode");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void sendsEveryCapturedListAsItIsWhenNothingIsDecided(String name) throws IOException {
    JsonObject capture = Lists.object(Files.readString(testdata().resolve(name)));
    String list = Lists.text(capture.object("output").orElseThrow().get("messages").orElseThrow());
    assertThat(OpenCodeBench.ended(bench.openCode.request(SESSION, list))).isEqualTo(list);
  }

  @Test
  void doesNotCountWhatNoPersonWroteAsTheLastMessage() {
    // The user's last words stand before the reads: what is behind them is still their turn.
    OpenCodeMessages chat =
        new OpenCodeMessages()
            .user("Read it twice.")
            .read("a1", Chats.PATH, Chats.BODY)
            .read("a2", Chats.PATH, Chats.BODY)
            .userPart("{\"type\":\"text\",\"text\":\"a note\",\"ignored\":true}")
            .userPart("{\"type\":\"text\",\"text\":\"go on\",\"synthetic\":true}")
            .userPart("{\"type\":\"compaction\",\"auto\":true}");
    bench.chat(OpenCodeBench.later(chat, 17));
    assertThat(bench.outgoing()).isEqualTo(bench.stored());
  }

  @Test
  void replaysNothingWhenSwitchedOffFromOutside() {
    bench.close();
    bench =
        OpenCodeBench.load(HostSettings.in(folder).with(Map.of("JEV_PRUNE_OFF", "1")), NO_WORKER);
    bench.chat(OpenCodeBench.onePair());
    assertThat(bench.outgoing()).isEqualTo(bench.stored());
    assertThat(bench.prune("")).contains("JEV_PRUNE_OFF=1");
  }

  @Test
  void tellsOnceThatTheWorkerIsAbsentAndNotInTheSession() {
    bench.chat(OpenCodeBench.onePair());
    bench.openCode.prompt(SESSION, "one");
    bench.settle();
    bench.openCode.prompt(SESSION, "two");
    bench.settle();
    assertThat(bench.openCode.toasts()).hasSize(1);
    assertThat(bench.openCode.notes(SESSION)).isEmpty();
  }
}
