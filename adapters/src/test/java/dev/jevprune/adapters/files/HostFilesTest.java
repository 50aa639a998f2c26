package dev.jevprune.adapters.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HostFilesTest {

  private static final String BODY = "line of a file that was read twice. ".repeat(20);

  @Test
  void findsThePairOfAPiSession() throws HostFileException {
    List<String> lines = new ArrayList<>();
    lines.add("{\"type\":\"session\",\"version\":3,\"id\":\"s1\"}");
    lines.addAll(conversation());
    Inspection inspection = inspect(HostKind.PI, lines);
    assertThat(inspection.session()).contains(new SessionId("s1"));
    assertThat(inspection.pairs())
        .singleElement()
        .satisfies(
            pair -> {
              assertThat(pair.source()).isEqualTo("a");
              assertThat(pair.witness()).isEqualTo("b");
              assertThat(pair.path()).isEqualTo("f.txt");
              assertThat(pair.bytes()).isEqualTo(BODY.length());
              assertThat(pair.savedBytes()).isEqualTo(BODY.length() - pair.marker().length());
            });
    assertThat(inspection.reads()).isEqualTo(2);
  }

  @Test
  void aBrokenLineCostsThatLineAlone() throws HostFileException {
    List<String> lines = new ArrayList<>(conversation());
    String broken = lines.get(5);
    lines.set(5, broken.substring(0, broken.length() / 2));
    lines.add(9, "{\"type\":\"message\",");
    lines.add(10, "{\"type\":\"message\",\"type\":\"message\"}"); // odd, but no broken JSON
    Inspection inspection = inspect(HostKind.PI, lines);
    assertThat(inspection.brokenLines()).isEqualTo(2);
    assertThat(inspection.pairs()).hasSize(1);
    assertThat(inspection.otherBranchReads()).isZero();
  }

  @Test
  void takesTheBranchOfTheLastLeaf() throws HostFileException {
    List<String> lines = new ArrayList<>(conversation());
    // The user went back to the first message and read the file again, on another branch.
    lines.add(entry("x1", "e0", assistant("c", "f.txt")));
    lines.add(entry("x2", "x1", result("c", BODY)));
    Inspection inspection = inspect(HostKind.PI, lines);
    assertThat(inspection.messages()).isEqualTo(3);
    assertThat(inspection.reads()).isEqualTo(1);
    assertThat(inspection.otherBranchReads()).isEqualTo(2);
  }

  @Test
  void leavesOutWhatACompactionTookAway() throws HostFileException {
    List<String> lines = new ArrayList<>(conversation());
    lines.add(
        "{\"type\":\"compaction\",\"id\":\"k\",\"parentId\":\"e23\",\"summary\":\"S\","
            + "\"firstKeptEntryId\":\"e3\"}");
    lines.add(entry("n", "k", "{\"role\":\"user\",\"content\":\"next\"}"));
    HostConversation file = read(HostKind.PI, lines);
    assertThat(((JsonObject) file.messages().get(0)).string("role")).contains("compactionSummary");
    Inspection inspection = Inspection.of(file, SelectionPolicy.STANDARD);
    assertThat(inspection.compactedReads()).isEqualTo(1);
    assertThat(inspection.reads()).isEqualTo(1);
    assertThat(inspection.pairs()).isEmpty();
  }

  @Test
  void appliesTheHostsOwnContextEdits() throws HostFileException {
    List<String> lines = new ArrayList<>(conversation());
    lines.add(
        "{\"type\":\"context_edit\",\"id\":\"k\",\"parentId\":\"e23\",\"targetId\":\"e2\","
            + "\"replacement\":{\"content\":[{\"type\":\"text\",\"text\":\"gone\"}]}}");
    Inspection edited = inspect(HostKind.PI, lines);
    assertThat(edited.reasons())
        .containsOnlyKeys(GateReason.LATER_COPY_DIFFERS, GateReason.NO_LATER_COPY);
    lines.set(
        lines.size() - 1,
        "{\"type\":\"context_edit\",\"id\":\"k\",\"parentId\":\"e23\",\"targetId\":\"e2\","
            + "\"replacement\":null}");
    assertThat(inspect(HostKind.PI, lines).messages()).isEqualTo(edited.messages() - 1);
  }

  @Test
  void readsTheSameConversationInEveryWireForm() throws HostFileException {
    String chat =
        "[{\"role\":\"user\",\"content\":\"go\"},"
            + chatRead("a")
            + chatRead("b")
            + filler("{\"role\":\"assistant\",\"content\":\"ok\"},")
            + "{\"role\":\"user\",\"content\":\"more\"}]";
    String blocks =
        "{\"body\":{\"messages\":[{\"role\":\"user\",\"content\":\"go\"},"
            + blockRead("a")
            + blockRead("b")
            + filler("{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]},")
            + "{\"role\":\"user\",\"content\":\"more\"}]}}";
    String responses =
        "{\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"go\"}]},"
            + itemRead("a")
            + itemRead("b")
            + filler("{\"type\":\"message\",\"role\":\"assistant\",\"content\":[]},")
            + "{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"more\"}]}]}";
    for (String text : List.of(chat, blocks, responses)) {
      Inspection inspection =
          Inspection.of(
              HostFiles.read(HostKind.HERMES, text.getBytes(StandardCharsets.UTF_8)),
              SelectionPolicy.STANDARD);
      assertThat(inspection.pairs()).as(text.substring(0, 20)).hasSize(1);
      assertThat(inspection.pairs().get(0).path()).isEqualTo("f.txt");
    }
  }

  @Test
  void neverTakesWhatHermesAddedTo() throws HostFileException {
    String noted = "{\\\"content\\\":\\\"" + "x".repeat(300) + "\\\"}\\nMind AGENTS.md";
    String text =
        "[{\"role\":\"user\",\"content\":\"go\"},"
            + chatRead("a").replace(BODY, noted)
            + chatRead("b").replace(BODY, noted)
            + filler("{\"role\":\"assistant\",\"content\":\"ok\"},")
            + "{\"role\":\"user\",\"content\":\"more\"}]";
    Inspection inspection =
        Inspection.of(
            HostFiles.read(HostKind.HERMES, text.getBytes(StandardCharsets.UTF_8)),
            SelectionPolicy.STANDARD);
    assertThat(inspection.reasons()).containsEntry(GateReason.HOST_SUFFIX, 2);
  }

  @Test
  void keepsCallsThatClaudeCodeRanSideBySideOnTheBranch() throws HostFileException {
    List<String> lines =
        List.of(
            "{\"type\":\"user\",\"uuid\":\"u\",\"parentUuid\":null,\"sessionId\":\"s\","
                + "\"message\":{\"role\":\"user\",\"content\":\"go\"}}",
            claude("1", "u", "m", "a"),
            claude("2", "1", "m", "b"),
            claudeResult("3", "1", "a"),
            claudeResult("4", "2", "b"),
            "{\"type\":\"assistant\",\"uuid\":\"5\",\"parentUuid\":\"4\",\"message\":"
                + "{\"role\":\"assistant\",\"model\":\"claude-opus-4-5\",\"content\":[]}}");
    Inspection inspection = inspect(HostKind.CLAUDE_CODE, lines);
    assertThat(inspection.reads()).isEqualTo(2);
    assertThat(inspection.otherBranchReads()).isZero();
    assertThat(inspection.session()).contains(new SessionId("s"));
  }

  @Test
  void readsAnOpenCodeExport() throws HostFileException {
    String part =
        "{\"info\":{\"role\":\"assistant\",\"sessionID\":\"ses\"},\"parts\":[{\"type\":\"tool\","
            + "\"id\":\"ID\",\"tool\":\"read\",\"state\":{\"status\":\"completed\","
            + "\"input\":{\"filePath\":\"f.txt\"},\"output\":\""
            + BODY
            + "\"}}]},";
    String user = "{\"info\":{\"role\":\"user\"},\"parts\":[{\"type\":\"text\",\"text\":\"go\"}]}";
    String text =
        "{\"info\":{\"id\":\"ses\"},\"messages\":["
            + part.replace("ID", "p1")
            + part.replace("ID", "p2")
            + filler("{\"info\":{\"role\":\"assistant\"},\"parts\":[]},")
            + user
            + "]}";
    HostConversation file =
        HostFiles.read(HostKind.OPENCODE, text.getBytes(StandardCharsets.UTF_8));
    assertThat(file.format()).isEqualTo(Format.OPENCODE);
    assertThat(file.session()).contains(new SessionId("ses"));
    assertThat(Inspection.of(file, SelectionPolicy.STANDARD).pairs()).hasSize(1);
  }

  @Test
  void saysWhenThereIsNoConversation() {
    for (String text :
        List.of("", "no json", "{\"a\": 1}", "[1, 2]", "[{\"name\":\"read\"}]", "7")) {
      assertThatThrownBy(() -> HostFiles.read(HostKind.PI, text.getBytes(StandardCharsets.UTF_8)))
          .as(text)
          .isInstanceOf(HostFileException.class)
          .hasMessageNotContaining("no json");
    }
  }

  @Test
  @Tag("W21")
  void neverFallsOverWhateverTheFileHolds() {
    byte[] good = String.join("\n", conversation()).getBytes(StandardCharsets.UTF_8);
    Random random = new Random(20_261_130);
    for (int i = 0; i < 2_000; i++) {
      byte[] odd = good.clone();
      for (int flips = random.nextInt(20); flips >= 0; flips--) {
        odd[random.nextInt(odd.length)] =
            "{}[]\",:\\\u0000\n0ntoolCallid".getBytes(StandardCharsets.UTF_8)[random.nextInt(22)];
      }
      for (HostKind kind : HostKind.values()) {
        try {
          Inspection inspection =
              Inspection.of(HostFiles.read(kind, odd), SelectionPolicy.STANDARD);
          assertThat(inspection.reads())
              .isEqualTo(inspection.pairs().size() + inspection.kept().size());
        } catch (HostFileException e) {
          assertThat(e.kind()).isIn(HostFileException.Kind.JSON, HostFileException.Kind.MESSAGES);
        }
      }
    }
  }

  @Test
  @Tag("W26")
  void refusesReceiptsOfAnotherSession() throws HostFileException {
    String hash = "0".repeat(64);
    String proof = "{\"id\":\"ID\",\"hash\":\"" + hash + "\",\"request\":\"" + hash + "\"}";
    String text =
        "{\"format\":\"pi\",\"session\":\"t\",\"messages\":[],\"receipts\":[{\"policy\":"
            + "\"exact-read-repeat-v1\",\"model\":\"jev-1.13.0\",\"session\":\"s\",\"format\":\"pi\","
            + "\"source\":"
            + proof.replace("ID", "a")
            + ",\"witness\":"
            + proof.replace("ID", "b")
            + "}]}";
    SnapshotFile file = SnapshotFile.parse(text.getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Inspection.of(file, SelectionPolicy.STANDARD))
        .isInstanceOf(HostFileException.class)
        .hasMessageContaining("another session");
  }

  private static Inspection inspect(HostKind kind, List<String> lines) throws HostFileException {
    return Inspection.of(read(kind, lines), SelectionPolicy.STANDARD);
  }

  private static HostConversation read(HostKind kind, List<String> lines) throws HostFileException {
    return HostFiles.read(kind, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  /** Entries e0 to e23: two equal reads, then enough that both stand before the last messages. */
  private static List<String> conversation() {
    List<String> lines = new ArrayList<>();
    lines.add(entry("e0", "", "{\"role\":\"user\",\"content\":\"go\"}"));
    lines.add(entry("e1", "e0", assistant("a", "f.txt")));
    lines.add(entry("e2", "e1", result("a", BODY)));
    lines.add(entry("e3", "e2", assistant("b", "f.txt")));
    lines.add(entry("e4", "e3", result("b", BODY)));
    for (int i = 5; i < 23; i++) {
      lines.add(
          entry("e" + i, "e" + (i - 1), "{\"role\":\"assistant\",\"content\":[],\"n\":" + i + "}"));
    }
    lines.add(entry("e23", "e22", "{\"role\":\"user\",\"content\":\"more\"}"));
    return lines;
  }

  private static String entry(String id, String parent, String message) {
    return "{\"type\":\"message\",\"id\":\""
        + id
        + "\",\"parentId\":"
        + (parent.isEmpty() ? "null" : "\"" + parent + "\"")
        + ",\"message\":"
        + message
        + "}";
  }

  private static String assistant(String id, String path) {
    return "{\"role\":\"assistant\",\"content\":[{\"type\":\"toolCall\",\"id\":\""
        + id
        + "\",\"name\":\"read\",\"arguments\":{\"path\":\""
        + path
        + "\"}}]}";
  }

  private static String result(String id, String text) {
    return "{\"role\":\"toolResult\",\"toolCallId\":\""
        + id
        + "\",\"content\":[{\"type\":\"text\",\"text\":\""
        + text
        + "\"}],\"isError\":false}";
  }

  private static String filler(String message) {
    return String.join("", Collections.nCopies(18, message));
  }

  private static String chatRead(String id) {
    return "{\"role\":\"assistant\",\"tool_calls\":[{\"type\":\"function\",\"id\":\""
        + id
        + "\",\"function\":{\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"f.txt\\\"}\"}}]},"
        + "{\"role\":\"tool\",\"tool_call_id\":\""
        + id
        + "\",\"content\":\""
        + BODY
        + "\"},";
  }

  private static String blockRead(String id) {
    return "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\""
        + id
        + "\",\"name\":\"Read\",\"input\":{\"file_path\":\"f.txt\"}}]},"
        + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\""
        + id
        + "\",\"content\":\""
        + BODY
        + "\"},{\"type\":\"text\",\"text\":\"<system-reminder>mind</system-reminder>\"}]},";
  }

  private static String itemRead(String id) {
    return "{\"type\":\"function_call\",\"call_id\":\""
        + id
        + "\",\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"f.txt\\\"}\"},"
        + "{\"type\":\"function_call_output\",\"call_id\":\""
        + id
        + "\",\"output\":\""
        + BODY
        + "\"},";
  }

  private static String claude(String uuid, String parent, String message, String call) {
    return "{\"type\":\"assistant\",\"uuid\":\""
        + uuid
        + "\",\"parentUuid\":\""
        + parent
        + "\",\"message\":{\"role\":\"assistant\",\"id\":\""
        + message
        + "\",\"content\":[{\"type\":\"tool_use\",\"id\":\""
        + call
        + "\",\"name\":\"Read\",\"input\":{\"file_path\":\"f.txt\"}}]}}";
  }

  private static String claudeResult(String uuid, String parent, String call) {
    return "{\"type\":\"user\",\"uuid\":\""
        + uuid
        + "\",\"parentUuid\":\""
        + parent
        + "\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\""
        + call
        + "\",\"content\":\""
        + BODY
        + "\"}]}}";
  }
}
