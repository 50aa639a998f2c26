package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.CallId;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.ToolHost;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.Conversations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * Two programs decide whether a stored decision still holds: the shim on every request, from the
 * ledger, and the core, from the receipts. They must say the same of every list, to the byte.
 */
class ReplayDifferentialTest {
  /** One engine context for all tries; each try is a session of its own. */
  private record World(EmbeddedHost host, ShimConfig config, Transport worker) {
    static World open() {
      try {
        Path folder = Files.createTempDirectory("differential").toRealPath();
        Path java = Files.writeString(folder.resolve("java"), "");
        AgedDecisions.settings(folder.resolve("data"));
        return new World(
            EmbeddedHost.open(HostSettings.in(folder)),
            new ShimConfig(folder.resolve("data"), Bench.PROFILE, java.toString()),
            PruneCommandTest.workerFor(folder));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final World world = World.open();
  private int sessions;

  @Provide
  Arbitrary<List<Conversation.Step>> steps() {
    return Conversation.steps();
  }

  /** Several lists are sent after one approval, each changed in its own way. */
  @Provide
  Arbitrary<List<List<Mutation>>> changes() {
    return Combinators.combine(
            Arbitraries.of(Mutation.Kind.class), Arbitraries.integers().between(0, 10_000))
        .as(Mutation::new)
        .list()
        .ofMaxSize(2)
        .list()
        .ofSize(6);
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Property(tries = 70, shrinking = ShrinkingMode.OFF)
  void theShimReplaysExactlyWhatTheCoreProjects(
      @ForAll("steps") List<Conversation.Step> steps,
      @ForAll("changes") List<List<Mutation>> changes)
      throws Exception {
    approved(Lists.parse(Conversation.of(steps).json()), changes);
    Statistics.label("applied to old reads")
        .coverage(all -> all.checkQuery(old -> !old.equals(List.of(0))).count(hits -> hits > 9));
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Property(tries = 70, shrinking = ShrinkingMode.OFF)
  void theySayTheSameOfOddConversations(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll("changes") List<List<Mutation>> changes)
      throws Exception {
    // A session holds objects only; what is none comes with the changes.
    List<Json> messages = new ArrayList<>(Conversations.pi(seed).elements());
    messages.removeIf(message -> !(message instanceof JsonObject));
    approved(new JsonArray(messages), changes);
  }

  /** Approves all that the worker finds in a list, then sends the list with each set of changes. */
  private void approved(JsonArray made, List<List<Mutation>> changes) throws Exception {
    SessionId session = new SessionId("s-" + ++sessions);
    List<String> heartbeats = new ArrayList<>();
    SimulatedPi pi = world.host().pi(PiSettings.standard(session.value()));
    pi.loadShim(
        Bench.EXTENSION,
        world.config(),
        (request, answer) -> {
          if (request.contains("\"op\":\"heartbeat\"")) {
            heartbeats.add(request);
          }
          world.worker().call(request, answer);
        });
    pi.start("startup");
    pi.append(Lists.text(made));
    // As a script spells it, so that what comes back can be compared as text.
    JsonArray list = Lists.parse(pi.conversation());
    pi.command("/prune approve");
    assertThat(
            AgedDecisions.receipts(world.config().dataHome(), session).stream()
                .map(each -> each.source().id())
                .toList())
        .as("the worker, which saw an outline, approves what the core finds in the whole list")
        .isEqualTo(found(list, session));
    pi.command("/prune approve all");
    List<Receipt> receipts = AgedDecisions.receipts(world.config().dataHome(), session);
    AgedDecisions aged = AgedDecisions.of(world.config().dataHome(), session);
    aged.check(Snapshot.of(Format.PI, session, list), ToolHost.PI);
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
    for (List<Mutation> mutations : changes) {
      JsonArray changed = list;
      for (Mutation mutation : mutations) {
        changed = mutation.on(changed, decided);
      }
      String sent = Bench.outgoing(pi.request(Lists.text(changed)));
      pi.endTurn();
      AgedDecisions.Projected projected =
          aged.project(changed, Snapshot.of(Format.PI, session, changed), receipts);
      assertThat(sent).isEqualTo(Lists.text(projected.sent()));
      projected.assertTold(heartbeats.get(heartbeats.size() - 1));
      Statistics.label("applied").collect(projected.applied());
      Statistics.label("applied to old reads").collect(projected.aged());
      Statistics.label("invalid").collect(projected.invalid());
      Statistics.label("inactive").collect(projected.inactive());
    }
    assertThat(pi.failures()).isEmpty();
  }

  private static List<CallId> found(JsonArray list, SessionId session) throws ReceiptException {
    Snapshot snapshot = Snapshot.of(Format.PI, session, list);
    return Selection.select(snapshot, List.of(), SelectionPolicy.STANDARD, NewEditFloor.NONE)
        .pairs()
        .stream()
        .map(pair -> pair.source().id())
        .toList();
  }

  @AfterProperty
  void end() {
    assertThat(world.host().crashes()).isEmpty();
    world.host().close();
  }
}
