package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The conversation of {@link Conversation} with OpenCode's tools, and what it looks like on the
 * wire.
 */
final class OpenCodeTalk {
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  private OpenCodeTalk() {}

  static Step read(String id, Path workspace, String file) {
    String path = workspace.resolve(file).toString();
    return Step.call(id, "read", "{\"filePath\":" + JsonLines.quoted(path) + "}");
  }

  static Step bash(String id, String command) {
    return Step.call(
        id, "bash", "{\"command\":" + JsonLines.quoted(command) + ",\"description\":\"Check\"}");
  }

  /** 4 requests. */
  static List<Step> firstTurn(Path workspace) {
    return List.of(
        read(Conversation.SOURCE, workspace, "conf.ini"),
        read("call_other_read", workspace, "notes.txt"),
        read(Conversation.WITNESS, workspace, "conf.ini"),
        Step.say("It has four workers."));
  }

  /** 17 requests: a step is one message in OpenCode, and the last sixteen are protected. */
  static List<Step> secondTurn() {
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i <= 16; i++) {
      steps.add(bash("call_check_" + i, "echo check " + i));
    }
    steps.add(Step.say("All checks passed."));
    return steps;
  }

  /** The messages of a request but for the system's, which names the day. */
  static List<String> messages(RecordedRequest request) {
    return request.messages().stream()
        .filter(message -> !JsonLines.parse(message).path("role").asText().equals("system"))
        .toList();
  }

  /** The system's message and the tools, each number replaced: they name the day and a folder. */
  static String surroundings(RecordedRequest request) {
    StringBuilder all = new StringBuilder(request.json().path("tools").toString());
    for (String message : request.messages()) {
      if (JsonLines.parse(message).path("role").asText().equals("system")) {
        all.append(message);
      }
    }
    return DIGITS.matcher(all).replaceAll("0");
  }

  /**
   * The same messages with the text of the source replaced by its marker, and not one byte more.
   */
  static List<String> pruned(List<String> messages) {
    List<String> expected = new ArrayList<>(messages);
    for (int i = 0; i < expected.size(); i++) {
      JsonNode message = JsonLines.parse(expected.get(i));
      if (message.path("tool_call_id").asText().equals(Conversation.SOURCE)) {
        expected.set(i, withMarker(expected.get(i), message.path("content").asText()));
        return expected;
      }
      for (JsonNode block : message.path("content")) {
        if (block.path("tool_use_id").asText().equals(Conversation.SOURCE)) {
          expected.set(i, withMarker(expected.get(i), block.path("content").asText()));
          return expected;
        }
      }
    }
    throw new AssertionError("the source is not in this request");
  }

  private static String withMarker(String message, String body) {
    String changed = message.replace(JsonLines.quoted(body), JsonLines.quoted(Conversation.MARKER));
    if (changed.equals(message)) {
      throw new AssertionError("the body is not spelled as it was read: " + message);
    }
    return changed;
  }
}
