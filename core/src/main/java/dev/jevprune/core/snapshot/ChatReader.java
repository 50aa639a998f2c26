package dev.jevprune.core.snapshot;

import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the two formats in which calls and results are separate messages, Pi and chat completions.
 * They differ in names only, and in how a success is told.
 */
final class ChatReader {

  /** One call record. */
  private record Call(Optional<String> id, int messageIndex, Item.Invocation invocation) {}

  /** One result message. */
  private record Result(String id, int messageIndex, JsonObject message) {}

  private final ChatDialect dialect;
  private final List<Call> calls = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  private final Map<String, Integer> callsOfId = new HashMap<>();
  private final Map<String, Integer> resultsOfId = new HashMap<>();

  private ChatReader(ChatDialect dialect) {
    this.dialect = dialect;
  }

  static Snapshot.Reading read(ChatDialect dialect, JsonArray messages) {
    return new ChatReader(dialect).read(messages);
  }

  private Snapshot.Reading read(JsonArray messages) {
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof JsonObject message) {
        String role = message.string("role").orElse("");
        if (role.equals("assistant")) {
          collectCalls(message, i);
        } else if (role.equals(dialect.resultRole())) {
          collectResult(message, i);
        }
      }
    }
    return judge();
  }

  private void collectCalls(JsonObject message, int index) {
    for (Json element : message.array(dialect.callList()).orElse(JsonArray.EMPTY)) {
      if (element instanceof JsonObject call
          && call.string("type").filter(dialect.callType()::equals).isPresent()) {
        Optional<String> id = call.string("id");
        calls.add(new Call(id, index, dialect.invocation(call)));
        id.ifPresent(text -> callsOfId.merge(text, 1, Integer::sum));
      }
    }
  }

  private void collectResult(JsonObject message, int index) {
    Optional<String> id = message.string(dialect.resultId());
    if (id.isPresent()) {
      results.add(new Result(id.get(), index, message));
      resultsOfId.merge(id.get(), 1, Integer::sum);
    }
  }

  private Snapshot.Reading judge() {
    Map<String, Call> callOfId = new HashMap<>();
    calls.forEach(call -> call.id().ifPresent(id -> callOfId.put(id, call)));
    List<Item> items = new ArrayList<>();
    List<AnsweredCall> answered = new ArrayList<>();
    Map<String, GateReason> refused = new HashMap<>();
    for (Result result : results) {
      Call call = callOfId.get(result.id());
      if (call != null && isUnique(result.id())) {
        Optional<GateReason> reason = addItem(call, result, items);
        reason.ifPresent(why -> refused.put(result.id(), why));
        answer(call, result).ifPresent(answered::add);
      }
    }
    List<Dropped> dropped = new ArrayList<>();
    for (Call call : calls) {
      if (Item.isReadTool(call.invocation().tool())) {
        dropReason(call, refused)
            .ifPresent(
                why -> dropped.add(new Dropped(call.id().orElse(""), call.messageIndex(), why)));
      }
    }
    return new Snapshot.Reading(items, dropped, answered);
  }

  private Optional<AnsweredCall> answer(Call call, Result result) {
    return dialect
        .format()
        .callId(result.id())
        .map(
            id ->
                new AnsweredCall(
                    id,
                    call.messageIndex(),
                    result.messageIndex(),
                    call.invocation().tool(),
                    call.invocation().arguments(),
                    dialect.succeeded(result.message()),
                    result.message().get("content").flatMap(Content::of).isPresent()));
  }

  /**
   * A second result counts even when it is unusable: which of the two the host means is unknown.
   */
  private boolean isUnique(String id) {
    return callsOfId.getOrDefault(id, 0) == 1 && resultsOfId.getOrDefault(id, 0) == 1;
  }

  private Optional<GateReason> dropReason(Call call, Map<String, GateReason> refused) {
    Optional<CallId> id = call.id().flatMap(dialect.format()::callId);
    if (id.isEmpty()) {
      return Optional.of(GateReason.BAD_ID);
    }
    String text = id.get().value();
    if (callsOfId.getOrDefault(text, 0) > 1 || resultsOfId.getOrDefault(text, 0) > 1) {
      return Optional.of(GateReason.AMBIGUOUS_ID);
    }
    if (!resultsOfId.containsKey(text)) {
      return Optional.of(GateReason.UNPAIRED_CALL);
    }
    return Optional.ofNullable(refused.get(text));
  }

  /** Adds the item of this pair, or says why there is none. */
  private Optional<GateReason> addItem(Call call, Result result, List<Item> items) {
    Optional<CallId> id = dialect.format().callId(result.id());
    if (id.isEmpty()) {
      return Optional.of(GateReason.BAD_ID);
    }
    JsonObject message = result.message();
    Optional<GateReason> failure = dialect.failure(message);
    Optional<Content> content = message.get("content").flatMap(Content::of);
    if (content.isEmpty()) {
      return failure.or(() -> Optional.of(GateReason.NON_TEXT_BLOCKS));
    }
    JsonObject record = call.invocation().record().orElse(JsonObject.EMPTY);
    // A proof holds the message one level deeper than the list does.
    if (!CanonicalJson.isWritable(record) || !CanonicalJson.isWritable(JsonArray.of(message))) {
      return Optional.of(GateReason.ILL_FORMED);
    }
    List<String> texts = content.get().texts();
    Optional<GateReason> ineligible = failure;
    if (ineligible.isEmpty() && call.messageIndex() >= result.messageIndex()) {
      ineligible = Optional.of(GateReason.UNPAIRED_CALL);
    }
    if (ineligible.isEmpty() && dialect.hasHostNotice(message, texts)) {
      ineligible = Optional.of(GateReason.HOST_SUFFIX);
    }
    items.add(
        new Item(
            id.get(),
            call.messageIndex(),
            result.messageIndex(),
            OptionalInt.empty(),
            call.invocation(),
            new Item.Body(texts, content.get().shape(), message),
            ineligible));
    return Optional.empty();
  }
}
