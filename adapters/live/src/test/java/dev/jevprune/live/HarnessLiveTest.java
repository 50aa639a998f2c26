package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The test tools themselves, proven on a Pi without our adapter, so that a red test elsewhere means
 * the adapter.
 */
class HarnessLiveTest {
  private static final String ECHO_EXTENSION =
      """
      export default function (pi) {
        pi.registerCommand("echo", { description: "echo", handler: async (args, ctx) => {
          if (!ctx.hasUI) { console.error("no ui " + args); return; }
          const yes = await ctx.ui.confirm("Sure?", args);
          ctx.ui.notify("answered " + yes, "info");
        } });
        pi.on("context", (event) => {
          for (const m of event.messages)
            if (m.role === "toolResult" && m.toolCallId === "call_first_read")
              m.content = [{ ...m.content[0], text: "short" }];
        });
      }
      """;

  @ParameterizedTest
  @MethodSource("dev.jevprune.live.Hosts#onEachWire")
  void sendsTheScriptedConversationWithItsIds(PiVersion pi, Wire wire) {
    Path workspace = Conversation.workspace("plain-" + pi.name() + "-" + wire.name());
    try (PiHome home = PiHome.fresh(pi, wire, workspace)) {
      home.model().script(Conversation.firstTurn()).script(Conversation.secondTurn());
      Finished run = home.print(Conversation.FIRST_PROMPT, Conversation.SECOND_PROMPT);
      assertThat(run.orFail("pi -p").out()).contains("All checks passed.");
      List<RecordedRequest> requests = home.model().requests();
      assertThat(requests).hasSize(11);
      String last = String.join("", requests.get(10).messages());
      assertThat(
              last.split(java.util.regex.Pattern.quote(JsonLines.quoted(Conversation.CONFIG)), -1))
          .hasSize(3);
      assertThat(last).contains(Conversation.SOURCE, Conversation.WITNESS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rpcAnswersDialogsAndCollectsNotices(PiVersion pi) throws IOException {
    Path workspace = Conversation.workspace("rpc-" + pi.name());
    try (PiHome home = PiHome.fresh(pi, Wire.OPENAI, workspace)) {
      Files.writeString(home.agentDir().resolve("extensions/echo.js"), ECHO_EXTENSION);
      home.model().script(Conversation.firstTurn());
      try (PiRpc rpc = home.rpc()) {
        assertThat(rpc.command("/echo words")).containsExactly("Sure?\nwords", "answered true");
        rpc.say(Conversation.FIRST_PROMPT);
        assertThat(home.model().last().body()).contains("\"short\"");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void terminalTakesKeysAndShowsTheScreen(PiVersion pi) throws IOException {
    Path workspace = Conversation.workspace("tui-" + pi.name());
    try (PiHome home = PiHome.fresh(pi, Wire.OPENAI, workspace)) {
      Files.writeString(home.agentDir().resolve("extensions/echo.js"), ECHO_EXTENSION);
      try (PiTui tui = PiTui.start(home)) {
        tui.awaitScreen(screen -> screen.contains("mock-1"), "the footer with the model");
        tui.type("/echo words");
        tui.awaitScreen(screen -> screen.contains("/echo words"), "the typed command");
        tui.press("Enter");
        tui.awaitScreen(screen -> screen.contains("Sure?"), "the dialog");
        tui.press("Enter");
        tui.awaitScreen(screen -> screen.contains("answered true"), "the answer");
      }
    }
  }
}
