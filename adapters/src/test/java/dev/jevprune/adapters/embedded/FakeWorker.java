package dev.jevprune.adapters.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/** The other end of the shim's own client: answers frames as a test says, well or badly. */
final class FakeWorker implements Network {
  static final String SOCKET = "/run/jev-prune/w.sock";
  static final String PORT = "127.0.0.1:49321";
  static final String TOKEN = "0123456789abcdef".repeat(4);
  private static final Pattern CALL =
      Pattern.compile("^\\{\"v\":1,\"id\":(\\d+),\"op\":\"(\\w+)\"");

  /** One request, and the way back. */
  record Call(long id, String op, String request, Peer peer) {
    void reply(String members) {
      peer.data(frame(ok(members)));
    }

    String ok(String members) {
      return "{\"v\":1,\"id\":"
          + id
          + ",\"ok\":true"
          + (members.isEmpty() ? "" : "," + members)
          + "}";
    }
  }

  final List<String> ops = new ArrayList<>();
  final List<List<String>> spawned = new ArrayList<>();
  final List<Map<String, String>> environments = new ArrayList<>();
  private final Map<String, Consumer<Call>> answers = new LinkedHashMap<>();
  Spawned spawn = Spawned.RUNS;
  BiConsumer<String, Peer> listening = (path, peer) -> peer.open();

  FakeWorker() {
    on("hello", call -> call.reply("\"protocol\":1,\"worker\":{\"version\":\"0.1.0\",\"pid\":1}"));
    on("ledger", call -> call.reply("\"ledger\":null"));
    on("heartbeat", call -> call.reply(""));
    on("status", call -> call.reply("\"version\":\"0.1.0\",\"pid\":7"));
    on("outline", call -> call.reply("\"ticket\":\"t1\",\"need\":[]"));
    on("preview", call -> call.reply("\"pairs\":[],\"text\":\"nothing is repeated\""));
  }

  FakeWorker on(String op, Consumer<Call> answer) {
    answers.put(op, answer);
    return this;
  }

  /** Puts down the record by which the shim finds the socket, and the socket's place. */
  static void announce(Path folder) {
    try {
      Path run = Files.createDirectories(folder.toRealPath().resolve("run/jev-prune"));
      Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwx------"));
      Files.writeString(run.resolve("w.sock"), "");
      Path data = Files.createDirectories(folder.toRealPath().resolve("data"));
      Files.writeString(
          data.resolve("worker.json"),
          "{\"schema\":\"jev-prune.worker.v1\",\"pid\":1,\"socket\":\"" + SOCKET + "\"}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The same for a worker on a port, with its token file; {@link #PORT} is what the shim connects
   * to.
   */
  static void announceOnPort(Path folder) {
    try {
      Path data = Files.createDirectories(folder.toRealPath().resolve("data"));
      Path token = Files.writeString(data.resolve("worker.token"), TOKEN + "\n");
      Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
      Files.writeString(
          data.resolve("worker.json"),
          "{\"schema\":\"jev-prune.worker.v1\",\"pid\":1,\"port\":49321,\"tokenFile\":\""
              + token
              + "\"}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the holder of the token answers to a first frame. */
  static void prove(Call call) {
    Matcher nonce = Pattern.compile("\"nonce\":\"([0-9a-f]{64})\"").matcher(call.request());
    if (!nonce.find()) {
      throw new AssertionError("no nonce: " + call.request());
    }
    HmacUtils hmac = new HmacUtils(HmacAlgorithms.HMAC_SHA_256, HexFormat.of().parseHex(TOKEN));
    if (!call.request().contains(hmac.hmacHex("client\n" + nonce.group(1)))) {
      throw new AssertionError("no proof: " + call.request());
    }
    call.reply("\"proof\":\"" + hmac.hmacHex("worker\n" + nonce.group(1)) + "\"");
  }

  static byte[] frame(String text) {
    byte[] body = Utf8.encode(text);
    return ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
  }

  @Override
  public Consumer<byte[]> connect(String path, Peer peer) {
    listening.accept(path, peer);
    return bytes -> {
      String request = Utf8.decode(Arrays.copyOfRange(bytes, 4, bytes.length));
      Matcher call = CALL.matcher(request);
      if (!call.find()) {
        throw new AssertionError("not a request: " + request);
      }
      ops.add(call.group(2));
      answers
          .getOrDefault(call.group(2), each -> {})
          .accept(new Call(Long.parseLong(call.group(1)), call.group(2), request, peer));
    };
  }

  @Override
  public Spawned spawn(List<String> command, Map<String, String> environment) {
    spawned.add(command);
    environments.add(environment);
    return spawn;
  }
}
