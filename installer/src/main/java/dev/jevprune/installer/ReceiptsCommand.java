package dev.jevprune.installer;

import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.store.StoredSessions;
import dev.jevprune.adapters.store.StoredSessions.Stored;
import dev.jevprune.adapters.worker.WorkerDoor;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jevprune receipts list|show|drop}: the decisions in the data home. */
@Command(
    name = "receipts",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = "Lists, shows and drops the decisions that were taken.",
    footer = {"", "Exit codes: 0 done, 1 refused or failed, 2 wrong use."})
final class ReceiptsCommand implements Runnable {
  private final Surroundings surroundings;

  @Spec private CommandSpec spec;

  ReceiptsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say list, show or drop.");
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Names every session with decisions, or with receipts.")
  int list(
      @Mixin PlaceOptions places,
      @Option(names = "--json", description = "Print one line of JSON.") boolean json)
      throws IOException {
    List<Stored> sessions = new StoredSessions(places.dataHome(surroundings)).all();
    if (json) {
      surroundings.out().println(ReceiptsReport.listAsJson(sessions));
    } else {
      ReceiptsReport.list(sessions).forEach(surroundings.out()::println);
    }
    return Program.OK;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Shows the decisions of one session.")
  int show(
      @Mixin PlaceOptions places,
      @Option(names = "--session", required = true, paramLabel = "ID") String session,
      @Option(
              names = "--profile",
              paramLabel = "HEX",
              description = "The beginning of the profile, when two have this session.")
          @Nullable String profile,
      @Option(names = "--json", description = "Print one line of JSON.") boolean json)
      throws IOException {
    Stored found = find(places.dataHome(surroundings), session, profile);
    if (json) {
      surroundings.out().println(ReceiptsReport.showAsJson(found));
    } else {
      ReceiptsReport.show(found).forEach(surroundings.out()::println);
    }
    return Program.OK;
  }

  @Command(
      name = "drop",
      mixinStandardHelpOptions = true,
      description =
          "Forgets decisions: the originals go out again from the next request on. Without a look"
              + " at the conversation, which /prune undo takes.")
  int drop(
      @Mixin PlaceOptions places,
      @Option(names = "--session", required = true, paramLabel = "ID") String session,
      @Option(names = "--profile", paramLabel = "HEX") @Nullable String profile,
      @Option(
              names = "--pair",
              paramLabel = "SOURCE",
              description = "Only the decision on this source id; may be repeated.")
          @Nullable List<String> pairs,
      @Option(names = "--yes", description = "Do it.") boolean yes)
      throws IOException {
    Path dataHome = places.dataHome(surroundings);
    Stored found = find(dataHome, session, profile);
    if (!yes) {
      throw new Problem(
          "nothing was dropped. A session that goes on with a model which binds signed thinking to"
              + " what stands before it would be refused by the provider, and every other one pays"
              + " for its prompt cache again; /prune undo looks at both. If that is settled, run the"
              + " same command with --yes.");
    }
    List<String> sources = pairs == null ? List.of() : pairs;
    JsonObject request =
        JsonObject.builder()
            .put("host", "pi")
            .put("profile", found.profile().hex())
            .put("session", session)
            .put(
                "sources",
                sources.isEmpty()
                    ? Json.of("all")
                    : new JsonArray(new ArrayList<Json>(sources.stream().map(Json::of).toList())))
            .build();
    try (WorkerDoor door = WorkerDoor.open(dataHome, Clock.systemUTC(), WorkerCheck.PATIENCE)) {
      int removed = door.ask("drop", request).integer("removed").orElse(0);
      surroundings
          .out()
          .println(
              removed == 0
                  ? "There was no decision to drop."
                  : ReceiptsReport.dropped(removed, session));
      return Program.OK;
    } catch (ProtocolException e) {
      throw new Problem(e.text(), e);
    }
  }

  private static Stored find(Path dataHome, String session, @Nullable String profile)
      throws IOException {
    List<Stored> found =
        new StoredSessions(dataHome)
            .all().stream()
                .filter(
                    stored -> stored.session().filter(id -> id.value().equals(session)).isPresent())
                .filter(stored -> profile == null || stored.profile().hex().startsWith(profile))
                .toList();
    if (found.isEmpty()) {
      throw new Problem(
          "there is no session "
              + session
              + " with decisions in "
              + dataHome
              + ". jevprune receipts list names those there are.");
    }
    if (found.size() > 1) {
      throw new Problem("two profiles have a session " + session + ". Name one with --profile.");
    }
    return found.get(0);
  }
}
