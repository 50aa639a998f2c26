package dev.jevprune.core.conformance;

import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** A request of the older kit, answered by our code in the kit's words. */
final class Request {

  private final Format format;
  private final SessionId session;
  private final JsonArray messages;
  private final Json receipts;
  private final Snapshot snapshot;

  private Request(Format format, SessionId session, JsonArray messages, Json receipts) {
    this.format = format;
    this.session = session;
    this.messages = messages;
    this.receipts = receipts;
    this.snapshot = Snapshot.of(format, session, messages);
  }

  static Request of(Vector vector) {
    JsonObject request =
        (JsonObject) VectorFolder.parse(vector.input().string("request_json").orElseThrow());
    return new Request(
        request.string("format").flatMap(Format::parse).orElseThrow(),
        request.string("session").flatMap(SessionId::parse).orElseThrow(),
        request.array("messages").orElseThrow(),
        request.get("receipts").orElse(JsonArray.EMPTY));
  }

  static JsonObject error(String code) {
    return JsonObject.builder().put("error", code).build();
  }

  JsonObject snapshot() {
    List<Json> items = new ArrayList<>();
    for (Item item : snapshot.items()) {
      List<Json> locator = new ArrayList<>();
      locator.add(Json.of(item.messageIndex()));
      item.partIndex().ifPresent(part -> locator.add(Json.of(part)));
      items.add(
          ReceiptCodec.write(item.proof()).toBuilder()
              .put("index", item.messageIndex())
              .put("locator", new JsonArray(locator))
              .put("tool", item.tool())
              .put("eligible", item.eligible())
              .put("text_sha256", Digest.ofWellFormed(item.text()).hex())
              .put("text_bytes", Utf8.length(item.text()))
              .build());
    }
    return JsonObject.builder()
        .put("goal", snapshot.goal())
        .put("last_user", snapshot.lastUserIndex())
        .put("revision", revision())
        .put("items", new JsonArray(items))
        .build();
  }

  JsonObject candidates() {
    try {
      List<Json> pairs = new ArrayList<>();
      for (Pair pair : select().pairs()) {
        pairs.add(
            JsonObject.builder()
                .put("source", ReceiptCodec.write(pair.source().proof()))
                .put("witness", ReceiptCodec.write(pair.witness().proof()))
                .build());
      }
      return JsonObject.builder().put("pairs", new JsonArray(pairs)).build();
    } catch (ReceiptException e) {
      return error(e.kind().code());
    }
  }

  JsonObject selected() {
    try {
      List<Json> pairs = new ArrayList<>();
      for (Pair pair : select().pairs()) {
        pairs.add(
            JsonArray.of(
                Json.of(pair.source().id().value()), Json.of(pair.witness().id().value())));
      }
      return JsonObject.builder().put("selected", new JsonArray(pairs)).build();
    } catch (ReceiptException e) {
      return error(e.kind().code());
    }
  }

  JsonObject project() {
    try {
      Projection projection = projection(receipts);
      return JsonObject.builder()
          .put("messages", Edits.apply(messages, format, projection.edits()))
          .put("projection", counts(projection))
          .put("revision", revision())
          .build();
    } catch (ReceiptException e) {
      return error(e.kind().code());
    }
  }

  /** The projection of other receipts, with the new messages as a digest. */
  JsonObject projectAfter(Json otherReceipts) {
    try {
      Projection projection = projection(otherReceipts);
      String text = VectorFolder.canonical(Edits.apply(messages, format, projection.edits()));
      return JsonObject.builder()
          .put("messages_sha256", Digest.ofWellFormed(text).hex())
          .put("messages_bytes", Utf8.length(text))
          .put("projection", counts(projection))
          .build();
    } catch (ReceiptException e) {
      return error(e.kind().code());
    }
  }

  private SelectionResult select() throws ReceiptException {
    List<Receipt> read = ReceiptCodec.read(receipts);
    return Selection.select(snapshot, read, SelectionPolicy.STANDARD, NewEditFloor.NONE);
  }

  private Projection projection(Json list) throws ReceiptException {
    return Projection.of(snapshot, ReceiptCodec.read(list));
  }

  private static JsonObject counts(Projection projection) {
    return JsonObject.builder()
        .put("applied", projection.applied())
        .put("inactive", projection.inactive())
        .put("invalid", projection.invalid())
        .put("body_bytes_removed", projection.bytesRemoved())
        .build();
  }

  private String revision() {
    try {
      return Snapshot.revision(format, session, messages).hex();
    } catch (JsonException e) {
      return "none: " + e.kind();
    }
  }
}
