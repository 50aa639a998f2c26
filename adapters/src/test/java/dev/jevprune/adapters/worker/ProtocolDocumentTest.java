package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.evaluate.EvaluatorException;
import dev.jevprune.adapters.evaluate.EvaluatorSettings;
import dev.jevprune.adapters.evaluate.ModelEvaluator;
import dev.jevprune.adapters.evaluate.TypesafeEvaluator;
import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/protocol.md} are what the worker says. */
class ProtocolDocumentTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
  private static final Pattern BLOCK =
      Pattern.compile("(Request|Reply|File `([^`]+)`):\n+```json\n(.*?)```", Pattern.DOTALL);

  @TempDir Path dataHome;

  /** What the document's process says of itself. */
  private static final WorkerFacts FACTS =
      new WorkerFacts() {
        @Override
        public long pid() {
          return 4242;
        }

        @Override
        public Instant startedAt() {
          return NOON.instant();
        }

        @Override
        public int connected() {
          return 1;
        }

        @Override
        public long idleMillis() {
          return 0;
        }

        @Override
        public void stop() {}
      };

  private record Block(String kind, String file, JsonObject content) {}

  private static List<Block> blocks() throws Exception {
    Path document = Path.of(System.getProperty("project.root"), "docs", "protocol.md");
    Matcher matcher = BLOCK.matcher(Files.readString(document));
    List<Block> blocks = new ArrayList<>();
    while (matcher.find()) {
      String file = matcher.group(2);
      blocks.add(
          new Block(
              matcher.group(1).split(" ", 2)[0],
              file == null ? "" : file,
              (JsonObject) StrictJson.parse(matcher.group(3))));
    }
    return blocks;
  }

  @Test
  void showsEveryOperation() throws Exception {
    Stream<String> ops =
        blocks().stream()
            .filter(block -> block.kind().equals("Request"))
            .map(block -> block.content().string("op").orElse(""));

    assertThat(ops)
        .contains(
            "hello",
            "heartbeat",
            "outline",
            "bodies",
            "preview",
            "assess",
            "approve",
            "undo",
            "drop",
            "due",
            "stats",
            "switch",
            "ledger",
            "chain",
            "status",
            "stop");
  }

  /** The remote service with a key of its own; the document sends nothing. */
  private ModelEvaluator evaluator(Map<String, String> variables) throws EvaluatorException {
    Map<String, String> withKey = new HashMap<>(variables);
    withKey.put(EvaluatorSettings.API_KEY, "sk-document");
    return new TypesafeEvaluator(
        EvaluatorSettings.load(dataHome, dataHome, withKey),
        Rules.TYPESAFE,
        key -> {
          throw new AssertionError("The document would send something.");
        });
  }

  @Test
  void repliesAsTheDocumentSays() throws Exception {
    O200kCounter tokens = new O200kCounter();
    tokens.prepare();
    assertThat(tokens.ready(Duration.ofMinutes(2))).isTrue();
    Session session =
        new Session(
            new RequestHandler(
                dataHome, NOON, tokens, "0.1.0", this::evaluator, FACTS, (where, cause) -> {}));
    List<Block> blocks = blocks();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).kind().equals("Request")) {
        assertThat(blocks.get(i + 1).kind()).isEqualTo("Reply");
        assertThat(session.ask(blocks.get(i).content())).isEqualTo(blocks.get(i + 1).content());
      }
    }
  }

  /** A run through the document, in which its ticket names stand for those the worker made. */
  private static final class Session {
    private final RequestHandler handler;
    private final Map<String, String> tickets = new HashMap<>();
    private final List<JsonObject> look = new ArrayList<>();

    Session(RequestHandler handler) {
      this.handler = handler;
    }

    JsonObject ask(JsonObject request) {
      String op = request.string("op").orElse("");
      if (op.equals("outline") || op.equals("bodies")) {
        look.add(request);
      }
      String named = request.string("ticket").orElse("");
      if (!named.isEmpty() && !tickets.containsKey(named)) {
        // The document shows one look; each change needs a new one.
        String ticket = handler.handle(look.get(0)).string("ticket").orElse("");
        tickets.put(named, ticket);
        handler.handle(look.get(1).with("ticket", Json.of(ticket)));
      }
      JsonObject reply =
          handler.handle(
              named.isEmpty()
                  ? request
                  : request.with("ticket", Json.of(tickets.getOrDefault(named, ""))));
      return named(op, reply);
    }

    private JsonObject named(String op, JsonObject reply) {
      String ticket = reply.string("ticket").orElse("");
      if (ticket.isEmpty()) {
        return reply;
      }
      if (op.equals("outline")) {
        tickets.put("ticket-1", ticket);
      }
      return tickets.entrySet().stream()
          .filter(entry -> entry.getValue().equals(ticket))
          .findFirst()
          .map(entry -> reply.with("ticket", Json.of(entry.getKey())))
          .orElse(reply);
    }
  }

  @Test
  void writesItsFilesAsTheDocumentShowsThem() throws Exception {
    repliesAsTheDocumentSays();
    for (Block block : blocks()) {
      if (block.file().equals("worker.json")) {
        assertThat(worker(block.content())).isEqualTo(block.content());
      } else if (block.kind().equals("File")) {
        assertThat(stored(block.file())).isEqualTo(block.content());
      }
    }
  }

  private JsonObject stored(String name) throws Exception {
    StateLayout layout = new StateLayout(dataHome, new Digest("0123456789abcdef".repeat(4)));
    SessionId session = new SessionId("0192f3b2-session");
    Path file =
        switch (name) {
          case "heartbeat.json" -> layout.heartbeat();
          case "ledger/<sessionKey>.json" -> layout.ledger(session);
          case "receipts/<sessionKey>.json" -> layout.receipts(session);
          default -> throw new AssertionError("The document shows an unknown file: " + name);
        };
    return (JsonObject) StrictJson.parse(Files.readAllBytes(file));
  }

  /** What a reader of {@code worker.json} finds, written again. */
  private JsonObject worker(JsonObject shown) throws Exception {
    Path file = WorkerRecord.file(dataHome);
    Files.writeString(file, JsonText.write(shown));
    WorkerRecord.read(dataHome, new dev.jevprune.adapters.store.PrivateFiles())
        .orElseThrow(IOException::new)
        .write(dataHome, new dev.jevprune.adapters.store.PrivateFiles());
    return Fields.of((JsonObject) StrictJson.parse(Files.readAllBytes(file))).raw();
  }
}
