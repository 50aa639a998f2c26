package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.CallId;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.ToolHost;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.Conversations;
import dev.jevprune.core.testing.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * What the OpenCode shim replays from the ledger is, to the byte, what core projects from the
 * receipts; and what the worker found in an outline is what core finds in the whole list.
 */
class OpenCodeDifferentialTest {
  private final Path folder = temporary();
  private final EmbeddedHost host = EmbeddedHost.open(HostSettings.in(folder));
  private final ShimConfig config =
      new ShimConfig(folder.resolve("data"), Bench.PROFILE, folder.resolve("java").toString());
  private final Transport worker = PruneCommandTest.workerFor(folder);
  private int sessions;

  private static Path temporary() {
    try {
      Path made = Files.createTempDirectory("differential").toRealPath();
      Files.writeString(made.resolve("java"), "");
      AgedDecisions.settings(made.resolve("data"));
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Provide
  Arbitrary<List<Conversation.Step>> steps() {
    return Conversation.steps();
  }

  @Provide
  Arbitrary<List<OpenCodeMutation>> changes() {
    return Combinators.combine(
            Arbitraries.of(OpenCodeMutation.Kind.class), Arbitraries.integers().between(0, 10_000))
        .as(OpenCodeMutation::new)
        .list()
        .ofSize(6);
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void theShimReplaysExactlyWhatTheCoreProjects(
      @ForAll("steps") List<Conversation.Step> steps,
      @ForAll("changes") List<OpenCodeMutation> changes)
      throws Exception {
    approved(Lists.parse(Conversation.of(steps).json()), changes);
    Statistics.label("applied to old reads")
        .coverage(all -> all.checkQuery(old -> !old.equals(List.of(0))).count(hits -> hits > 9));
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void theySayTheSameOfOddConversations(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll("changes") List<OpenCodeMutation> changes)
      throws Exception {
    List<Json> messages = new ArrayList<>(Conversations.pi(seed).elements());
    messages.removeIf(message -> !(message instanceof JsonObject));
    approved(new JsonArray(messages), changes);
  }

  private void approved(JsonArray pi, List<OpenCodeMutation> changes) throws Exception {
    SessionId session = new SessionId("ses-" + ++sessions);
    List<String> heartbeats = new ArrayList<>();
    SimulatedOpenCode openCode = host.openCode().session(session.value());
    openCode.loadShim(
        OpenCodeBench.PLUGIN,
        config,
        (request, answer) -> {
          if (request.contains("\"op\":\"heartbeat\"")) {
            heartbeats.add(request);
          }
          worker.call(request, answer);
        });
    openCode.append(session.value(), Lists.text(stored(pi)));
    JsonArray list = Lists.parse(openCode.stored(session.value()));
    openCode.command(session.value(), "prune", "approve");
    assertThat(
            AgedDecisions.receipts(config.dataHome(), session).stream()
                .map(each -> each.source().id())
                .toList())
        .isEqualTo(found(normal(list), session));
    openCode.command(session.value(), "prune", "approve all");
    List<Receipt> receipts = AgedDecisions.receipts(config.dataHome(), session);
    AgedDecisions aged = AgedDecisions.of(config.dataHome(), session);
    aged.check(Snapshot.of(Format.OPENCODE, session, normal(list)), ToolHost.OPENCODE);
    Statistics.label("decisions").collect(receipts.size() + " and " + aged.decisions().size());
    if (receipts.isEmpty() && aged.decisions().isEmpty()) {
      return;
    }
    Set<String> decided = new TreeSet<>();
    for (Receipt receipt : receipts) {
      decided.add(receipt.source().id().value());
      decided.add(receipt.witness().id().value());
    }
    aged.addIds(decided);
    for (OpenCodeMutation change : changes) {
      JsonArray changed = change.on(list, decided);
      String sent = OpenCodeBench.ended(openCode.request(session.value(), Lists.text(changed)));
      openCode.emit("session.idle", "{\"sessionID\":\"" + session.value() + "\"}");
      AgedDecisions.Projected projected =
          aged.project(changed, Snapshot.of(Format.OPENCODE, session, normal(changed)), receipts);
      assertThat(sent).isEqualTo(Lists.text(projected.sent()));
      projected.assertTold(heartbeats.get(heartbeats.size() - 1));
      Statistics.label("applied").collect(projected.applied());
      Statistics.label("applied to old reads").collect(projected.aged());
      Statistics.label("invalid").collect(projected.invalid());
    }
    assertThat(openCode.failures()).isEmpty();
  }

  /** As OpenCode holds it: a part has an id of its own beside the call's. */
  private static JsonArray stored(JsonArray pi) {
    return OpenCodeMutation.eachTool(
        Dialects.of(Format.OPENCODE, pi),
        part ->
            withFilePath(part)
                .with("callID", part.get("id").orElse(JsonNull.NULL))
                .with("id", Json.of("prt_" + part.hashCode())));
  }

  /** OpenCode's name of the argument. */
  private static JsonObject withFilePath(JsonObject part) {
    Optional<JsonObject> state = part.object("state");
    Optional<JsonObject> input = state.flatMap(s -> s.object("input"));
    Optional<String> path = input.flatMap(i -> i.string("path"));
    return path.isEmpty()
        ? part
        : part.with(
            "state", state.get().with("input", input.get().with("filePath", Json.of(path.get()))));
  }

  /** The list as the worker is told of it: a part is known by its call's id. */
  private static JsonArray normal(JsonArray list) {
    return OpenCodeMutation.eachTool(
        list,
        part -> {
          JsonObject state = part.object("state").orElse(JsonObject.EMPTY);
          JsonObject.Builder kept = JsonObject.builder();
          state.get("status").ifPresent(value -> kept.put("status", value));
          state.get("output").ifPresent(value -> kept.put("output", value));
          if (state.object("time").filter(time -> time.has("compacted")).isPresent()) {
            kept.put("time", state.object("time").get());
          }
          if (state.object("metadata").filter(data -> data.has("loaded")).isPresent()) {
            kept.put("metadata", state.object("metadata").get());
          }
          state
              .array("attachments")
              .filter(files -> !files.isEmpty())
              .ifPresent(value -> kept.put("attachments", value));
          state.get("input").ifPresent(input -> kept.put("input", input));
          return JsonObject.builder()
              .put("id", part.get("callID").orElse(JsonNull.NULL))
              .put("type", "tool")
              .put("tool", part.get("tool").orElse(JsonNull.NULL))
              .put("state", kept.build())
              .build();
        });
  }

  private static List<CallId> found(JsonArray list, SessionId session) throws Exception {
    return Selection.select(
            Snapshot.of(Format.OPENCODE, session, list),
            List.of(),
            SelectionPolicy.STANDARD,
            NewEditFloor.NONE)
        .pairs()
        .stream()
        .map(pair -> pair.source().id())
        .toList();
  }

  @AfterProperty
  void end() {
    assertThat(host.crashes()).isEmpty();
    host.close();
  }
}
