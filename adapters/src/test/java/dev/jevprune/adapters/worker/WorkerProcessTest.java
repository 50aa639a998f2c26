package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.protocol.Frames;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real worker processes: lock, socket, encodings, and clients that misbehave. */
class WorkerProcessTest {
  // A socket path is short, so its folder must not lie deep in the build.
  @TempDir(factory = ShortTempDir.class)
  Path temp;

  private Path dataHome = Path.of("unset");
  private Map<String, String> environment = Map.of();

  @BeforeEach
  void chooseFolders() {
    dataHome = temp.resolve("data");
    environment = WorkerProcess.environment(temp);
  }

  @Test
  @Tag("B74")
  void servesWithABarePathAndEndsCleanlyWhenAsked() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment)) {
      WorkerClient client = worker.client();
      WorkerRecord record = WorkerRecord.read(dataHome, new PrivateFiles()).orElseThrow();
      WorkerStatus status = client.status();

      assertThat(status.version()).isEqualTo(ProductVersion.read()).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(status.pid()).isEqualTo(record.pid());
      Path socket = socketOf(record);
      assertThat(mode(socket)).isEqualTo("rw-------");
      assertThat(mode(socket.resolveSibling("."))).isEqualTo("rwx------");
      assertThat(client.stop()).isTrue();
      assertThat(worker.exitCode()).isEqualTo(WorkerMain.DONE);
      assertThat(socket).doesNotExist();
      assertThat(WorkerRecord.file(dataHome)).doesNotExist();
      assertThat(WorkerClient.connect(dataHome, Duration.ofSeconds(1))).isEmpty();
    }
  }

  @Test
  void letsExactlyOneOfTwoServe() throws Exception {
    try (WorkerProcess one = WorkerProcess.start(dataHome, environment);
        WorkerProcess other = WorkerProcess.start(dataHome, environment)) {
      CompletableFuture.anyOf(one.end(), other.end()).join();
      WorkerProcess loser = one.isAlive() ? other : one;
      WorkerProcess winner = one.isAlive() ? one : other;

      assertThat(loser.exitCode()).isEqualTo(WorkerMain.TAKEN);
      try (WorkerClient client = winner.client()) {
        assertThat(client.status().protocol().max()).isEqualTo(1);
      }
    }
  }

  @Test
  void servesAgainAfterAKill() throws Exception {
    try (WorkerProcess first = WorkerProcess.start(dataHome, environment)) {
      first.client().close();
      first.kill();
    }
    assertThat(WorkerRecord.file(dataHome)).exists();
    assertThat(WorkerClient.connect(dataHome, Duration.ofSeconds(1))).isEmpty();
    try (WorkerProcess second = WorkerProcess.start(dataHome, environment);
        WorkerClient client = second.client()) {
      assertThat(client.status().requests()).isEqualTo(1);
    }
  }

  @Test
  void refusesASocketPathThatIsTooLong() throws Exception {
    Path deep = Files.createDirectories(temp.resolve("d".repeat(90)));
    try (WorkerProcess worker = WorkerProcess.start(dataHome, WorkerProcess.environment(deep))) {
      assertThat(worker.exitCode()).isEqualTo(WorkerMain.NO_SOCKET);
      assertThat(worker.log()).contains("too many for a socket", "TMPDIR");
    }
  }

  @Test
  void refusesASocketFolderThatOthersCanEnter() throws Exception {
    Files.createDirectory(
        temp.resolve("jev-prune"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    environment.put("XDG_RUNTIME_DIR", temp.toString());
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment)) {
      assertThat(worker.exitCode()).isEqualTo(WorkerMain.NO_SOCKET);
      assertThat(worker.log()).contains("jev-prune", "rwxr-xr-x", "0700");
    }
  }

  @Test
  void endsWhenNobodyNeedsIt() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment, "--idle-seconds", "1")) {
      assertThat(worker.exitCode()).isEqualTo(WorkerMain.DONE);
    }
  }

  @Test
  @Tag("B77")
  @Tag("W5")
  void keepsTextBeyondAsciiUnderThePlainLocale() throws Exception {
    environment.put("LC_ALL", "C");
    assertApproved("naïve é — 設定ファイル 🎉 \u2028 end\n" + Conversation.body("値", 20));
  }

  @Test
  @Tag("B78")
  void keepsNulAndOtherControls() throws Exception {
    StringBuilder controls = new StringBuilder();
    for (char c = 0; c < 0x20; c++) {
      controls.append(c);
    }
    assertApproved(controls + "\u007F" + Conversation.body("a\u0000b", 30));
  }

  private void assertApproved(String body) throws Exception {
    JsonArray messages = Conversation.withOneRepeat(body).messages();
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      Caller caller = new Caller(WorkerProcess.transport(client), "séance 会話");
      JsonObject ledger = caller.approveAll(messages, Caller.FREE).object("ledger").orElseThrow();

      assertThat(ledger.string("session")).contains("séance 会話");
      JsonObject decision = (JsonObject) ledger.array("decisions").orElseThrow().get(0);
      assertThat(decision.object("source").orElseThrow().string("text"))
          .contains(BodyCheck.textDigest(List.of(body)));
      assertThat(caller.ledger()).isEqualTo(ledger);
    }
  }

  @Test
  @Tag("B80")
  void outlivesAClientThatLeavesInTheMiddleOfAFrame() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      try (SocketChannel rude = connect()) {
        rude.write(ByteBuffer.allocate(1 << 20).putInt(0, 8 << 20));
      }
      try (SocketChannel rude = connect()) {
        rude.write(ByteBuffer.wrap(new byte[] {0, 0}));
      }
      try (SocketChannel rude = connect()) {
        Frames.write(
            rude, Replies.bytes(JsonObject.builder().put("v", 1).put("op", "status").build()));
      }
      assertThat(client.status().protocol().max()).isEqualTo(1);
    }
  }

  @Test
  @Tag("B81")
  void servesLargeFramesInItsSmallHeap() throws Exception {
    Conversation conversation = new Conversation().user("Read it all.");
    String body = Conversation.body("line", 40);
    for (int i = 0; i < 6_000; i++) {
      conversation.read("call_" + i, "file" + i / 2 + ".txt", body);
    }
    JsonArray messages = conversation.user("Go on.").talk(20).messages();
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      JsonObject preview =
          new Caller(WorkerProcess.transport(client), "session-1").preview(messages, Caller.FREE);

      assertThat(preview.integer("reads")).hasValue(6_000);
      assertThat(preview.array("pairs").orElseThrow()).hasSize(8);
      byte[] filler = new byte[Frames.MAX_BYTES];
      Arrays.fill(filler, (byte) '[');
      try (SocketChannel rude = connect()) {
        Frames.write(rude, filler);
        assertThat(Frames.read(rude)).isPresent();
      }
      assertThat(client.status().requests()).isEqualTo(4);
    }
  }

  @Test
  void answersAFrameOutOfBoundsAndLetsItsConnectionGo() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      try (SocketChannel rude = connect()) {
        rude.write(ByteBuffer.allocate(4).putInt(0, -1));
        JsonObject reply = (JsonObject) StrictJson.parse(Frames.read(rude).orElseThrow());
        assertThat(reply.object("error").orElseThrow().get("code")).contains(Json.of("limit"));
        assertThat(Frames.read(rude)).isEmpty();
      }
      try (SocketChannel rude = connect()) {
        Frames.write(rude, new byte[] {(byte) 0xC3, '(', 0});
        JsonObject reply = (JsonObject) StrictJson.parse(Frames.read(rude).orElseThrow());
        assertThat(reply.object("error").orElseThrow().get("code"))
            .contains(Json.of("bad_request"));
      }
      assertThat(client.status().connected()).isZero();
    }
  }

  @Test
  void holdsNoTextOfAConversationInItsLog() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      Caller caller = new Caller(WorkerProcess.transport(client), "session-1");
      caller.approveAll(
          Conversation.withOneRepeat(Conversation.body("verysecret", 30)).messages(), Caller.FREE);
      client.stop();
      worker.exitCode();

      assertThat(worker.log()).contains("serving", "ended").doesNotContain("verysecret");
      try (Stream<Path> files = Files.walk(dataHome.resolve("state"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file)).doesNotContain("verysecret");
          assertThat(mode(file)).isEqualTo("rw-------");
        }
      }
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(
        UnixDomainSocketAddress.of(
            socketOf(WorkerRecord.read(dataHome, new PrivateFiles()).orElseThrow())));
    return channel;
  }

  private static Path socketOf(WorkerRecord record) {
    return ((WorkerAddress.Unix) record.address()).socket();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
