package dev.jevprune.adapters.worker;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.function.UnaryOperator;

/** Asks a handler, or whatever answers like one, on behalf of one session. */
final class Caller {
  static final String PROFILE = "ab".repeat(32);
  static final JsonObject FREE = model("claude-3-7-sonnet-20250219");
  static final JsonObject BOUND = model("claude-fable-5-2");

  private final UnaryOperator<JsonObject> transport;
  private final String session;
  private int nextId = 1;

  Caller(UnaryOperator<JsonObject> transport, String session) {
    this.transport = transport;
    this.session = session;
  }

  Caller(RequestHandler handler) {
    this(handler::handle, "session-1");
  }

  static JsonObject model(String id) {
    return JsonObject.builder()
        .put("api", "anthropic-messages")
        .put("provider", "anthropic")
        .put("id", id)
        .build();
  }

  JsonObject raw(String op, JsonObject fields) {
    JsonObject.Builder request =
        JsonObject.builder()
            .put("v", 1)
            .put("id", nextId++)
            .put("op", op)
            .put("host", "pi")
            .put("profile", PROFILE)
            .put("session", session);
    fields.members().forEach(request::put);
    return transport.apply(request.build());
  }

  /** The reply, which must be a success. */
  JsonObject ask(String op, JsonObject fields) {
    JsonObject reply = raw(op, fields);
    if (!reply.bool("ok").orElse(false)) {
      throw new AssertionError(op + " failed: " + reply);
    }
    return reply;
  }

  /** The error code of the reply, which must be a failure. */
  String error(String op, JsonObject fields) {
    JsonObject reply = raw(op, fields);
    return reply
        .object("error")
        .flatMap(error -> error.string("code"))
        .orElseThrow(() -> new AssertionError(op + " succeeded: " + reply));
  }

  /** Sends outline and bodies; returns the ticket. */
  String open(JsonArray messages, Json model) {
    PiOutline outline = PiOutline.of(messages);
    JsonObject opened =
        ask(
            "outline",
            JsonObject.builder().put("model", model).put("outline", outline.outline()).build());
    String ticket = opened.string("ticket").orElseThrow();
    JsonArray need = opened.array("need").orElseThrow();
    if (!need.isEmpty()) {
      ask("bodies", ticket(ticket).with("bodies", outline.bodies(need)));
    }
    return ticket;
  }

  JsonObject preview(JsonArray messages, Json model) {
    return ask("preview", ticket(open(messages, model)));
  }

  JsonObject approveAll(JsonArray messages, Json model) {
    return ask("approve", ticket(open(messages, model)).with("sources", Json.of("all")));
  }

  JsonObject ledger() {
    return ask("ledger", JsonObject.EMPTY).object("ledger").orElseThrow();
  }

  static JsonObject ticket(String ticket) {
    return JsonObject.builder().put("ticket", ticket).build();
  }

  static Json none() {
    return JsonNull.NULL;
  }
}
