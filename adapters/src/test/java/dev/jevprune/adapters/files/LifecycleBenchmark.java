package dev.jevprune.adapters.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.core.Digest;
import dev.jevprune.core.economics.BreakEven;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.lifecycle.ClassifiedRead;
import dev.jevprune.core.lifecycle.HostTools;
import dev.jevprune.core.lifecycle.PathSpelling;
import dev.jevprune.core.lifecycle.ReadClass;
import dev.jevprune.core.lifecycle.ReadLifecycle;
import dev.jevprune.core.lifecycle.ReadMarker;
import dev.jevprune.core.lifecycle.ToolAction;
import dev.jevprune.core.lifecycle.ToolEvent;
import dev.jevprune.core.lifecycle.ToolHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Replays the shared traces request by request under the three settings and prints what each would
 * have removed and cost. Run it by name: {@code -Dtest=LifecycleBenchmark}.
 */
class LifecycleBenchmark {
  private static final long MIN_TOKENS = 100;
  private static final long LIFE_MILLIS = Duration.ofMinutes(6).toMillis();

  /** One message: its tokens, when it came, whether it is an answer, and the calls in it. */
  private record Line(long tokens, long at, boolean answer, List<ToolEvent> results) {}

  private record Body(int line, long saved) {}

  private enum Setting {
    WARM,
    STALE_AT_DEPTH,
    COLD_CACHE
  }

  private static final class Figures {
    long requests;
    long attempted;
    long removed;
    long transitions;
    long anchored;
    long saved;
    long distance;
    long repaid;

    void add(Figures other) {
      requests += other.requests;
      attempted += other.attempted;
      removed += other.removed;
      transitions += other.transitions;
      anchored += other.anchored;
      saved += other.saved;
      distance += other.distance;
      repaid += other.repaid;
    }

    String row(String name) {
      OptionalDouble requestsToPay =
          saved == 0 ? OptionalDouble.empty() : BreakEven.requests(1.25, 0.1, anchored, saved);
      return String.format(
          Locale.ROOT,
          "| %s | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %s | %,d of %,d |",
          name,
          requests,
          attempted,
          removed,
          transitions,
          transitions == 0 ? 0 : anchored / transitions,
          transitions == 0 ? 0 : distance / transitions,
          transitions == 0 ? 0 : saved / transitions,
          requestsToPay.isPresent()
              ? String.format(Locale.ROOT, "%,.0f", Math.ceil(requestsToPay.getAsDouble()))
              : "–",
          repaid,
          transitions);
    }
  }

  private final O200kCounter counter = new O200kCounter();
  private final Map<String, Body> bodies = new HashMap<>();

