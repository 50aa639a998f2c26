package dev.jevprune.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.projection.Edit;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.Kept;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A whole pass over a list: everything that may be left out is approved and left out. Every pass
 * checks what must hold of any pass, so that no test can forget it.
 */
public record Pruned(
    JsonArray before,
    JsonArray after,
    Snapshot snapshot,
    SelectionResult selection,
    List<Receipt> receipts,
    Projection projection) {

  /** The session of all passes. */
  public static final SessionId SESSION = new SessionId("s");

  /** A pass over a Pi list. */
  public static Pruned pi(JsonArray messages) {
    return of(Format.PI, messages, SelectionPolicy.STANDARD);
  }

  /** A pass under other bounds. */
  public static Pruned of(Format format, JsonArray messages, SelectionPolicy policy) {
    try {
      Snapshot snapshot = Snapshot.of(format, SESSION, messages);
      SelectionResult selection = Selection.select(snapshot, List.of(), policy, NewEditFloor.NONE);
      List<Receipt> receipts =
          selection.pairs().stream()
              .map(pair -> Receipt.of(snapshot, pair.source(), pair.witness(), Evaluator.OPERATOR))
              .toList();
      Projection projection = Projection.of(snapshot, receipts);
      JsonArray after = Edits.apply(messages, format, projection.edits());
      Pruned pruned = new Pruned(messages, after, snapshot, selection, receipts, projection);
      pruned.checkWhatAlwaysHolds();
      return pruned;
    } catch (ReceiptException e) {
      throw new AssertionError("A selection made receipts that cannot be used.", e);
    }
  }

  /** Source and witness of each pair. */
  public List<String> pairs() {
    return selection.pairs().stream()
        .map(pair -> pair.source().id() + "→" + pair.witness().id())
        .toList();
  }

  /** Why each read that has this id was kept. */
  public List<GateReason> reasons(String id) {
    return selection.kept().stream()
        .filter(kept -> kept.id().equals(id))
        .map(Kept::reason)
        .toList();
  }

  /** The text that stands for the result in message {@code index} afterwards. */
  public String textAfter(int index) {
    JsonObject part =
        (JsonObject) ((JsonObject) after.get(index)).array("content").orElseThrow().get(0);
    return part.string("text").orElseThrow();
  }

  private void checkWhatAlwaysHolds() throws ReceiptException {
    assertThat(after.size()).isEqualTo(before.size());
    Set<Integer> edited = new HashSet<>();
    for (Edit edit : projection.edits()) {
      edited.add(edit.messageIndex());
      assertThat(edit.messageIndex()).isLessThan(snapshot.protectedFrom());
    }
    for (int i = 0; i < before.size(); i++) {
      if (!edited.contains(i) && after.get(i) != before.get(i)) {
        throw new AssertionError("Message " + i + " changed without an edit.");
      }
    }
    for (Edit edit : projection.edits()) {
      int i = edit.messageIndex();
      if (snapshot.format() != Format.OPENCODE || onlyEditOf(i)) {
        assertThat(bytes(withBodyOf(before.get(i), after.get(i), edit)))
            .isEqualTo(bytes(before.get(i)));
      }
    }
    assertThat(projection.applied()).as("what was just chosen holds").isEqualTo(receipts.size());
    assertThat(selection.reads())
        .isEqualTo(selection.pairs().size() + selection.pruned().size() + selection.kept().size());
    assertThat(projection.bytesRemoved()).isGreaterThanOrEqualTo(receipts.size());
    checkIdempotence();
  }

  private void checkIdempotence() throws ReceiptException {
    Snapshot again = Snapshot.of(snapshot.format(), SESSION, after);
    Projection second = Projection.of(again, receipts);
    assertThat(Edits.apply(after, snapshot.format(), second.edits())).isEqualTo(after);
    assertThat(second.bytesRemoved()).isZero();
    SelectionResult selected =
        Selection.select(again, List.of(), SelectionPolicy.STANDARD, NewEditFloor.NONE);
    assertThat(selected.reads()).isEqualTo(selection.reads());
  }

  private boolean onlyEditOf(int message) {
    return projection.edits().stream().filter(edit -> edit.messageIndex() == message).count() == 1;
  }

  /** The message as it is afterwards, with the one body that was edited put back. */
  private Json withBodyOf(Json original, Json edited, Edit edit) {
    JsonObject was = (JsonObject) original;
    JsonObject is = (JsonObject) edited;
    if (edit.part().isEmpty()) {
      return is.with("content", was.get("content").orElseThrow());
    }
    boolean openCode = snapshot.format() == Format.OPENCODE;
    String list = openCode ? "parts" : "content";
    int index = edit.part().getAsInt();
    JsonObject partWas = (JsonObject) was.array(list).orElseThrow().get(index);
    JsonObject partIs = (JsonObject) is.array(list).orElseThrow().get(index);
    JsonObject back =
        openCode
            ? partIs.with(
                "state",
                partIs
                    .object("state")
                    .orElseThrow()
                    .with(
                        "output",
                        partWas.object("state").orElseThrow().get("output").orElseThrow()))
            : partIs.with("text", partWas.get("text").orElseThrow());
    List<Json> parts = new ArrayList<>(is.array(list).orElseThrow().elements());
    parts.set(index, back);
    return is.with(list, new JsonArray(parts));
  }

  private static String bytes(Json message) {
    try {
      return JsonText.write(message);
    } catch (JsonException e) {
      return message.toString(); // nested too deep beside the body
    }
  }
}
