package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.jevprune.adapters.protocol.Frames;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker over loopback TCP, as on a system whose hosts have no Unix sockets. */
class LoopbackTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir(factory = ShortTempDir.class)
  Path temp;

  private Path dataHome = Path.of("unset");
  private Map<String, String> environment = Map.of();

  @BeforeEach
  void chooseFolders() {
    dataHome = temp.resolve("data");
    environment = WorkerProcess.environment(temp);
    environment.put(TransportKind.VARIABLE, "tcp");
  }

  @Test
  void servesAndLeavesNothingBehind() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      WorkerAddress.Loopback address = address();

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(address.tokenFile())))
          .isEqualTo("rw-------");
      new Caller(WorkerProcess.transport(client), "session-1")
          .approveAll(
              Conversation.withOneRepeat(Conversation.body("line", 30)).messages(), Caller.FREE);
      assertThat(client.status().requests()).isGreaterThan(3);
      assertThat(client.stop()).isTrue();
      assertThat(worker.exitCode()).isEqualTo(WorkerMain.DONE);
      assertThat(address.tokenFile()).doesNotExist();
      assertThat(WorkerRecord.file(dataHome)).doesNotExist();
      assertThat(temp.resolve("jev-prune-" + OwnUser.learn(temp).uid())).doesNotExist();
    }
  }

  @Test
  void theCommandLineChoosesBeforeTheVariable() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment, "--transport", "unix");
        WorkerClient client = worker.client()) {
      assertThat(record().address()).isInstanceOf(WorkerAddress.Unix.class);
      assertThat(client.status().protocol().max()).isEqualTo(1);
    }
  }

  @Test
  void refusesWhoDoesNotProveTheToken() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      Token token = Token.read(address().tokenFile()).orElseThrow();
      Token wrong = new Token("0".repeat(64));
      String nonce = Token.nonce();
      List<JsonObject> firsts =
          List.of(
              frame("status", Map.of()),
              frame("token", Map.of()),
              frame("token", Map.of("token", token.hex())),
              frame("token", proof(wrong, nonce, Token.Side.CLIENT)),
              frame("token", proof(token, nonce, Token.Side.WORKER)),
              frame("token", Map.of("nonce", "", "proof", token.proof(Token.Side.CLIENT, ""))),
              frame("hello", proof(token, nonce, Token.Side.CLIENT)));
      for (JsonObject first : firsts) {
        try (SocketChannel rude = connect()) {
          Frames.write(rude, Replies.bytes(first));
          JsonObject reply = (JsonObject) StrictJson.parse(Frames.read(rude).orElseThrow());
          assertThat(reply.object("error").orElseThrow().get("code"))
              .as("the answer to %s", first)
              .contains(Json.of("refused"));
          assertThat(Frames.read(rude)).isEmpty();
        }
      }
      assertThat(client.status().requests()).isEqualTo(1);
      assertThat(worker.log()).contains("did not prove the token").doesNotContain(token.hex());
    }
  }

  @Test
  void letsGoOfWhoSendsNothingOrMoreThanAToken() throws Exception {
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      List<SocketChannel> silent = new ArrayList<>();
      try {
        for (int i = 0; i < 3 * LoopbackEndpoint.MAX_UNPROVEN; i++) {
          silent.add(connect());
        }
        for (SocketChannel one : silent) {
          assertThat(endsWithin(one)).isTrue();
        }
      } finally {
        for (SocketChannel one : silent) {
          one.close();
        }
      }
      try (SocketChannel browser = connect()) {
        browser.write(
            ByteBuffer.wrap("POST / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertThat(endsWithin(browser)).isTrue();
      }
      assertThat(client.status().requests()).isEqualTo(1);
      try (WorkerClient next = worker.client()) {
        assertThat(next.status().requests()).isEqualTo(2);
      }
    }
  }

  @Test
  void takesAnotherTokenAtEachStart() throws Exception {
    String first;
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment)) {
      worker.client().close();
      first = Files.readString(address().tokenFile());
      worker.kill();
    }
    assertThat(WorkerClient.connect(dataHome, PATIENCE)).isEmpty();
    try (WorkerProcess worker = WorkerProcess.start(dataHome, environment);
        WorkerClient client = worker.client()) {
      assertThat(client.status().requests()).isEqualTo(1);
      assertThat(Files.readString(address().tokenFile())).isNotEqualTo(first);
    }
  }

  @Test
  void takesAStrangerAtTheOldPortForNoWorker() throws Exception {
    Files.createDirectories(dataHome);
    Path tokenFile = dataHome.resolve("worker.token");
    Token token = Token.create(tokenFile);
    try (ServerSocketChannel stranger = ServerSocketChannel.open()) {
      stranger.bind(new InetSocketAddress(LoopbackEndpoint.localhost(), 0));
      int port = ((InetSocketAddress) stranger.getLocalAddress()).getPort();
      new WorkerRecord(
              1,
              new WorkerAddress.Loopback(port, tokenFile),
              ProtocolRange.OURS,
              "0",
              Instant.EPOCH)
          .write(dataHome, new PrivateFiles());
      for (boolean echo : List.of(true, false)) {
        CompletableFuture<String> heard = answerOne(stranger, echo);

        assertThat(WorkerClient.connect(dataHome, PATIENCE)).isEmpty();
        assertThat(heard.join()).contains("\"op\":\"token\"").doesNotContain(token.hex());
      }
    }
  }

  /** Answers the next client with its own frame, or by leaving; gives what it sent. */
  private static CompletableFuture<String> answerOne(ServerSocketChannel server, boolean echo) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (SocketChannel client = server.accept()) {
            byte[] frame = Frames.read(client).orElseThrow();
            if (echo) {
              Frames.write(client, frame);
            }
            return new String(frame, StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void readsNoTokenThatOthersCanRead() throws Exception {
    Path file = temp.resolve("worker.token");
    Token token = Token.create(file);
    assertThat(Token.read(file)).contains(token);

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Token.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("0600");
    Path link = Files.createSymbolicLink(temp.resolve("link"), file);
    assertThatThrownBy(() -> Token.read(link)).isInstanceOf(IOException.class);
    assertThat(Token.read(temp.resolve("absent"))).isEmpty();
    assertThat(token).hasToString("Token[secret]");
  }

  @Test
  void spellsItsProofsAsDocumented() throws Exception {
    String document =
        Files.readString(Path.of(System.getProperty("project.root"), "docs", "protocol.md"));
    Matcher shown =
        Pattern.compile(
                "token `([0-9a-f]+)`:\n+First frame:\n+```json\n(.*?)```\n+Its answer:\n+```json\n(.*?)```",
                Pattern.DOTALL)
            .matcher(document);
    assertThat(shown.find()).isTrue();
    Token token = new Token(shown.group(1));
    JsonObject first = (JsonObject) StrictJson.parse(shown.group(2));
    JsonObject answer = (JsonObject) StrictJson.parse(shown.group(3));
    String nonce = first.string("nonce").orElseThrow();

    assertThat(first).isEqualTo(frame("token", proof(token, nonce, Token.Side.CLIENT)));
    assertThat(answer.string("proof")).contains(token.proof(Token.Side.WORKER, nonce));
  }

  @Test
  void withoutModesTheTokenIsItsOwnersByAnAccessList() throws Exception {
    try (FileSystem windows =
        Jimfs.newFileSystem(
            Configuration.windows().toBuilder()
                .setAttributeViews("basic", "owner", "acl", "dos")
                .build())) {
      Path home = Files.createDirectories(windows.getPath("C:\\Users\\Ada L\\.jev-prune"));
      Path file = home.resolve("worker.token");
      Token token = Token.create(file);
      AclFileAttributeView view = Files.getFileAttributeView(file, AclFileAttributeView.class);

      assertThat(view.getAcl())
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.principal()).isEqualTo(view.getOwner());
                assertThat(entry.type()).isEqualTo(AclEntryType.ALLOW);
              });
      assertThat(Token.read(file)).contains(token);
      assertThat(TransportKind.choose(Optional.empty(), Map.of(), home))
          .isEqualTo(TransportKind.TCP);
      assertThat(TransportKind.choose(Optional.empty(), Map.of(), temp))
          .isEqualTo(TransportKind.UNIX);
    }
  }

  @Test
  void writesNoTokenWhereNothingCanKeepItPrivate() throws Exception {
    try (FileSystem bare =
        Jimfs.newFileSystem(
            Configuration.windows().toBuilder().setAttributeViews("basic").build())) {
      Path file = bare.getPath("C:\\worker.token");

      assertThatThrownBy(() -> Token.create(file)).hasMessageContaining("cannot be made private");
      assertThat(Files.exists(file) ? Files.size(file) : 0).isZero();
    }
  }

  private static JsonObject frame(String op, Map<String, String> fields) {
    JsonObject.Builder frame = JsonObject.builder().put("v", 1).put("id", 0).put("op", op);
    fields.forEach(frame::put);
    return frame.build();
  }

  private static Map<String, String> proof(Token token, String nonce, Token.Side side) {
    return Map.of("nonce", nonce, "proof", token.proof(side, nonce));
  }

  private static boolean endsWithin(SocketChannel channel) throws IOException {
    channel.socket().setSoTimeout((int) PATIENCE.toMillis());
    try {
      while (channel.socket().getInputStream().read() >= 0) {}
      return true;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (java.net.SocketException e) {
      return true; // ended with what we had sent still unread
    }
  }

  private WorkerRecord record() throws IOException {
    Optional<WorkerRecord> found = WorkerRecord.read(dataHome, new PrivateFiles());
    return found.orElseThrow();
  }

  private WorkerAddress.Loopback address() throws IOException {
    return (WorkerAddress.Loopback) record().address();
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(
        new InetSocketAddress(LoopbackEndpoint.localhost(), address().port()));
  }
}
