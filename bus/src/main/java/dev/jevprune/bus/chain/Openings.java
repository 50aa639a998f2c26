package dev.jevprune.bus.chain;

import dev.jevprune.bus.Claim;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The texts that claims open. A message is compared in its <em>closed</em> form: each open text is
 * left out of it, and numbers are compared by value, since the languages of other packages spell
 * them in their own way.
 */
final class Openings {

  private final Format format;
  private final JsonArray list;
  private final boolean prose;
  private final boolean everyResult;
  private final boolean readResults;
  private final Map<String, String> toolOfCall = new HashMap<>();

  Openings(Set<Claim> claims, Format format, JsonArray list) {
    this.format = format;
    this.list = list;
    this.prose = claims.contains(Claim.ASSISTANT_PROSE);
    this.everyResult = claims.contains(Claim.TOOL_RESULT_ALL);
    this.readResults = claims.contains(Claim.TOOL_RESULT_READ);
    for (Json element : list) {
      if (element instanceof JsonObject message) {
        Pairing.calls(
            message,
            format,
            call -> call.string("id").ifPresent(id -> toolOfCall.put(id, tool(call))));
      }
    }
  }

  private String tool(JsonObject call) {
    JsonObject named =
        format == Format.OPENAI ? call.object("function").orElse(JsonObject.EMPTY) : call;
    return named.string("name").orElse("");
  }

  /** Where the last message with the user's role stands, or -1. */
  int lastUser() {
    for (int at = list.size() - 1; at >= 0; at--) {
      if (list.get(at) instanceof JsonObject message && role(message).equals("user")) {
        return at;
      }
    }
    return -1;
  }

  private String role(JsonObject message) {
    JsonObject holder =
        format == Format.OPENCODE ? message.object("info").orElse(JsonObject.EMPTY) : message;
    return holder.string("role").orElse("");
  }

  /** The message without what the claims open. */
  Json close(Json value) {
    if (!(value instanceof JsonObject message)) {
      return plain(value);
    }
    Map<String, Json> closed = new LinkedHashMap<>();
    message
        .members()
        .forEach((name, member) -> closed.put(name, closeMember(message, name, member)));
    return new JsonObject(closed);
  }

  private Json closeMember(JsonObject message, String name, Json member) {
    if (format == Format.OPENCODE) {
      return name.equals("parts") && member instanceof JsonArray parts
          ? closeParts(parts, prose && role(message).equals("assistant"))
          : plain(member);
    }
    if (!name.equals("content")) {
      return plain(member);
    }
    if (isOpenResult(message)) {
      return withoutTexts(member);
    }
    return prose && role(message).equals("assistant") ? closeProse(member) : plain(member);
  }

  private boolean isOpenResult(JsonObject message) {
    Optional<String> call = Pairing.result(message, format);
    return call.isPresent() && isOpen(toolOfCall.getOrDefault(call.get(), ""));
  }

  private boolean isOpen(String tool) {
    return everyResult || (readResults && Item.isReadTool(tool));
  }

  /** A result's body may become another number of texts; what is no text in it stays. */
  private static Json withoutTexts(Json content) {
    if (content instanceof JsonString) {
      return JsonArray.EMPTY;
    }
    if (!(content instanceof JsonArray parts)) {
      return plain(content);
    }
    List<Json> kept = new ArrayList<>();
    for (Json part : parts) {
      if (!isText(part)) {
        kept.add(plain(part));
      }
    }
    return new JsonArray(kept);
  }

  private static boolean isText(Json part) {
    return part instanceof JsonObject object
        && object.string("type").filter("text"::equals).isPresent()
        && object.string("text").isPresent();
  }

  private static Json closeProse(Json content) {
    if (content instanceof JsonString) {
      return JsonNull.NULL;
    }
    if (!(content instanceof JsonArray parts)) {
      return plain(content);
    }
    return new JsonArray(parts.elements().stream().map(Openings::closeText).toList());
  }

  private static Json closeText(Json part) {
    return isText(part) ? plain(((JsonObject) part).with("text", JsonNull.NULL)) : plain(part);
  }

  private Json closeParts(JsonArray parts, boolean openProse) {
    return new JsonArray(
        parts.elements().stream()
            .map(
                part -> {
                  if (part instanceof JsonObject tool
                      && tool.string("type").filter("tool"::equals).isPresent()
                      && isOpen(tool.string("tool").orElse(""))) {
                    return closeState(tool);
                  }
                  return openProse ? closeText(part) : plain(part);
                })
            .toList());
  }

  private static Json closeState(JsonObject part) {
    Optional<JsonObject> state = part.object("state");
    return plain(
        state.isPresent() && state.get().string("output").isPresent()
            ? part.with("state", state.get().with("output", JsonNull.NULL))
            : part);
  }

  /** A value with its numbers spelled in one way. */
  private static Json plain(Json value) {
    if (value instanceof JsonNumber number) {
      double wide = number.doubleValue();
      return Double.isFinite(wide) && Math.abs(wide) <= 1L << 53 ? JsonNumber.of(wide) : number;
    }
    if (value instanceof JsonArray array) {
      return new JsonArray(array.elements().stream().map(Openings::plain).toList());
    }
    if (value instanceof JsonObject object) {
      Map<String, Json> members = new LinkedHashMap<>();
      object.members().forEach((name, member) -> members.put(name, plain(member)));
      return new JsonObject(members, object.repeated());
    }
    return value;
  }

  /** Providers refuse a message with an empty text: none may come in where there was none. */
  boolean isWhole(Json before, JsonObject after) {
    return hasEmptyText(before) || !hasEmptyText(after);
  }

  private boolean hasEmptyText(Json value) {
    if (!(value instanceof JsonObject message)) {
      return false;
    }
    Json body = message.get(format == Format.OPENCODE ? "parts" : "content").orElse(JsonNull.NULL);
    if (body instanceof JsonArray parts) {
      return parts.isEmpty() || parts.elements().stream().anyMatch(Openings::isEmptyPart);
    }
    return body instanceof JsonString text && text.value().isEmpty();
  }

  private static boolean isEmptyPart(Json value) {
    return value instanceof JsonObject part
        && (part.string("text").filter(String::isEmpty).isPresent()
            || part.object("state")
                .flatMap(state -> state.string("output"))
                .filter(String::isEmpty)
                .isPresent());
  }
}
