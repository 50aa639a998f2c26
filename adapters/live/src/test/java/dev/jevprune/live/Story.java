package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;

/**
 * One run of the walk of {@link PrunedRequestLiveTest}: 16 requests in all.
 *
 * @param told what the user was told and asked by {@code /prune}
 * @param session the entries of Pi's own session file at the end
 * @param workerRan whether a worker ran during the restart that must do without one
 */
record Story(
    List<RecordedRequest> requests, List<String> told, List<JsonNode> session, boolean workerRan) {
  static final Story EMPTY = new Story(List.of(), List.of(), List.of(), false);

  static Story without(PiVersion pi, Wire wire, Path workspace) {
    try (PiHome home = PiHome.fresh(pi, wire, workspace)) {
      script(home);
      try (PiRpc rpc = home.rpc()) {
        work(rpc);
        workMore(rpc);
      }
      home.print("-c", "Go on after the restart.").orFail("pi -c");
      home.print("-c", "Go on after the uninstall.").orFail("pi -c");
      return told(home, List.of(), false);
    }
  }

  static Story with(PiVersion pi, Wire wire, Path workspace) {
    try (PiHome home = PiHome.fresh(pi, wire, workspace).installAdapter()) {
      script(home);
      List<String> told;
      try (PiRpc rpc = home.rpc()) {
        work(rpc);
        told = rpc.command("/prune");
        workMore(rpc);
      }
      home.worker().kill();
      String loader = home.breakJava();
      home.print("-c", "Go on after the restart.").orFail("pi -c");
      boolean workerRan = home.worker().process().isPresent();
      home.writeLoader(loader).uninstallAdapter();
      home.print("-c", "Go on after the uninstall.").orFail("pi -c");
      return told(home, told, workerRan);
    }
  }

  private static void script(PiHome home) {
    home.model()
        .script(Conversation.firstTurn())
        .script(Conversation.secondTurn())
        .script(Step.bash("call_late", "echo late"), Step.say("Late."), Step.say("Later."));
  }

  private static void work(PiRpc rpc) {
    rpc.say(Conversation.FIRST_PROMPT);
    rpc.say(Conversation.SECOND_PROMPT);
  }

  /** Three requests. */
  private static void workMore(PiRpc rpc) {
    rpc.say("Check once more.");
    rpc.say("And again.");
  }

  private static Story told(PiHome home, List<String> told, boolean workerRan) {
    return new Story(home.model().requests(), told, JsonLines.read(home.sessionFile()), workerRan);
  }
}
