package dev.jevprune.core.snapshot;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** What Pi and chat completions call the same things, and how each tells a success. */
enum ChatDialect {
  PI(Format.PI, "content", "toolCall", "toolResult", "toolCallId") {
    @Override
    Item.Invocation invocation(JsonObject call) {
      return ChatDialect.invocation(call, call);
    }

    @Override
    boolean succeeded(JsonObject result) {
      return result.get("isError").filter(JsonBool.FALSE::equals).isPresent();
    }

    @Override
    boolean hasHostNotice(JsonObject result, List<String> texts) {
      return HostNotice.inPi(result, texts);
    }
  },

  OPENAI(Format.OPENAI, "tool_calls", "function", "tool", "tool_call_id") {
    @Override
    Item.Invocation invocation(JsonObject call) {
      return ChatDialect.invocation(call, call.object("function").orElse(JsonObject.EMPTY));
    }

    @Override
    boolean succeeded(JsonObject result) {
      return Content.isFalsy(result.get("is_error"))
          && Content.isFalsy(result.get("error"))
          && result.get("success").filter(JsonBool.FALSE::equals).isEmpty();
    }

    @Override
    boolean hasHostNotice(JsonObject result, List<String> texts) {
      return result.get("host_notice").filter(JsonBool.TRUE::equals).isPresent();
    }
  };

  private final Format format;
  private final String callList;
  private final String callType;
  private final String resultRole;
  private final String resultId;

  ChatDialect(Format format, String callList, String callType, String resultRole, String resultId) {
    this.format = format;
    this.callList = callList;
    this.callType = callType;
    this.resultRole = resultRole;
    this.resultId = resultId;
  }

  /** What a call record asks for. */
  abstract Item.Invocation invocation(JsonObject call);

  /** Whether a result message says that the call succeeded. */
  abstract boolean succeeded(JsonObject result);

  /** Whether the host cut or extended the result itself. */
  abstract boolean hasHostNotice(JsonObject result, List<String> texts);

  Format format() {
    return format;
  }

  /** The member of an assistant message that lists its calls. */
  String callList() {
    return callList;
  }

  /** The type of a call in that list. */
  String callType() {
    return callType;
  }

  /** The role of a result message. */
  String resultRole() {
    return resultRole;
  }

  /** The member of a result message that names its call. */
  String resultId() {
    return resultId;
  }

  /** Why a result counts as no success, if so. */
  Optional<GateReason> failure(JsonObject result) {
    return succeeded(result) ? Optional.empty() : Optional.of(GateReason.FAILED_READ);
  }

  private static Item.Invocation invocation(JsonObject call, JsonObject named) {
    return new Item.Invocation(
        named.string("name").orElse(""),
        named.get("arguments").orElse(JsonNull.NULL),
        Optional.of(call));
  }
}
