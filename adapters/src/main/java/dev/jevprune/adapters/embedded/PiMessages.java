package dev.jevprune.adapters.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds Pi conversations, message by message, in the shapes that Pi 0.73.1 and 1.6.0 hold them.
 */
public final class PiMessages {
  private static final String USAGE =
      "\"usage\":{\"input\":0,\"output\":0,\"cacheRead\":0,\"cacheWrite\":0,\"totalTokens\":0}";

  private final List<String> messages = new ArrayList<>();

  /** What a person wrote. */
  public PiMessages user(String text) {
    return raw("{\"role\":\"user\",\"content\":[" + text(text) + "],\"timestamp\":" + time() + "}");
  }

  /** What the model said, without a call. */
  public PiMessages assistant(String text) {
    return assistantBlocks("stop", text(text));
  }

  /** A thought that the model's provider signed, and a text. */
  public PiMessages signed(String thought, String signature, String text) {
    String block =
        "{\"type\":\"thinking\",\"thinking\":%s,\"thinkingSignature\":%s}"
            .formatted(quote(thought), quote(signature));
    return assistantBlocks("stop", block + "," + text(text));
  }

  /** A whole-file read that succeeded: the call and its result, two messages. */
  public PiMessages read(String id, String path, String body) {
    return call(id, "read", "{\"path\":" + quote(path) + "}").result(id, "read", body);
  }

  /** A shell command and what it printed, two messages. */
  public PiMessages bash(String id, String command, String output) {
    return call(id, "bash", "{\"command\":" + quote(command) + "}").result(id, "bash", output);
  }

  /** One call; {@code arguments} is a JSON object. */
  public PiMessages call(String id, String tool, String arguments) {
    return assistantBlocks(
        "toolUse",
        "{\"type\":\"toolCall\",\"id\":%s,\"name\":%s,\"arguments\":%s}"
            .formatted(quote(id), quote(tool), arguments));
  }

  /** One successful result of one text part. */
  public PiMessages result(String id, String tool, String body) {
    return raw(
        "{\"role\":\"toolResult\",\"toolCallId\":%s,\"toolName\":%s,\"content\":[%s],\"isError\":false,\"timestamp\":%d}"
            .formatted(quote(id), quote(tool), text(body), time()));
  }

  /** Any message, as a JSON object. */
  public PiMessages raw(String message) {
    messages.add(message);
    return this;
  }

  /** How many messages there are. */
  public int size() {
    return messages.size();
  }

  /** The conversation, a JSON array. */
  public String json() {
    return "[" + String.join(",", messages) + "]";
  }

  private PiMessages assistantBlocks(String stopReason, String blocks) {
    return raw(
        "{\"role\":\"assistant\",\"content\":[%s],\"api\":\"openai-completions\",\"provider\":\"mock\",\"model\":\"mock-1\",%s,\"stopReason\":\"%s\",\"timestamp\":%d}"
            .formatted(blocks, USAGE, stopReason, time()));
  }

  private long time() {
    return 1_796_040_000_000L + messages.size() * 1_000L;
  }

  private static String text(String text) {
    return "{\"type\":\"text\",\"text\":" + quote(text) + "}";
  }

  private static String quote(String text) {
    return PiSettings.quote(text);
  }
}
