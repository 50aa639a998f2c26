package dev.jevprune.adapters.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Builds OpenCode conversations, step by step, in the shapes that OpenCode 1.18.33 holds them. */
public final class OpenCodeMessages {
  private final List<String> messages = new ArrayList<>();
  private String time = "";

  /** What a person wrote. */
  public OpenCodeMessages user(String text) {
    return user(text, "mock", "mock-1");
  }

  /** What a person wrote to that model. */
  public OpenCodeMessages user(String text, String provider, String model) {
    return userPart("{\"type\":\"text\",\"text\":" + quote(text) + "}", provider, model);
  }

  /** A user message of one part that OpenCode or a plugin made, such as a note. */
  public OpenCodeMessages userPart(String part) {
    return userPart(part, "mock", "mock-1");
  }

  private OpenCodeMessages userPart(String part, String provider, String model) {
    return raw(
        "{\"info\":{\"role\":\"user\",\"time\":{\"created\":%d},\"agent\":\"build\",\"model\":{\"providerID\":%s,\"modelID\":%s}},\"parts\":[%s]}"
            .formatted(messages.size(), quote(provider), quote(model), part));
  }

  /** A step that ends the turn with a text. */
  public OpenCodeMessages assistant(String text) {
    return step("stop", "{\"type\":\"text\",\"text\":" + quote(text) + "}");
  }

  /** A step with a thought that the provider signed, and a text. */
  public OpenCodeMessages signed(String thought, String signature, String text) {
    return step(
        "stop",
        "{\"type\":\"reasoning\",\"text\":%s,\"metadata\":{\"anthropic\":{\"signature\":%s}}},{\"type\":\"text\",\"text\":%s}"
            .formatted(quote(thought), quote(signature), quote(text)));
  }

  /** A step with one read of a whole file that succeeded. */
  public OpenCodeMessages read(String id, String path, String output) {
    return step("tool-calls", readPart(id, path, output));
  }

  /** A step with one edit that succeeded. */
  public OpenCodeMessages edit(String id, String path) {
    return step(
        "tool-calls",
        tool(
            id,
            "edit",
            "{\"filePath\":" + quote(path) + ",\"oldString\":\"41\",\"newString\":\"42\"}",
            "completed",
            "\"output\":\"Edit applied successfully.\""));
  }

  /** Answers from here on ended at that time, milliseconds since 1970; before, they have none. */
  public OpenCodeMessages answeredAt(long millis) {
    time = ",\"time\":{\"created\":%d,\"completed\":%d}".formatted(millis, millis);
    return this;
  }

  /** A step with one shell command. */
  public OpenCodeMessages bash(String id, String command, String output) {
    return step(
        "tool-calls",
        tool(
            id,
            "bash",
            "{\"command\":" + quote(command) + "}",
            "completed",
            "\"output\":" + quote(output)));
  }

  /** The part of a read that succeeded. */
  static String readPart(String id, String path, String output) {
    return tool(
        id,
        "read",
        "{\"filePath\":" + quote(path) + "}",
        "completed",
        "\"output\":%s,\"title\":%s,\"metadata\":{\"preview\":\"p\",\"truncated\":false,\"loaded\":[]},\"time\":{\"start\":1,\"end\":2}"
            .formatted(quote(output), quote(path)));
  }

  /** A tool part; {@code input} and the further members of its state are JSON. */
  static String tool(String id, String tool, String input, String status, String more) {
    return "{\"type\":\"tool\",\"callID\":%s,\"tool\":%s,\"state\":{\"status\":%s,\"input\":%s%s}}"
        .formatted(quote(id), quote(tool), quote(status), input, more.isEmpty() ? "" : "," + more);
  }

  /** A step with these parts between its start and its finish. */
  public OpenCodeMessages step(String finish, String parts) {
    return raw(
        "{\"info\":{\"role\":\"assistant\",\"mode\":\"build\",\"agent\":\"build\",\"providerID\":\"mock\",\"modelID\":\"mock-1\"%s,\"finish\":%s},\"parts\":[{\"type\":\"step-start\"},%s,{\"type\":\"step-finish\",\"reason\":%s}]}"
            .formatted(time, quote(finish), parts, quote(finish).toLowerCase(Locale.ROOT)));
  }

  /** Any message, as a JSON object. */
  public OpenCodeMessages raw(String message) {
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

  private static String quote(String text) {
    return PiSettings.quote(text);
  }
}
