package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code jevprune assess}: told first, sent after a yes to exactly that. */
class AssessCommandTest {
  private static final String OTHER_DIGEST = "0".repeat(64);

  @TempDir private Path home;
  private Path data = Path.of("");

  @BeforeEach
  void saveASession() throws IOException {
    SavedSession.write(home);
    data = Files.createDirectories(home.resolve(".jev-prune"));
  }

  private Told assess(String... more) {
    return assess(Map.of(), more);
  }

  private Told assess(Map<String, String> env, String... more) {
    String[] words =
        Stream.concat(
                Stream.of("assess", "--host", "pi", "--session", SavedSession.ID, "session.jsonl"),
                Stream.of(more))
            .toArray(String[]::new);
    return Told.jevprune(home, env, words);
  }

  private static JsonObject json(Told told) throws JsonException {
    assertThat(told.err()).isEmpty();
    assertThat(told.code()).isZero();
    return (JsonObject) StrictJson.parse(told.out());
  }

  private String stored() {
    return Told.jevprune(home, "receipts", "list").out();
  }

  @Test
  void showsWhatWouldBeSentAndSendsNothing() throws IOException {
    try (ModelStandIn model = new ModelStandIn("1")) {
      model.setUp(data);
      Told told = assess();
      assertThat(told.err()).isEmpty();
      assertThat(told.code()).isZero();
      assertThat(told.out())
          .contains("src/A.java", "src/B.java", model.url(), "Nothing was sent")
          .containsPattern("[0-9,]+ bytes to http")
          .containsPattern("Digest .*[0-9a-f]{64}");
      assertThat(model.seen).isEmpty();
      assertThat(stored()).contains("No decisions are stored.");
    }
  }

  @Test
  void sendsExactlyWhatItsDigestWasShownForAndKeepsTheModelsReceipts() throws Exception {
    try (ModelStandIn model = new ModelStandIn("1")) {
      model.setUp(data);
      JsonObject shown = json(assess("--json"));
      assertThat(shown.string("schema")).contains("jev-prune.assess.v1");
      assertThat(shown.bool("sent")).contains(false);
      assertThat(shown.get("result")).contains(JsonNull.NULL);
      JsonObject pair = (JsonObject) shown.array("pairs").orElseThrow().iterator().next();
      assertThat(pair.string("source")).contains("a1");
      assertThat(pair.string("witness")).contains("a2");
      assertThat(pair.string("path")).contains("src/A.java");

      JsonObject sent = json(assess("--json", "--send", shown.string("plan").orElseThrow()));
      assertThat(model.seen).hasSize(1);
      assertThat(Utf8.length(model.seen.get(0))).isEqualTo(shown.integer("bytes").orElseThrow());
      assertThat(sent.bool("sent")).contains(true);
      JsonObject result = sent.object("result").orElseThrow();
      assertThat(result.integer("added")).hasValue(2);
      assertThat(result.array("coverage")).contains(JsonArray.of(Json.of(100), Json.of(100)));

      Told receipts =
          Told.jevprune(home, "receipts", "show", "--session", SavedSession.ID, "--json");
      assertThat(receipts.out())
          .contains("\"kind\":\"local\"", "\"model\":\"" + ModelStandIn.MODEL + "\"");
    }
  }

  @Test
  void refusesADigestThatNoLongerMatches() throws Exception {
    try (ModelStandIn model = new ModelStandIn("1");
        ModelStandIn elsewhere = new ModelStandIn("1")) {
      model.setUp(data);
      Told wrong = assess("--send", OTHER_DIGEST);
      assertThat(wrong.code()).isEqualTo(1);
      assertThat(wrong.out()).isEmpty();
      assertThat(wrong.err()).contains("changed", "Nothing was sent", "without --send");

      String digest = json(assess("--json")).string("plan").orElseThrow();
      elsewhere.setUp(data);
      assertThat(assess("--send", digest).err()).contains("or where, changed");
      assertThat(model.seen).isEmpty();
      assertThat(elsewhere.seen).isEmpty();
      assertThat(stored()).contains("No decisions are stored.");
    }
  }

  @Test
  @Tag("W09")
  void doesNotAskAgainAboutARefusedPair() throws Exception {
    try (ModelStandIn model = new ModelStandIn("0.98")) {
      model.setUp(data);
      Told refused = assess("--yes");
      assertThat(refused.code()).isZero();
      assertThat(refused.out()).contains("Approved 0 of 2", "coverage .98", "stays");
      assertThat(stored()).contains("No decisions are stored.");

      Told again = assess("--yes");
      assertThat(again.code()).isZero();
      assertThat(again.out())
          .contains("2 pairs refused in an earlier assessment", "nothing changed")
          .doesNotContain("Digest");
      JsonObject report = json(assess("--yes", "--json"));
      assertThat(report.integer("refusedBefore")).hasValue(2);
      assertThat(report.bool("sent")).contains(false);
      assertThat(model.seen).hasSize(1);
    }
  }

