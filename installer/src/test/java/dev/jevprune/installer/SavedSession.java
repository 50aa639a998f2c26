package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A session file of Pi with two pairs of equal reads, {@code a1 -> a2} and {@code b1 -> b2}. */
final class SavedSession {
  static final String ID = "0196-session";

  private final List<String> lines = new ArrayList<>();
  private int entries;

  static Path write(Path folder) throws IOException {
    SavedSession session = new SavedSession();
    session.lines.add("{\"type\":\"session\",\"version\":3,\"id\":\"" + ID + "\"}");
    session.entry("{\"role\":\"user\",\"content\":\"go\"}");
    session.read("a1", "src/A.java");
    session.read("b1", "src/B.java");
    session.read("a2", "src/A.java");
    session.read("b2", "src/B.java");
    for (int i = 0; i < 18; i++) {
      session.entry(
          "{\"role\":\"assistant\",\"content\":[],\"model\":\"claude-3-7-sonnet-20250219\","
              + "\"api\":\"anthropic-messages\"}");
    }
    session.entry("{\"role\":\"user\",\"content\":\"more\"}");
    return Files.write(folder.resolve("session.jsonl"), session.lines);
  }

  private void read(String id, String path) {
    entry(
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"toolCall\",\"id\":\""
            + id
            + "\",\"name\":\"read\",\"arguments\":{\"path\":\""
            + path
            + "\"}}]}");
    entry(
        "{\"role\":\"toolResult\",\"toolCallId\":\""
            + id
            + "\",\"content\":[{\"type\":\"text\",\"text\":\""
            + (path + " is read twice here. ").repeat(40)
            + "\"}],\"isError\":false}");
  }

  private void entry(String message) {
    String parent = entries == 0 ? "null" : "\"e" + (entries - 1) + "\"";
    lines.add(
        "{\"type\":\"message\",\"id\":\"e"
            + entries
            + "\",\"parentId\":"
            + parent
            + ",\"message\":"
            + message
            + "}");
    entries++;
  }
}
