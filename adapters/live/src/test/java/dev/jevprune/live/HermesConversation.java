package dev.jevprune.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The scripted session of these tests. Hermes answers a second read of an unchanged file with a
 * stub, and puts a warning behind an equal result of the same turn; so the file is touched, and the
 * second read belongs to another turn. A third turn makes the first read old enough.
 */
final class HermesConversation {
  static final String SOURCE = "call_first_read";
  static final String WITNESS = "call_second_read";
  static final String MARKER =
      "[Jev prune: repeated read-result body omitted; retained witness: " + WITNESS + "]";

  private HermesConversation() {}

  static void writeFile(HermesHome home) {
    home.write(home.file("conf.ini"), Conversation.CONFIG);
  }

  static Step read(HermesHome home, String id) {
    return Step.call(id, "read_file", "{\"path\":\"" + home.file("conf.ini") + "\"}");
  }

  static Step terminal(String id, String command) {
    return Step.call(id, "terminal", "{\"command\":\"" + command + "\"}");
  }

  /** Three turns. */
  static void tell(HermesHome home, HermesRpc rpc, HermesRpc.Open session) {
    writeFile(home);
    home.model().script(read(home, SOURCE), Step.say("It has four workers."));
    rpc.say(session, "Which limits does the service have?");
    home.model()
        .script(
            terminal("call_touch", "touch " + home.file("conf.ini")),
            read(home, WITNESS),
            Step.say("Still four."));
    rpc.say(session, "Look again.");
    home.model().script(manyCalls(), Step.say("All checks passed."));
    rpc.say(session, "Check the machine now.");
  }

  static Step manyCalls() {
    List<Step.Call> calls = new ArrayList<>();
    for (int i = 1; i <= 16; i++) {
      calls.add(
          new Step.Call("call_check_" + i, "terminal", "{\"command\":\"echo check " + i + "\"}"));
    }
    Step plain = Step.say("");
    return new Step(
        Optional.empty(),
        "",
        calls,
        plain.status(),
        plain.trouble(),
        plain.tokens(),
        Optional.empty());
  }
}
