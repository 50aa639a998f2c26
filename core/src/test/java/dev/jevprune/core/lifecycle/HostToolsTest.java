package dev.jevprune.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.lifecycle.ToolAction.Edit;
import dev.jevprune.core.lifecycle.ToolAction.Read;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostToolsTest {

  private static final String V4A =
      "*** Begin Patch\\n*** Update File: a.txt\\n@@\\n-*** Update File: no.txt\\n+x\\n"
          + "*** Add File: b.txt\\n+y\\n*** Delete File: c.txt\\n*** Move to: d.txt\\n*** End Patch";

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "pi|read|{\"path\":\"a\"}|/w/a|",
        "pi|read|{\"path\":\"@a\",\"offset\":2,\"limit\":3}|/w/a|offset=2;limit=3;",
        "opencode|read|{\"filePath\":\"/w/a\",\"offset\":null}|/w/a|",
        "hermes|read_file|{\"path\":\"a\",\"limit\":5}|/w/a|limit=5;",
        "claude-code|Read|{\"file_path\":\"/w/a\"}|/w/a|",
        "gemini|read_file|{\"file_path\":\"a\",\"start_line\":1}|/w/a|start_line=1;",
        "copilot|view|{\"path\":\"/w/a\",\"view_range\":[1,2]}|/w/a|view_range=[1,2];",
        "openclaw|read|{\"path\":\"a\",\"cursor\":\"c\"}|/w/a|cursor=\"c\";",
        "any|read|{\"filePath\":\"a\",\"limit\":2}|/w/a|limit=2;",
        "any|Read|{\"file_path\":\"a\"}|/w/a|",
        "any|read|{\"path\":\"a\",\"start\":1,\"end\":9}|/w/a|start=1;end=9;",
        "any|file_read|{\"path\":\"a\"}|/w/a|",
        "any|view|{\"path\":\"@a\"}|/w/@a|",
      })
  void knowsTheReads(String host, String tool, String arguments, String path, String range)
      throws JsonException {
    assertThat(action(host, tool, arguments, false))
        .isEqualTo(new Read(path, range == null ? "" : range));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "pi|edit|{\"path\":\"a\",\"edits\":[]}",
        "pi|write|{\"path\":\"a\",\"content\":\"\"}",
        "opencode|edit|{\"filePath\":\"/w/a\"}",
        "opencode|write|{\"filePath\":\"a\"}",
        "hermes|write_file|{\"path\":\"a\"}",
        "hermes|patch|{\"mode\":\"replace\",\"path\":\"a\",\"old_string\":\"\"}",
        "claude-code|Edit|{\"file_path\":\"/w/a\"}",
        "claude-code|Write|{\"file_path\":\"/w/a\"}",
        "claude-code|MultiEdit|{\"file_path\":\"/w/a\"}",
        "claude-code|NotebookEdit|{\"notebook_path\":\"/w/a\"}",
        "gemini|replace|{\"file_path\":\"a\"}",
        "gemini|write_file|{\"file_path\":\"a\"}",
        "copilot|edit|{\"path\":\"/w/a\"}",
        "copilot|create|{\"path\":\"/w/a\"}",
        "openclaw|write|{\"path\":\"a\"}",
        "any|replace|{\"file_path\":\"a\"}",
        "any|str_replace_editor|{\"path\":\"a\"}",
      })
  void knowsTheEdits(String host, String tool, String arguments) throws JsonException {
    assertThat(action(host, tool, arguments, false)).isEqualTo(new Edit(List.of("/w/a")));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "opencode, apply_patch, patchText",
    "hermes, patch, patch",
    "codex, apply_patch, input",
    "openclaw, apply_patch, input",
  })
  void aPatchEditsEveryFileItNames(String host, String tool, String argument) throws JsonException {
    assertThat(action(host, tool, "{\"" + argument + "\":\"" + V4A + "\"}", false))
        .isEqualTo(new Edit(List.of("/w/a.txt", "/w/b.txt", "/w/c.txt", "/w/d.txt")));
  }

  @Test
  void aPatchMayBeAllThatACallSays() {
    String patch = V4A.replace("\\n", "\n");
    assertThat(tools("codex", false).action("apply_patch", new JsonString(patch)))
        .isEqualTo(new Edit(List.of("/w/a.txt", "/w/b.txt", "/w/c.txt", "/w/d.txt")));
    assertThat(tools("codex", false).action("apply_patch", new JsonString("no patch")))
        .isEqualTo(ToolAction.NONE);
  }

  @Test
  void argumentsInsideATextAreRead() {
    assertThat(tools("hermes", false).action("read_file", new JsonString("{\"path\":\"/w/a\"}")))
        .isEqualTo(new Read("/w/a", ""));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "pi|grep|{\"path\":\"a\"}",
        "pi|read|{\"path\":7}",
        "pi|read|{}",
        "pi|read|[]",
        "pi|edit|{\"path\":\"\"}",
        "opencode|read|{\"path\":\"a\"}",
      })
  void whatIsNotInTheTableDoesNothing(String host, String tool, String arguments)
      throws JsonException {
    assertThat(action(host, tool, arguments, false)).isEqualTo(ToolAction.NONE);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "pi, bash, command",
    "opencode, bash, command",
    "hermes, terminal, command",
    "claude-code, Bash, command",
    "codex, exec_command, cmd",
    "gemini, run_shell_command, command",
    "copilot, bash, command",
    "openclaw, exec, command",
  })
  void shellCommandsAreEditsOnlyWithTheSwitch(String host, String tool, String argument)
      throws JsonException {
    String arguments = "{\"" + argument + "\":\"echo x > a\"}";
    assertThat(action(host, tool, arguments, false)).isEqualTo(ToolAction.NONE);
    assertThat(action(host, tool, arguments, true)).isEqualTo(new Edit(List.of("/w/a")));
  }

  @Test
  void aShellCommandRunsInItsOwnFolder() throws JsonException {
    assertThat(action("opencode", "bash", "{\"command\":\"echo > a\",\"workdir\":\"sub\"}", true))
        .isEqualTo(new Edit(List.of("/w/sub/a")));
  }

  private static ToolAction action(String host, String tool, String arguments, boolean shell)
      throws JsonException {
    return tools(host, shell).action(tool, StrictJson.parse(arguments));
  }

  private static HostTools tools(String host, boolean shell) {
    return HostTools.of(ToolHost.parse(host).orElseThrow(), PathSpelling.in("/w"), shell);
  }
}
