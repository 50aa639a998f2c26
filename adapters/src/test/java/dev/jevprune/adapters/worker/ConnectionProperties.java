package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.protocol.Frames;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.lifecycle.AfterContainer;

/** Whatever stands in a frame gets an answer, and the next frame too. */
class ConnectionProperties {
  private static final Path DATA_HOME = temporary();
  private static final RequestHandler HANDLER =
      new RequestHandler(DATA_HOME, Clock.systemUTC(), TokenCounter.none(), "0.1.0");
  private static final WorkerLog LOG =
      new WorkerLog(DATA_HOME.resolve("worker.log"), Clock.systemUTC());

  private static Path temporary() {
    try {
      return Files.createTempDirectory("jp");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterContainer
  static void noDefectWasLogged() {
    assertThat(DATA_HOME.resolve("worker.log")).doesNotExist();
  }

  @Property(tries = 500)
  void answersRandomBytes(@ForAll @NotEmpty byte[] bytes) throws Exception {
    assertAnswered(bytes);
  }

  @Property(tries = 1000)
  void answersRequestsWithOddMembers(@ForAll("requests") JsonObject request) throws Exception {
    assertAnswered(Replies.bytes(request));
  }

  @Provide
  Arbitrary<JsonObject> requests() {
    Arbitrary<String> ops =
        Arbitraries.of(
            "hello",
            "heartbeat",
            "outline",
            "bodies",
            "preview",
            "approve",
            "undo",
            "switch",
            "ledger",
            "status",
            "",
            "nonsense");
    List<String> names =
        List.of(
            "v",
            "id",
            "host",
            "hostVersion",
            "profile",
            "session",
            "shim",
            "protocol",
            "pid",
            "requests",
            "projected",
            "applied",
            "invalid",
            "inactive",
            "bytesRemoved",
            "model",
            "outline",
            "ticket",
            "bodies",
            "detail",
            "sources",
            "on",
            "parent");
    Arbitrary<Json> odd =
        Arbitraries.of(
            JsonNull.NULL,
            Json.of(true),
            Json.of(-1),
            Json.of(1),
            Json.of("x"),
            Json.of("half \ud83d"),
            Json.of(Caller.PROFILE),
            JsonArray.EMPTY,
            JsonArray.of(JsonArray.EMPTY),
            JsonObject.EMPTY,
            JsonObject.builder()
                .put("messages", 3)
                .put("lastUser", 2)
                .put("lastSigned", -1)
                .put("goalBytes", 0)
                .put("calls", JsonArray.of(JsonObject.EMPTY))
                .build());
    Arbitrary<JsonObject> members =
        Arbitraries.maps(Arbitraries.of(names), odd).ofMaxSize(6).map(JsonObject::new);
    return ops.flatMap(op -> members.map(some -> sound(op, some)));
  }

  /** A request that is sound but for the odd members. */
  private static JsonObject sound(String op, JsonObject odd) {
    JsonObject.Builder request =
        JsonObject.builder()
            .put("v", 1)
            .put("op", op)
            .put("host", "pi")
            .put("profile", Caller.PROFILE)
            .put("session", "s")
            .put("ticket", "t")
            .put("on", true)
            .put("sources", "all");
    odd.members().forEach(request::put);
    return request.build();
  }

  private static void assertAnswered(byte[] frame) throws Exception {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Frames.write(Channels.newChannel(sent), frame);
    Frames.write(
        Channels.newChannel(sent),
        "{\"v\":1,\"id\":9,\"op\":\"status\"}".getBytes(StandardCharsets.UTF_8));
    Pipe pipe = new Pipe(sent.toByteArray());
    new Connection(pipe, HANDLER, new Activity(), LOG).run();

    ReadableByteChannel answers = pipe.answers();
    JsonObject first = (JsonObject) StrictJson.parse(Frames.read(answers).orElseThrow());
    JsonObject second = (JsonObject) StrictJson.parse(Frames.read(answers).orElseThrow());
    assertThat(first.get("error").orElse(JsonNull.NULL).toString()).doesNotContain("internal");
    assertThat(second.get("ok")).contains(Json.of(true));
    assertThat(second.get("id")).contains(Json.of(9));
  }

  /** Both directions of a connection, in memory. */
  private static final class Pipe implements ByteChannel {
    private final ReadableByteChannel in;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final WritableByteChannel out = Channels.newChannel(written);

    Pipe(byte[] bytes) {
      in = Channels.newChannel(new ByteArrayInputStream(bytes));
    }

    ReadableByteChannel answers() {
      return Channels.newChannel(new ByteArrayInputStream(written.toByteArray()));
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      return in.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      return out.write(from);
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
