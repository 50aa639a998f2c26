package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code /prune} typed in OpenCode's terminal interface: the list is shown, and no error. */
class OpenCodeTerminalLiveTest {

  @Test
  void showsTheListAndPrunesTheNextRequest() {
    Path workspace = Conversation.workspace("opencode-terminal");
    try (OpenCodeHome home = OpenCodeHome.fresh(workspace).installAdapter()) {
      List<Step> steps = new ArrayList<>(OpenCodeTalk.firstTurn(workspace));
      steps.addAll(OpenCodeTalk.secondTurn());
      home.model().script(steps);
      String session;
      try (OpenCodeServer server = OpenCodeServer.start(home)) {
        session = server.newSession();
        server.say(session, Conversation.FIRST_PROMPT);
        server.say(session, Conversation.SECOND_PROMPT);
      }
      List<String> plain = OpenCodeTalk.messages(home.model().last());
      int requests = home.model().requests().size();
      try (PiTui tui =
          PiTui.start(
              home::process,
              home.temp(),
              workspace,
              home.environment(),
              home.command("--session", session))) {
        tui.awaitScreen(screen -> screen.contains("All checks passed."), "the session");
        tui.type("/prune").awaitScreen(screen -> screen.contains("Jev Prune"), "the completion");
        tui.press("Enter").awaitScreen(screen -> screen.contains("/prune "), "the chosen command");
        tui.press("Enter");
        tui.awaitScreen(screen -> screen.contains("/prune approve leaves"), "the list");
        assertThat(tui.screen()).doesNotContainIgnoringCase("unexpected server error");
        tui.type("/prune approve").awaitScreen(s -> s.contains("/prune approve"), "the command");
        tui.press("Enter");
        tui.awaitScreen(screen -> screen.contains("will be left out"), "the word that it is done");
        assertThat(tui.screen()).doesNotContainIgnoringCase("unexpected server error");
        assertThat(home.model().requests()).as("no model was asked").hasSize(requests);
        tui.type("Go on now.").awaitScreen(s -> s.contains("Go on now."), "the prompt");
        tui.press("Enter");
        home.model().awaitRequests(requests + 1);
        List<String> sent = OpenCodeTalk.messages(home.model().requests().get(requests));
        assertThat(sent.subList(0, plain.size())).isEqualTo(OpenCodeTalk.pruned(plain));
      }
    }
  }
}
