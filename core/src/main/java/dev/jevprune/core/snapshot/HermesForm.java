package dev.jevprune.core.snapshot;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.Locale;
import java.util.Optional;

/**
 * The four forms in which Hermes puts a conversation on the wire, by the host's own names. Each
 * maps to one chat form in which everything is judged and hashed, so that a decision holds whatever
 * form the next request has: a result is a message of its own, a bare text is one text part,
 * arguments are read where they are a text, and cache marks are no part of anything.
 */
public enum HermesForm {
  /** {@code tool_calls} and {@code tool} messages. */
  CHAT_COMPLETIONS {
    @Override
    Said call(JsonObject record) {
      JsonObject function = record.object("function").orElse(JsonObject.EMPTY);
      return new Said(record.get("id"), function.get("name"), function.get("arguments"), false);
    }

    @Override
    Said result(JsonObject record) {
      boolean failed =
          !Content.isFalsy(record.get("is_error"))
              || !Content.isFalsy(record.get("error"))
              || record.get("success").filter(JsonBool.FALSE::equals).isPresent();
      return new Said(record.get("tool_call_id"), Optional.empty(), record.get("content"), failed);
    }
  },

  /** A flat list of typed items. */
  CODEX_RESPONSES {
    @Override
    Said call(JsonObject record) {
      return new Said(record.get("call_id"), record.get("name"), record.get("arguments"), false);
    }

    @Override
    Said result(JsonObject record) {
      boolean failed = record.string("status").filter("incomplete"::equals).isPresent();
      return new Said(record.get("call_id"), Optional.empty(), record.get("output"), failed);
    }
  },

  /** {@code tool_use} and {@code tool_result} blocks. */
  ANTHROPIC_MESSAGES {
    @Override
    Said call(JsonObject record) {
      // With a subscription's token Hermes puts a prefix before every name on the wire.
      Optional<Json> name =
          record
              .string("name")
              .map(
                  text ->
                      Json.of(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text));
      return new Said(record.get("id"), name, record.get("input"), false);
    }

    @Override
    Said result(JsonObject record) {
      return new Said(
          record.get("tool_use_id"),
          Optional.empty(),
          record.get("content"),
          !Content.isFalsy(record.get("is_error")));
    }
  },

  /** {@code toolUse} and {@code toolResult} blocks. */
  BEDROCK_CONVERSE {
    @Override
    Said call(JsonObject record) {
      JsonObject use = record.object("toolUse").orElse(JsonObject.EMPTY);
      return new Said(use.get("toolUseId"), use.get("name"), use.get("input"), false);
    }

    @Override
    Said result(JsonObject record) {
      JsonObject result = record.object("toolResult").orElse(JsonObject.EMPTY);
      boolean failed = result.string("status").filter("error"::equals).isPresent();
      return new Said(result.get("toolUseId"), Optional.empty(), result.get("content"), failed);
    }
  };

  private static final String PREFIX = "mcp__";

  /**
   * What a record of any form says.
   *
   * @param id the call it belongs to
   * @param name the tool's name, of calls only
   * @param payload the arguments of a call, the content of a result
   * @param failed whether a result is marked as failed
   */
  record Said(Optional<Json> id, Optional<Json> name, Optional<Json> payload, boolean failed) {}

  abstract Said call(JsonObject record);

  abstract Said result(JsonObject record);

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The host's name of the form. */
  public String wireName() {
    return wireName;
  }

  /** The form of that name. */
  public static Optional<HermesForm> parse(String wireName) {
    for (HermesForm form : values()) {
      if (form.wireName.equals(wireName)) {
        return Optional.of(form);
      }
    }
    return Optional.empty();
  }

  /** The chat form of a whole list; never fails, whatever the list holds. */
  public JsonArray chat(JsonArray list) {
    return new HermesList(this).chat(list);
  }

  /** The chat form of a raw call record. */
  public JsonObject chatCall(Json record) {
    Said call = call(record instanceof JsonObject object ? object : JsonObject.EMPTY);
    JsonObject.Builder chat = JsonObject.builder();
    call.id().ifPresent(id -> chat.put("id", id));
    return chat.put("type", "function")
        .put(
            "function",
            JsonObject.builder()
                .put("name", call.name().orElse(JsonNull.NULL))
                .put("arguments", arguments(call.payload().orElse(JsonNull.NULL)))
                .build())
        .build();
  }

  /**
   * The chat form of a raw result record of a read. It says {@code host_notice} where the host put
   * something of its own in place of the body or behind it.
   */
  public JsonObject chatRead(Json record) {
    return HermesResult.of(result(record instanceof JsonObject o ? o : JsonObject.EMPTY), true);
  }

  private static Json arguments(Json given) {
    if (!(given instanceof JsonString text)) {
      return given;
    }
    try {
      return ConversationJson.parse(text.value());
    } catch (JsonException e) {
      return given;
    }
  }
}
