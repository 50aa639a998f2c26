package dev.jevprune.core.snapshot;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Maps a whole list of one of Hermes' forms to chat messages. The walkers of the shim count the
 * same messages; the vectors in {@code testdata/replay} hold the two together.
 */
final class HermesList {

  /** What Hermes itself writes under the user's name begins with one of these. */
  private static final List<String> HOST_MADE =
      List.of(
          "[CONTEXT COMPACTION",
          "[CONTEXT SUMMARY]:",
          "[System: ",
          "[Your active task list was preserved");

  private static final JsonObject OTHER = JsonObject.builder().put("role", "other").build();

  private final HermesForm form;
  private final List<Json> messages = new ArrayList<>();
  private final Set<Json> reads = new HashSet<>();
  private List<Json> calls = new ArrayList<>();
  private boolean speaking;

  HermesList(HermesForm form) {
    this.form = form;
  }

  JsonArray chat(JsonArray list) {
    for (Json element : list) {
      JsonObject message = element instanceof JsonObject object ? object : JsonObject.EMPTY;
      switch (form) {
        case CHAT_COMPLETIONS -> chatMessage(message);
        case CODEX_RESPONSES -> item(message);
        case ANTHROPIC_MESSAGES, BEDROCK_CONVERSE -> blocks(message);
      }
    }
    silence();
    return new JsonArray(messages);
  }

  private void chatMessage(JsonObject message) {
    silence();
    switch (message.string("role").orElse("")) {
      case "tool" -> result(message);
      case "user" -> user(message.get("content"));
      case "assistant" -> {
        speak();
        for (Json call : message.array("tool_calls").orElse(JsonArray.EMPTY)) {
          if (type(call).equals("function")) {
            call(call);
          }
        }
      }
      default -> messages.add(OTHER);
    }
  }

  private void item(JsonObject item) {
    String type = type(item);
    String role = item.string("role").orElse("");
    boolean isCall = type.equals("function_call");
    if (isCall || type.equals("reasoning") || role.equals("assistant")) {
      speak();
      if (isCall) {
        call(item);
      }
      return;
    }
    silence();
    if (type.equals("function_call_output")) {
      result(item);
    } else if (role.equals("user")) {
      user(item.get("content"));
    } else {
      messages.add(OTHER);
    }
  }

  private void blocks(JsonObject message) {
    silence();
    String role = message.string("role").orElse("");
    Optional<Json> content = message.get("content");
    JsonArray blocks = message.array("content").orElse(JsonArray.EMPTY);
    if (role.equals("assistant")) {
      speak();
      blocks.forEach(block -> callIn(block));
    } else if (!role.equals("user")) {
      messages.add(OTHER);
    } else if (blocks.isEmpty()) {
      user(content);
    } else {
      List<Json> said = new ArrayList<>();
      for (Json block : blocks) {
        if (isBlock(block, "tool_result", "toolResult")) {
          said = say(said);
          result(block);
        } else {
          said.add(block);
        }
      }
      say(said);
    }
  }

  private List<Json> say(List<Json> said) {
    if (!said.isEmpty()) {
      user(Optional.of(new JsonArray(said)));
    }
    return new ArrayList<>();
  }

  private void callIn(Json block) {
    if (isBlock(block, "tool_use", "toolUse")) {
      call(block);
    }
  }

  private boolean isBlock(Json block, String anthropicType, String bedrockMember) {
    return form == HermesForm.ANTHROPIC_MESSAGES
        ? type(block).equals(anthropicType)
        : block instanceof JsonObject object && object.has(bedrockMember);
  }

  private static String type(Json element) {
    return element instanceof JsonObject object ? object.string("type").orElse("") : "";
  }

  /** Opens an assistant's message, unless one is open. */
  private void speak() {
    if (!speaking) {
      speaking = true;
      messages.add(OTHER); // replaced when it ends
    }
  }

  private void silence() {
    if (speaking) {
      messages.set(
          messages.size() - 1,
          JsonObject.builder()
              .put("role", "assistant")
              .put("tool_calls", new JsonArray(calls))
              .build());
      calls = new ArrayList<>();
      speaking = false;
    }
  }

  private void call(Json record) {
    JsonObject call = form.chatCall(record);
    calls.add(call);
    call.object("function")
        .flatMap(function -> function.string("name"))
        .filter(Item::isReadTool)
        .flatMap(name -> call.get("id"))
        .ifPresent(reads::add);
  }

  private void result(Json record) {
    HermesForm.Said result =
        form.result(record instanceof JsonObject object ? object : JsonObject.EMPTY);
    messages.add(HermesResult.of(result, result.id().filter(reads::contains).isPresent()));
  }

  private void user(Optional<Json> content) {
    Json given = content.orElse(JsonNull.NULL);
    List<String> texts = new ArrayList<>();
    if (given instanceof JsonString text) {
      texts.add(text.value());
    } else if (given instanceof JsonArray parts) {
      parts.forEach(part -> HermesResult.text(part).ifPresent(texts::add));
    }
    String goal = String.join("\n", texts);
    boolean written = HOST_MADE.stream().noneMatch(goal::startsWith);
    messages.add(
        JsonObject.builder()
            .put("role", written ? "user" : "host")
            .put("content", HermesResult.parts(texts))
            .build());
  }
}
