package dev.jevprune.adapters.stage;

import dev.jevprune.adapters.stage.StageRefusal.Kind;
import dev.jevprune.bus.chain.ChainRequest;
import dev.jevprune.bus.chain.Op;
import dev.jevprune.core.Limits;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.projection.Edit;
import dev.jevprune.core.projection.Outcome;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The reply to one request: what was approved is left out again under its proof, on the list as the
 * stages before left it. There is always at least one note, since carriers exist that take a stage
 * without notes for one that did not run.
 */
final class StageAnswer {

  /** What was approved in a session. */
  interface Approved {

    /**
     * The receipts whose decisions are in force.
     *
     * @throws IOException when what is stored cannot be read
     */
    List<Receipt> of(SessionId session) throws IOException;
  }

  private final Format format;
  private final Approved approved;
  private final String approveHint;

  /**
   * @param format the shape of the list, which the command line tells and not the request
   * @param approveHint how the user approves what {@code plan} finds
   */
  StageAnswer(Format format, Approved approved, String approveHint) {
    this.format = format;
    this.approved = approved;
    this.approveHint = approveHint;
  }

  /**
   * Answers.
   *
   * @throws StageRefusal when there is no request to answer
   */
  JsonObject to(byte[] input) throws StageRefusal {
    JsonObject request = parse(input);
    Op op =
        request
            .string("op")
            .flatMap(Op::parse)
            .orElseThrow(() -> new StageRefusal(Kind.OP, "op must be transform or plan"));
    JsonArray messages =
        request
            .array("messages")
            .filter(list -> list.size() <= Limits.MAX_MESSAGES)
            .orElseThrow(
                () ->
                    new StageRefusal(
                        Kind.MESSAGES,
                        "messages must be a list of at most " + Limits.MAX_MESSAGES));
    Optional<SessionId> session = request.string("session").flatMap(SessionId::parse);
    if (session.isEmpty()) {
      return reply(messages, passthrough("the request names no session"));
    }
    try {
      List<Receipt> receipts = approved.of(session.get());
      StageList list = StageList.of(format, messages);
      return op == Op.PLAN
          ? plan(list, session.get(), receipts)
          : transform(list, session.get(), receipts);
    } catch (ReceiptException e) {
      return reply(messages, passthrough("the approvals of this session cannot be used"));
    } catch (IOException e) {
      return reply(messages, passthrough("the approvals of this session cannot be read"));
    }
  }

  private static JsonObject parse(byte[] input) throws StageRefusal {
    Json value;
    try {
      value = ConversationJson.parse(input);
    } catch (JsonException e) {
      throw new StageRefusal(Kind.JSON, "the request cannot be read: " + e.getMessage());
    }
    if (value instanceof JsonObject request
        && request.string("schema").filter(ChainRequest.STAGE_SCHEMA::equals).isPresent()) {
      return request;
    }
    throw new StageRefusal(Kind.SCHEMA, "the request is none of " + ChainRequest.STAGE_SCHEMA);
  }

  private JsonObject transform(StageList list, SessionId session, List<Receipt> receipts)
      throws ReceiptException {
    if (receipts.isEmpty()) {
      return reply(list.raw(), passthrough("nothing is approved in this session"));
    }
    Projection own = Projection.of(snapshot(session, list.normal()), receipts);
    // Receipts of the older kit prove the records as the host has them.
    List<Receipt> others =
        list.raw().equals(list.normal())
            ? List.of()
            : own.outcomes().stream()
                .filter(outcome -> !(outcome instanceof Outcome.Applied))
                .map(Outcome::receipt)
                .toList();
    Projection older = Projection.of(snapshot(session, list.raw()), others);
    List<Edit> edits = new ArrayList<>(own.edits());
    edits.addAll(older.edits());
    int invalid = Math.max(own.invalid() - older.applied(), older.invalid());
    List<JsonObject> notes = new ArrayList<>();
    if (!edits.isEmpty()) {
      notes.add(
          note("repeated reads left out", "the marker in each place names the copy that stays")
              .with("count", Json.of(edits.size()))
              .with("bytes", Json.of(own.bytesRemoved() + older.bytesRemoved())));
    }
    if (invalid > 0) {
      notes.add(passthrough(invalid + " proofs no longer hold"));
    }
    if (notes.isEmpty()) {
      notes.add(passthrough("what was approved is not in this list"));
    }
    return reply(list.apply(edits), notes.toArray(new JsonObject[0]));
  }

  private Snapshot snapshot(SessionId session, JsonArray messages) {
    return Snapshot.of(format, session, messages);
  }

  private JsonObject plan(StageList list, SessionId session, List<Receipt> receipts)
      throws ReceiptException {
    Snapshot raw = snapshot(session, list.raw());
    boolean older = Projection.of(raw, receipts).applied() > 0;
    Snapshot snapshot = older ? raw : snapshot(session, list.normal());
    int pairs =
        Selection.select(snapshot, receipts, SelectionPolicy.STANDARD, NewEditFloor.NONE)
            .pairs()
            .size();
    return reply(
        list.raw(), note("repeated reads found", approveHint).with("count", Json.of(pairs)));
  }

  private static JsonObject reply(JsonArray messages, JsonObject... notes) {
    return JsonObject.builder()
        .put("ok", true)
        .put("messages", messages)
        .put("notes", JsonArray.of(notes))
        .build();
  }

  private static JsonObject passthrough(String detail) {
    return note("passthrough", detail);
  }

  private static JsonObject note(String action, String detail) {
    return JsonObject.builder().put("action", action).put("detail", detail).build();
  }
}
