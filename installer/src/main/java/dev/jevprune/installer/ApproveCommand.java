package dev.jevprune.installer;

import dev.jevprune.adapters.files.HostConversation;
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

  @Mixin private SessionOptions given = new SessionOptions();

  @Option(
      names = "--pair",
      paramLabel = "SOURCE",
      description = "Only the pair of this source id; may be repeated (default: all pairs).")
  private List<String> pairs = new ArrayList<>();

  @Option(names = "--plan", description = "Show the pairs and store nothing.")
  private boolean plan;

  @Option(names = "--json", description = "Print one line of JSON (docs/inspect.md).")
  private boolean json;

  ApproveCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    HostKind host = given.host();
    SessionId id = given.session();
    String profile = given.profile(surroundings);
    Path dataHome = given.dataHome(surroundings);
    HostConversation conversation = given.conversation(surroundings, "Nothing was approved.");
    try (WorkerDoor door = WorkerDoor.open(dataHome, Clock.systemUTC(), WorkerCheck.PATIENCE)) {
      Approval approval = Approval.open(door, host, profile, id, conversation);
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
}
