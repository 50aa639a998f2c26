package dev.jevprune.adapters.demo;

import dev.jevprune.adapters.embedded.EmbeddedHost;
import dev.jevprune.adapters.embedded.HostSettings;
import dev.jevprune.adapters.embedded.Pending;
import dev.jevprune.adapters.embedded.PiSettings;
import dev.jevprune.adapters.embedded.ShimConfig;
import dev.jevprune.adapters.embedded.SimulatedPi;
import dev.jevprune.adapters.embedded.Transport;
import dev.jevprune.adapters.embedded.WorkerTransport;
import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Shows on a made-up session of 26 messages what Jev Prune does: an older repeated read is found,
 * approved and left out of the outgoing copy; then the kept copy changes, and the original goes out
 * again. It runs the files that are installed into Pi, and the code of the worker, in this process.
 * Every number is measured while it runs; nothing is sent anywhere and no file stays.
 */
public final class Demo {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PROFILE = "d0".repeat(32);
  private static final int SOURCE_INDEX = 2;
  private static final int WITNESS_INDEX = 6;

  private final Page page;
  private final TokenCounter tokens;
  private final SimulatedPi pi;
  private final StringBuilder heartbeat = new StringBuilder();

  private Demo(Page page, TokenCounter tokens, SimulatedPi pi) {
    this.page = page;
    this.tokens = tokens;
    this.pi = pi;
  }

  /**
   * Prints the walk-through: about 40 lines of at most 100 columns.
   *
   * @param out where to; UTF-8
   * @param colour whether to use the terminal's colours
   * @throws IOException if the temporary folder cannot be made or removed
   * @throws IllegalStateException if a step does not come out as it must; that is a defect
   */
  public static void run(PrintStream out, boolean colour) throws IOException {
    TokenCounter tokens = new O200kCounter();
    tokens.prepare();
    Path folder = Files.createTempDirectory("jev-prune-demo");
    HostSettings settings = HostSettings.in(folder);
    try (EmbeddedHost host = EmbeddedHost.open(settings)) {
      SimulatedPi pi = host.pi(PiSettings.standard(DemoSession.ID));
      Demo demo = new Demo(new Page(out, colour), tokens, pi);
      demo.load(settings.folder().resolve("data"));
      demo.walk();
    } finally {
      delete(folder);
    }
  }

  private void load(Path data) {
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    Transport worker = new WorkerTransport(new RequestHandler(data, clock, tokens, "demo"));
    Transport observed =
        (request, answer) -> {
          if (request.contains("\"op\":\"heartbeat\"")) {
            heartbeat.setLength(0);
            heartbeat.append(request);
          }
          worker.call(request, answer);
        };
    pi.loadShim(
            "/agent/extensions/jev-prune.js",
            new ShimConfig(data, PROFILE, "/usr/bin/java"),
            observed)
        .value();
    pi.start("startup").value();
    pi.append(DemoSession.messages().json());
    if (!tokens.ready(PATIENCE)) {
      throw new IllegalStateException(
          "The o200k encoding could not be loaded in " + PATIENCE.toSeconds() + " s.");
    }
  }

  private void walk() {
    page.title(
        "Jev Prune demo",
        ": the files for Pi and the worker, on a made-up session. Nothing is sent anywhere.");
    String session = pi.conversation();
    Size whole = size(session);

    page.step(1, "A session of " + messages(session).size() + " messages");
    page.line(
        DemoSession.PATH
            + " is read twice with the same text (messages 3 and 7), "
            + DemoSession.OTHER_PATH);
    page.line("once; then the user asks for something new, and 17 more messages follow.");
    page.checked(send(session).equals(session), "nothing is approved yet: Pi sends every byte");
    page.sizes("messages as JSON", whole);

    page.step(2, "The user types /prune");
    page.quoted(command("/prune"));

    page.step(3, "The user types /prune approve");
    page.quoted(command("/prune approve"));

    page.step(4, "The next request");
    String sent = send(session);
    page.wire("message 3", text(sent, SOURCE_INDEX));
    page.saved("messages as JSON", whole, size(sent));
    page.checked(counts().startsWith("applied 1,"), "replay: " + counts());
    page.checked(
        othersAreEqual(sent, session), "the other 25 messages are the same, byte for byte");
    page.checked(pi.conversation().equals(session), "Pi's own session still holds the original");

    page.step(5, "The kept copy changes: message 7 now says port = 9090");
    String changed = withAnotherWitness(session);
    String original = send(changed);
    page.checked(
        original.equals(changed), "message 3 goes out as the original again; Pi sends every byte");
    page.checked(counts().startsWith("applied 0, invalid 1,"), "replay: " + counts());
    page.sizes("messages as JSON", size(original));
  }

  private String command(String line) {
    int before = pi.notices().size();
    pi.answer(false);
    pi.command(line).value();
    List<SimulatedPi.Notice> said = pi.notices();
    return said.get(before).message();
  }

  /** One model request and the end of its turn, at which the shim tells what it did. */
  private String send(String list) {
    Pending request = pi.request(list);
    JsonObject outcome = (JsonObject) parsed(request.value());
    pi.endTurn().value();
    return text(outcome.members().getOrDefault("messages", JsonArray.EMPTY));
  }

  private String counts() {
    JsonObject told = (JsonObject) parsed(heartbeat.toString());
    return "applied %d, invalid %d, inactive %d"
        .formatted(number(told, "applied"), number(told, "invalid"), number(told, "inactive"));
  }

  private static int number(JsonObject told, String name) {
    return told.integer(name)
        .orElseThrow(() -> new IllegalStateException("The heartbeat has no " + name));
  }

  private Size size(String list) {
    return new Size(list.getBytes(StandardCharsets.UTF_8).length, tokens.count(list));
  }

  private static boolean othersAreEqual(String sent, String session) {
    List<Json> one = new ArrayList<>(messages(sent).elements());
    List<Json> other = new ArrayList<>(messages(session).elements());
    one.set(SOURCE_INDEX, Json.of(""));
    other.set(SOURCE_INDEX, Json.of(""));
    return text(new JsonArray(one)).equals(text(new JsonArray(other)));
  }

  private static String withAnotherWitness(String session) {
    String witness = text(messages(session).get(WITNESS_INDEX));
    return session.replace(witness, witness.replace("port = 8080", "port = 9090"));
  }

  private static String text(String list, int index) {
    JsonObject message = (JsonObject) messages(list).get(index);
    JsonObject part = (JsonObject) message.array("content").orElse(JsonArray.EMPTY).get(0);
    return part.string("text").orElse("");
  }

  private static JsonArray messages(String list) {
    return (JsonArray) parsed(list);
  }

  private static Json parsed(String text) {
    try {
      return StrictJson.parse(text);
    } catch (JsonException e) {
      throw new IllegalStateException("The shim sent a list that is not JSON", e);
    }
  }

  private static String text(Json value) {
    try {
      return JsonText.write(value);
    } catch (JsonException e) {
      throw new IllegalStateException("The list is nested too deeply", e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(
                      "The demo's folder could not be removed: " + folder, e);
                }
              });
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
