package dev.jevprune.installer;

import dev.jevprune.adapters.files.HostConversation;
import dev.jevprune.adapters.files.HostFileException;
import dev.jevprune.adapters.files.HostFiles;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.WorkerDoor;
import dev.jevprune.core.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jevprune approve}: what {@code /prune approve} does, from outside the host. */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Leaves exact repeats of a session out of its next requests, as /prune approve does in the"
            + " host. Shows what jevprune inspect shows; --plan stops there.",
    footer = {"", "Exit codes: 0 done, 1 refused or failed, 2 wrong use."})
final class ApproveCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = "--host",
      required = true,
      paramLabel = "HOST",
      description = "The host of the session: pi.")
  private String host = "";

  @Option(
      names = "--session",
      required = true,
      paramLabel = "ID",
      description = "The session's id, as the host names it.")
  private String session = "";

  @Option(
      names = "--pair",
      paramLabel = "SOURCE",
      description = "Only the pair of this source id; may be repeated (default: all pairs).")
  private List<String> pairs = new ArrayList<>();

  @Option(names = "--plan", description = "Show the pairs and store nothing.")
  private boolean plan;

  @Option(
      names = "--root",
      paramLabel = "pi=PATH",
      description = "Pi's agent folder, when it is not the usual one.")
  private List<String> roots = new ArrayList<>();

  @Mixin private PlaceOptions places = new PlaceOptions();

  @Option(names = "--json", description = "Print one line of JSON (docs/inspect.md).")
  private boolean json;

  @Parameters(
      paramLabel = "FILE",
      description = "The session file, or the list of messages that the host would send next.")
  private String file = "";

  ApproveCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    if (!host.equals(HostKind.PI.wireName())) {
      throw new UsageProblem(
          "--host knows pi only: decisions are replayed there. For other hosts jevprune inspect"
              + " --from shows what could be left out.");
    }
    SessionId id =
        SessionId.parse(session)
            .orElseThrow(() -> new UsageProblem("--session takes an id of 1 to 500 characters."));
    HostConversation conversation = read(id);
    Path dataHome = places.dataHome(surroundings);
    List<Path> agentDirs = places.locations(surroundings, roots).agentDirs();
    if (agentDirs.size() != 1) {
      throw new UsageProblem("--root names one agent folder: a session belongs to one.");
    }
    String profile = LoaderText.profile(agentDirs.get(0));
    try (WorkerDoor door = WorkerDoor.open(dataHome, Clock.systemUTC(), SocketDrain.DEADLINE)) {
      Approval approval = Approval.open(door, profile, id, conversation);
      if (!plan) {
        approval.approve(pairs);
      }
      print(approval);
      return Program.OK;
    } catch (ProtocolException e) {
      throw new Problem(
          e.code() == ErrorCode.STALE
              ? "the session's decisions changed meanwhile. Run the same command again."
              : e.text(),
          e);
    }
  }

  private void print(Approval approval) {
    if (json) {
      surroundings.out().println(approval.toJson());
    } else {
      approval.lines().forEach(surroundings.out()::println);
    }
  }

  private HostConversation read(SessionId id) throws IOException {
    HostConversation conversation;
    try {
      conversation = HostFiles.read(HostKind.PI, GivenFile.read(surroundings, file));
    } catch (HostFileException e) {
      throw new Problem(file + " " + e.getMessage(), e);
    }
    if (conversation.session().filter(found -> !found.equals(id)).isPresent()) {
      throw new Problem(
          file
              + " belongs to session "
              + conversation.session().get()
              + ", not to "
              + id
              + ". Nothing was approved.");
    }
    return conversation;
  }
}