  @Test
  void replaysTheTraces() throws IOException, JsonException {
    Path traces = Shared.folder("traces");
    counter.prepare();
    assertThat(counter.ready(Duration.ofMinutes(2))).isTrue();
    System.out.println(
        "| traces, setting | requests | reads seen | left out | transitions | re-anchored tokens a"
            + " transition | tokens from the edit to the end of the cached part | saved tokens a"
            + " transition and request | requests to repay (w 1.25, r 0.1) | transitions repaid |");
    System.out.println("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    for (String host : List.of("claude-code", "pi")) {
      for (Setting setting : Setting.values()) {
        Figures all = new Figures();
        try (Stream<Path> files = Files.list(traces.resolve(host))) {
          for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
            for (List<Line> segment : segments(file, host.equals("pi"))) {
              all.add(replay(segment, setting));
            }
          }
        }
        String name = setting.name().toLowerCase(Locale.ROOT);
        System.out.println(all.row(host + ", `" + name + "`"));
        assertThat(all.requests).isPositive();
      }
    }
  }

  private Figures replay(List<Line> lines, Setting setting) {
    Figures figures = new Figures();
    Set<String> seen = new HashSet<>();
    Set<String> gone = new HashSet<>();
    List<ToolEvent> events = new ArrayList<>();
    int requests = (int) lines.stream().filter(Line::answer).count();
    long lastAnswer = -1;
    int cachedTo = 0;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      if (line.answer()) {
        figures.requests++;
        boolean cold = lastAnswer > 0 && line.at() - lastAnswer > LIFE_MILLIS;
        int first = -1;
        long saved = 0;
        for (ClassifiedRead read : ReadLifecycle.classify(events)) {
          Body body = bodies.get(read.event().id());
          if (read.readClass() == ReadClass.FRESH || body == null) {
            continue;
          }
          if (seen.add(read.event().id())) {
            figures.attempted++;
          }
          boolean due =
              switch (setting) {
                case WARM -> false;
                case STALE_AT_DEPTH -> read.readClass() == ReadClass.STALE;
                case COLD_CACHE -> cold;
              };
          if (due && body.saved() > 0 && gone.add(read.event().id())) {
            figures.removed++;
            saved += body.saved();
            first = first < 0 ? body.line() : Math.min(first, body.line());
          }
        }
        if (first >= 0) {
          long behind = lines.subList(first, cachedTo).stream().mapToLong(Line::tokens).sum();
          figures.transitions++;
          figures.distance += behind;
          figures.saved += saved;
          figures.anchored += cold ? 0 : behind;
          long left = requests - figures.requests;
          OptionalDouble pays = BreakEven.requests(1.25, 0.1, cold ? 0 : behind, saved);
          figures.repaid += pays.isPresent() && pays.getAsDouble() <= left ? 1 : 0;
        }
        lastAnswer = line.at();
        cachedTo = i;
      }
      events.addAll(line.results());
    }
    return figures;
  }

  private List<List<Line>> segments(Path file, boolean pi) throws IOException, JsonException {
    HostTools tools =
        HostTools.of(pi ? ToolHost.PI : ToolHost.CLAUDE_CODE, PathSpelling.in(""), false);
    List<List<Line>> segments = new ArrayList<>();
    segments.add(new ArrayList<>());
    Map<String, JsonObject> calls = new HashMap<>();
    Set<String> answered = new HashSet<>();
    int batch = 0;
    for (String text : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      JsonObject entry = (JsonObject) StrictJson.parse(text);
      if (entry.string("subtype").filter("compact_boundary"::equals).isPresent()
          || entry.string("type").filter("compaction"::equals).isPresent()) {
        segments.add(new ArrayList<>());
        continue;
      }
      JsonObject message = entry.object("message").orElse(JsonObject.EMPTY);
      String role = message.string("role").orElse("");
      if (role.isEmpty()) {
        continue;
      }
      List<Line> lines = segments.get(segments.size() - 1);
      List<ToolEvent> results = new ArrayList<>();
      List<Json> blocks = new ArrayList<>();
      message.array("content").ifPresent(list -> blocks.addAll(list.elements()));
      long tokens = message.string("content").map(counter::count).orElse(0L);
      if (role.equals("toolResult")) {
        result(message, message.string("toolCallId").orElse(""), "isError", batch, calls, tools)
            .forEach(results::add);
        keep(message.string("toolCallId").orElse(""), message, calls, lines.size());
      }
      for (Json element : blocks) {
        JsonObject block = element instanceof JsonObject object ? object : JsonObject.EMPTY;
        tokens += block.string("text").map(counter::count).orElse(0L);
        String type = block.string("type").orElse("");
        if (type.equals("toolCall") || type.equals("tool_use")) {
          calls.put(block.string("id").orElse(""), block);
          tokens += counter.count(JsonText.write(arguments(block)));
        } else if (type.equals("tool_result")) {
          String id = block.string("tool_use_id").orElse("");
          tokens += counter.count(textOf(block));
          results.addAll(result(block, id, "is_error", batch, calls, tools));
          keep(id, block, calls, lines.size());
        }
      }
      boolean answer =
          role.equals("assistant")
              && answered.add(
                  message.string("id").orElse("line " + segments.size() + lines.size()));
      batch += answer ? 1 : 0;
      lines.add(new Line(tokens, at(entry, message), answer, results));
    }
    return segments;
  }

  private static List<ToolEvent> result(
      JsonObject result,
      String id,
      String error,
      int batch,
      Map<String, JsonObject> calls,
      HostTools tools) {
    JsonObject call = calls.get(id);
    if (call == null) {
      return List.of();
    }
    ToolAction action = tools.action(call.string("name").orElse(""), arguments(call));
    boolean failed = result.bool(error).orElse(false);
    return List.of(new ToolEvent(id, batch, action, !failed, true));
  }

  private void keep(String id, JsonObject result, Map<String, JsonObject> calls, int line) {
    String text = textOf(result);
    long body = counter.count(text);
    JsonObject arguments =
        calls.containsKey(id) && arguments(calls.get(id)) instanceof JsonObject object
            ? object
            : JsonObject.EMPTY;
    String path = arguments.string("path").or(() -> arguments.string("file_path")).orElse("");
    long marker = counter.count(ReadMarker.of(ReadClass.STALE, path, Digest.ofUtf8(text)));
    bodies.put(id, new Body(line, body < MIN_TOKENS ? 0 : Math.max(0, body - marker)));
  }

  private static Json arguments(JsonObject call) {
    return call.get("arguments").or(() -> call.get("input")).orElse(JsonObject.EMPTY);
  }

  private static String textOf(JsonObject result) {
    StringBuilder text = new StringBuilder(result.string("content").orElse(""));
    for (Json part : result.array("content").orElse(JsonArray.EMPTY)) {
      if (part instanceof JsonObject object) {
        text.append(object.string("text").orElse(""));
      }
    }
    return text.toString();
  }

  private static long at(JsonObject entry, JsonObject message) {
    if (message.get("timestamp").orElse(JsonObject.EMPTY) instanceof JsonNumber number) {
      return number.longValue().orElse(0);
    }
    return entry.get("timestamp").orElse(JsonObject.EMPTY) instanceof JsonString text
        ? Instant.parse(text.value()).toEpochMilli()
        : 0;
  }
}
