package dev.jevprune.adapters.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Real sessions and captures of real hosts. */
class TraceInspectionTest {

  @TestFactory
  Stream<DynamicTest> countsTheReadsThatTheTraceIsKnownToHold() throws IOException, JsonException {
    Path traces = Shared.folder("traces");
    JsonArray sources =
        (JsonArray) StrictJson.parse(Files.readAllBytes(traces.resolve("sources.json")));
    return sources.elements().stream()
        .map(source -> (JsonObject) source)
        .filter(source -> source.object("expected").flatMap(e -> e.get("reads")).isPresent())
        .filter(source -> kind(name(source)).isPresent())
        .map(
            source ->
                DynamicTest.dynamicTest(
                    name(source), () -> checkCounts(traces.resolve(name(source)), source)));
  }

  private static void checkCounts(Path file, JsonObject source)
      throws IOException, HostFileException {
    JsonObject expected = source.object("expected").orElseThrow();
    HostConversation conversation =
        HostFiles.read(kind(file.toString()).orElseThrow(), Files.readAllBytes(file));
    assertThat(conversation.brokenLines()).isZero();
    int reads =
        Stream.of(
                conversation.messages(), conversation.compactedAway(), conversation.otherBranches())
            .mapToInt(TraceInspectionTest::successfulReads)
            .sum();
    assertThat(reads).isEqualTo(expected.integer("reads").orElseThrow());
    Inspection inspection = Inspection.of(conversation, SelectionPolicy.STANDARD);
    assertAddsUp(inspection, conversation.messages());
    if (expected.integer("segments").orElseThrow() == 1) {
      assertThat(repeats(inspection))
          .isEqualTo(expected.integer("exact_repeat_reads").orElseThrow());
    }
  }

  /** Every read that has an equal later copy, whether or not a rule keeps it. */
  private static int repeats(Inspection inspection) {
    long kept =
        inspection.kept().stream()
            .filter(
                read ->
                    switch (read.reason()) {
                      case BELOW_MIN_BYTES,
                          ABOVE_MAX_BYTES,
                          PROTECTED_TAIL,
                          CURRENT_TURN,
                          GOAL_UNUSABLE,
                          CREDENTIAL_VETO,
                          ERROR_VETO,
                          PAIR_LIMIT,
                          BATCH ->
                          true;
                      default -> false;
                    })
            .count();
    return inspection.pairs().size() + (int) kept;
  }

  @TestFactory
  Stream<DynamicTest> addsUpForEveryCaptureOfAHost() throws IOException {
    Path captures = Shared.folder("captures");
    Stream<Path> pi =
        Shared.files(captures.resolve("pi"), "messages.json", "shapes.json", "before.json")
            .sorted();
    Stream<Path> rest =
        Stream.of("after.json", "session.jsonl", "compaction.jsonl")
            .flatMap(end -> filesOf(captures.resolve("pi"), end));
    Stream<Path> openCode =
        Stream.of("hook-messages", "wire-")
            .flatMap(
                start ->
                    filesOf(captures.resolve("opencode"), ".json")
                        .filter(file -> file.getFileName().toString().startsWith(start)));
    return Stream.concat(Stream.concat(pi, rest), openCode)
        .map(
            file ->
                DynamicTest.dynamicTest(
                    captures.relativize(file).toString(),
                    () -> {
                      HostConversation conversation =
                          HostFiles.read(
                              captures.relativize(file).startsWith("opencode")
                                  ? HostKind.OPENCODE
                                  : HostKind.PI,
                              Files.readAllBytes(file));
                      assertThat(conversation.brokenLines()).isZero();
                      assertAddsUp(
                          Inspection.of(conversation, SelectionPolicy.STANDARD),
                          conversation.messages());
                    }));
  }

  @Test
  void readsTheFilesThatOthersMadeByHand() throws IOException, HostFileException {
    Path others = Shared.folder("traces").resolve("other-hosts");
    for (Path file : Shared.files(others.resolve("hermes"), ".json").toList()) {
      HostConversation conversation = HostFiles.read(HostKind.HERMES, Files.readAllBytes(file));
      assertThat(conversation.session()).as(file.toString()).isPresent();
    }
    for (Path file : Shared.files(others.resolve("openclaw"), ".jsonl").toList()) {
      HostConversation conversation = HostFiles.read(HostKind.PI, Files.readAllBytes(file));
      assertThat(conversation.messages().size()).as(file.toString()).isPositive();
    }
    byte[] pi = Files.readAllBytes(others.resolve("pi/small.jsonl"));
    assertThat(HostFiles.read(HostKind.PI, pi).session()).isPresent();
  }

  private static Stream<Path> filesOf(Path folder, String suffix) {
    try {
      return Shared.files(folder, suffix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertAddsUp(Inspection inspection, JsonArray messages) {
    assertThat(inspection.reads()).isEqualTo(readCalls(messages));
    assertThat(inspection.reasons().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(inspection.kept().size());
    long bytes =
        inspection.kept().stream().mapToLong(Inspection.KeptRead::bytes).sum()
            + inspection.pairs().stream().mapToLong(Inspection.FoundPair::bytes).sum();
    assertThat(bytes).isLessThanOrEqualTo(inspection.readBytes());
  }

  /** Counted by hand, without the snapshot. */
  private static int readCalls(JsonArray messages) {
    int reads = 0;
    for (Json element : messages) {
      JsonObject message = (JsonObject) element;
      for (String list : new String[] {"content", "parts"}) {
        for (Json part : message.array(list).orElse(JsonArray.EMPTY)) {
          if (part instanceof JsonObject block) {
            String type = block.string("type").orElse("");
            Optional<String> tool =
                type.equals("tool") ? block.string("tool") : block.string("name");
            boolean call = type.equals("tool") || type.equals("toolCall");
            reads += call && tool.filter(Item::isReadTool).isPresent() ? 1 : 0;
          }
        }
      }
    }
    return reads;
  }

  private static int successfulReads(JsonArray messages) {
    Snapshot snapshot = Snapshot.of(Format.PI, new SessionId("s"), messages);
    long good =
        snapshot.items().stream()
            .filter(Item::isRead)
            .filter(item -> item.ineligible().filter(GateReason.FAILED_READ::equals).isEmpty())
            .count();
    long other =
        snapshot.dropped().stream()
            .filter(read -> read.reason() == GateReason.NON_TEXT_BLOCKS)
            .count();
    return (int) (good + other);
  }

  private static String name(JsonObject source) {
    return source.string("file").orElseThrow();
  }

  private static Optional<HostKind> kind(String file) {
    if (file.contains("claude-code/")) {
      return Optional.of(HostKind.CLAUDE_CODE);
    }
    return file.contains("pi/") ? Optional.of(HostKind.PI) : Optional.empty();
  }
}