  @Test
  void approvesWithoutACallWhatWasApprovedBefore() throws Exception {
    try (ModelStandIn model = new ModelStandIn("1")) {
      model.setUp(data);
      assertThat(assess("--yes").out()).contains("Approved 2 of 2");
      Told.jevprune(home, "receipts", "drop", "--session", SavedSession.ID, "--yes");

      assertThat(assess().out()).contains("nothing is sent", "--yes").doesNotContain("Digest");
      JsonObject report = json(assess("--yes", "--json"));
      assertThat(report.bool("sent")).contains(false);
      assertThat(report.object("result").orElseThrow().integer("added")).hasValue(2);
      assertThat(model.seen).hasSize(1);
    }
  }

  @Test
  void asksForConsentAndKeyBeforeTheNetworkIsUsed() throws Exception {
    try (ServerSocketChannel proxy = ServerSocketChannel.open()) {
      proxy.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      proxy.configureBlocking(false);
      String address = "http://127.0.0.1:" + proxy.socket().getLocalPort();
      Told noConsent =
          assess(Map.of("HTTPS_PROXY", address, "TYPESAFE_API_KEY", "sk-in-the-shell"), "--yes");
      assertThat(noConsent.code()).isEqualTo(1);
      assertThat(noConsent.out()).isEmpty();
      assertThat(noConsent.err())
          .contains("JEV_PRUNE_ALLOW_REMOTE=1", data.resolve(".env").toString())
          .contains("Nothing was sent", "not handed to another process")
          .doesNotContain("sk-in-the-shell");

      Map<String, String> allowed =
          Map.of(
              "HTTPS_PROXY", address,
              "JEV_PRUNE_ALLOW_REMOTE", "1",
              "TYPESAFE_API_KEY", "sk-in-the-shell");
      Told noKey = assess(allowed, "--yes");
      assertThat(noKey.code()).isEqualTo(1);
      assertThat(noKey.err()).contains("TYPESAFE_API_KEY is not set", "Nothing was sent");

      assertThat(proxy.accept()).as("a call without consent or key").isNull();

      proxy.configureBlocking(true);
      Files.writeString(data.resolve(".env"), "TYPESAFE_API_KEY=sk-of-the-file\n");
      CompletableFuture<String> knocked = CompletableFuture.supplyAsync(() -> firstLine(proxy));
      Told throughProxy = assess(allowed, "--yes");
      assertThat(knocked.get(1, TimeUnit.MINUTES)).startsWith("CONNECT api.typesafe.ai:443");
      assertThat(throughProxy.code()).isEqualTo(1);
      assertThat(throughProxy.out()).contains("https://api.typesafe.ai/v1/systemone");
      assertThat(throughProxy.out() + throughProxy.err()).doesNotContain("sk-");
      assertThat(stored()).contains("No decisions are stored.");
    }
  }

  private static String firstLine(ServerSocketChannel proxy) {
    try (Socket socket = proxy.accept().socket()) {
      StringBuilder line = new StringBuilder();
      for (int next = socket.getInputStream().read(); next > '\r'; ) {
        line.append((char) next);
        next = socket.getInputStream().read();
      }
      socket
          .getOutputStream()
          .write("HTTP/1.1 403 Forbidden\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return line.toString();
    } catch (IOException e) {
      return "failed: " + e;
    }
  }

  @Test
  void asksThroughARunningWorker() throws Exception {
    Path temp = Files.createTempDirectory(Path.of("/tmp"), "jp");
    try (ModelStandIn model = new ModelStandIn("1")) {
      model.setUp(data);
      Process worker = ApproveCommandTest.startWorker(data, temp);
      try {
        ApproveCommandTest.awaitWorker(worker, data);
        Told told = assess("--yes");
        assertThat(told.err()).isEmpty();
        assertThat(told.out()).contains("Approved 2 of 2");
        assertThat(model.seen).hasSize(1);
        assertThat(stored()).contains(SavedSession.ID);
      } finally {
        worker.destroy();
        worker.waitFor(10, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void sendsNothingWhileSwitchedOff() throws IOException {
    try (ModelStandIn model = new ModelStandIn("1")) {
      model.setUp(data);
      Told told = assess(Map.of("JEV_PRUNE_OFF", "1"), "--yes");
      assertThat(told.code()).isEqualTo(1);
      assertThat(told.err()).contains("JEV_PRUNE_OFF=1", "Nothing was sent");
      assertThat(model.seen).isEmpty();
    }
  }

  @Test
  void tellsWrongUse() {
    assertThat(assess("--send", "abc").code()).isEqualTo(2);
    assertThat(assess("--yes", "--send", OTHER_DIGEST).code()).isEqualTo(2);
    assertThat(Told.jevprune(home, "assess", "session.jsonl").code()).isEqualTo(2);
    Told unknown =
        Told.jevprune(home, "assess", "--host", "claude-code", "--session", "s", "session.jsonl");
    assertThat(unknown.code()).isEqualTo(2);
    Told other = Told.jevprune(home, "assess", "--host", "pi", "--session", "s", "session.jsonl");
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err()).contains(SavedSession.ID, "Nothing was sent");
  }
}
