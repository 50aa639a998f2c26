package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The way most people go: {@code /prune} typed in Pi's terminal, the list read, the question
 * answered.
 */
class TerminalLiveTest {

  @ParameterizedTest
  @EnumSource
  void prunesTheNextRequestAfterTheQuestionIsAnswered(PiVersion pi) {
    Seed seed = Seed.of(pi, Wire.OPENAI);
    try (PiHome home = seed.withAdapter();
        PiTui tui = PiTui.start(home, "-c")) {
      tui.awaitScreen(screen -> screen.contains("mock-1"), "the footer with the model");
      tui.type("/prune ").awaitScreen(screen -> screen.contains("/prune"), "the typed command");
      tui.press("Enter").awaitScreen(screen -> screen.contains("Leave this body"), "the question");
      assertThat(tui.screen()).contains("conf.ini");
      // Pi 0.73.1 drops a prompt that is sent while a command is still at work: wait for its last
      // word.
      tui.press("Enter")
          .awaitScreen(screen -> screen.contains("will be left out"), "the word that it is done");
      tui.type(Seed.PROMPT).awaitScreen(screen -> screen.contains(Seed.PROMPT), "the prompt");
      tui.press("Enter");
      tui.awaitScreen(screen -> !home.model().requests().isEmpty(), "the request");
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
    }
  }
}
