package dev.jevprune.adapters.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.lifecycle.ClassifiedRead;
import dev.jevprune.core.lifecycle.HostTools;
import dev.jevprune.core.lifecycle.PathSpelling;
import dev.jevprune.core.lifecycle.ReadClass;
import dev.jevprune.core.lifecycle.ReadLifecycle;
import dev.jevprune.core.lifecycle.ToolAction;
import dev.jevprune.core.lifecycle.ToolEvent;
import dev.jevprune.core.lifecycle.ToolHost;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The counts that are published for real sessions. */
class LifecycleTraceTest {

  @Test
  void splitsTheReducedTranscriptsAsPublished() throws IOException, JsonException {
    Path file = Shared.folder("traces").resolve("read-lifecycle/read_lifecycle.json");
    HostTools tools = HostTools.of(ToolHost.CLAUDE_CODE, PathSpelling.in(""), false);
    O200kCounter counter = new O200kCounter();
    counter.prepare();
    assertThat(counter.ready(Duration.ofMinutes(2))).isTrue();
    Map<ReadClass, Integer> reads = new EnumMap<>(ReadClass.class);
    Map<ReadClass, Long> tokens = new EnumMap<>(ReadClass.class);
    for (Json transcript : (JsonArray) StrictJson.parse(Files.readAllBytes(file))) {
      JsonArray calls = ((JsonObject) transcript).array("calls").orElseThrow();
      List<ToolEvent> events = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        JsonObject call = (JsonObject) calls.get(i);
        ToolAction action =
            tools.action(call.string("tool").orElseThrow(), call.get("args").orElseThrow());
        events.add(
            new ToolEvent(String.valueOf(i), i, action, true, call.string("out").isPresent()));
      }
      for (ClassifiedRead read : ReadLifecycle.classify(events)) {
        JsonObject call = (JsonObject) calls.get(Integer.parseInt(read.event().id()));
        reads.merge(read.readClass(), 1, Integer::sum);
        tokens.merge(read.readClass(), counter.count(call.string("out").orElseThrow()), Long::sum);
      }
    }
    assertThat(reads).isEqualTo(Map.of(ReadClass.STALE, 15, ReadClass.FRESH, 19));
    assertThat(tokens).isEqualTo(Map.of(ReadClass.STALE, 6_889L, ReadClass.FRESH, 25_761L));
    assertThat(tokens.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(32_650L);
  }

  @TestFactory
  Stream<DynamicTest> countsWhatTheSourcesSay() throws IOException, JsonException {
    Path traces = Shared.folder("traces");
    JsonArray sources =
        (JsonArray) StrictJson.parse(Files.readAllBytes(traces.resolve("sources.json")));
    return sources.elements().stream()
        .map(source -> (JsonObject) source)
        .filter(source -> source.object("expected").flatMap(e -> e.get("stale_reads")).isPresent())
        .filter(source -> name(source).matches("(claude-code|pi)/.*"))
        .map(
            source ->
                DynamicTest.dynamicTest(
                    name(source), () -> check(traces.resolve(name(source)), source)));
  }

  private static void check(Path file, JsonObject source) throws IOException, HostFileException {
    boolean pi = name(source).startsWith("pi/");
    HostConversation conversation =
        HostFiles.read(pi ? HostKind.PI : HostKind.CLAUDE_CODE, Files.readAllBytes(file));
    HostTools tools =
        HostTools.of(pi ? ToolHost.PI : ToolHost.CLAUDE_CODE, PathSpelling.in(""), false);
    Counts counts = new Counts();
    for (JsonArray segment : conversation.segments()) {
      counts.add(segment, tools);
    }
    JsonObject expected = source.object("expected").orElseThrow();
    System.out.println(name(source) + ": " + counts);
    assertThat(counts.stale).as("stale_reads").isEqualTo(number(expected, "stale_reads"));
    assertThat(counts.superseded)
        .as("superseded_reads")
        .isEqualTo(number(expected, "superseded_reads"));
    assertThat(counts.repeats)
        .as("exact_repeat_reads")
        .isEqualTo(number(expected, "exact_repeat_reads"));
    assertThat(counts.repeatsInRange)
        .as("exact_repeat_reads_256_8000")
        .isEqualTo(number(expected, "exact_repeat_reads_256_8000"));
    assertThat(counts.anyInRange)
        .as("exact_repeat_any_256_8000")
        .isEqualTo(number(expected, "exact_repeat_any_256_8000"));
    assertThat(counts.anyInRangeBytes)
        .as("exact_repeat_any_256_8000_bytes")
        .isEqualTo(number(expected, "exact_repeat_any_256_8000_bytes"));
  }

  private static int number(JsonObject expected, String name) {
    return expected.integer(name).orElseThrow();
  }

  private static String name(JsonObject source) {
    return source.string("file").orElseThrow();
  }

  /** Counted over one segment after the other. */
  private static final class Counts {
    int stale;
    int superseded;
    int supersededOnly;
    int repeats;
    int repeatsInRange;
    int anyInRange;
    int anyInRangeBytes;

    void add(JsonArray segment, HostTools tools) {
      Snapshot snapshot = Snapshot.of(Format.PI, new SessionId("s"), segment);
      for (ClassifiedRead read : ReadLifecycle.classify(SnapshotEvents.of(snapshot, tools))) {
        stale += read.readClass() == ReadClass.STALE ? 1 : 0;
        superseded += read.superseded() ? 1 : 0;
        supersededOnly += read.readClass() == ReadClass.SUPERSEDED ? 1 : 0;
      }
      List<Item> items = snapshot.items();
      Set<List<Object>> later = new HashSet<>();
      for (int i = items.size() - 1; i >= 0; i--) {
        Item item = items.get(i);
        List<Object> key = List.of(item.requestKey(), item.text());
        boolean inRange = item.bodyBytes() >= 256 && item.bodyBytes() <= 8_000;
        boolean succeeded = item.ineligible().filter(GateReason.FAILED_READ::equals).isEmpty();
        if (later.contains(key)) {
          repeats += item.isRead() && succeeded ? 1 : 0;
          repeatsInRange += item.isRead() && succeeded && inRange ? 1 : 0;
          anyInRange += inRange ? 1 : 0;
          anyInRangeBytes += inRange ? item.bodyBytes() : 0;
        }
        if (succeeded || !item.isRead()) {
          later.add(key);
        }
      }
    }

    @Override
    public String toString() {
      return stale
          + " stale, "
          + superseded
          + " superseded (predicate), "
          + supersededOnly
          + " superseded (class), "
          + repeats
          + " exact repeats, "
          + repeatsInRange
          + " of 256 to 8,000 bytes";
    }
  }
}
