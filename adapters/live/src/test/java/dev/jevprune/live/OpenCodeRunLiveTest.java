package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code opencode run}: each call is a process of its own, with no server to speak to. */
class OpenCodeRunLiveTest {

  @Test
  void prunesBetweenRunsAndAnswersCommandsInTheSession() {
    Path workspace = Conversation.workspace("opencode-run");
    try (OpenCodeHome home = OpenCodeHome.fresh(workspace).installAdapter()) {
      List<Step> steps = new ArrayList<>(OpenCodeTalk.firstTurn(workspace));
      steps.addAll(OpenCodeTalk.secondTurn());
      home.model().script(steps);
      String session = session(home.run("run", "--format", "json", "Look."));
      home.run("run", "--session", session, "--format", "json", "Check.").orFail("opencode run");
      List<String> plain = OpenCodeTalk.messages(home.model().last());

      Finished approved = home.run("run", "--session", session, "--command", "prune", "approve");
      assertThat(approved.exit()).as("a command without a model turn ends as an error").isOne();
      Finished status = home.run("run", "--session", session, "--command", "prune", "status");
      assertThat(status.out()).as("standard output").doesNotContain("Jev Prune");

      home.run("run", "--session", session, "--format", "json", "On.").orFail("opencode run");
      List<String> sent = OpenCodeTalk.messages(home.model().last());
      assertThat(sent.subList(0, plain.size())).isEqualTo(OpenCodeTalk.pruned(plain));
      assertThat(notes(home, session)).hasSize(2);
      assertThat(notes(home, session).get(0)).contains("will be left out");
      assertThat(notes(home, session).get(1)).contains("worker: version");
    }
  }

  @Test
  void leavesACommandPruneOfTheUsersOwnAlone() {
    Path workspace = Conversation.workspace("opencode-own-command");
    try (OpenCodeHome home =
        OpenCodeHome.fresh(workspace).withCommand("prune", "Cut the hedge.").installAdapter()) {
      String session = session(home.run("run", "--format", "json", "--command", "prune", "now"));
      assertThat(home.model().last().body()).contains("Cut the hedge.");
      int requests = home.model().requests().size();
      home.run("run", "--session", session, "--command", "jev-prune", "status");
      assertThat(home.model().requests()).hasSize(requests);
      assertThat(notes(home, session)).hasSize(1);
    }
  }

  /** Every line of standard output is an event of the host. */
  private static String session(Finished run) {
    String id = "";
    for (String line : run.orFail("opencode run").out().lines().toList()) {
      id = JsonLines.parse(line).path("sessionID").asText(id);
    }
    return id;
  }

  private static List<String> notes(OpenCodeHome home, String session) {
    List<String> notes = new ArrayList<>();
    String query = "select data from part where session_id='" + session + "' order by id";
    for (JsonNode row : JsonLines.parse(home.database(query))) {
      JsonNode part = JsonLines.parse(row.path("data").asText());
      if (part.path("ignored").asBoolean()) {
        notes.add(part.path("text").asText());
      }
    }
    return notes;
  }
}
