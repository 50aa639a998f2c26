package dev.jevprune.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.projection.Marker;
import dev.jevprune.core.projection.Outcome;
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
import dev.jevprune.core.testing.Conversations;
import dev.jevprune.core.testing.SparseList;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** What must hold of any conversation; {@link Pruned} checks the rest in every pass. */
class PruningPropertyTest {

  @Property(tries = 200)
  void aPassChangesNothingButTheNamedBodies(@ForAll long seed) {
    Pruned.pi(Conversations.pi(seed));
  }

  @Property(tries = 100)
  void aPassOverAnOrderlyListChangesNothingButTheNamedBodies(@ForAll long seed) {
    Pruned.pi(Conversations.orderlyPi(seed));
  }

  @Property(tries = 200)
  void everyReadIsCountedOnce(@ForAll long seed) {
    JsonArray messages = Conversations.pi(seed);
    int reads = 0;
    for (Json message : messages) {
      if (message instanceof JsonObject object
          && object.string("role").filter("assistant"::equals).isPresent()) {
        for (Json part : object.array("content").orElse(JsonArray.EMPTY)) {
          boolean read =
              part instanceof JsonObject call
                  && call.string("type").filter("toolCall"::equals).isPresent()
                  && Item.isReadTool(call.string("name").orElse(""));
          reads += read ? 1 : 0;
        }
      }
    }
    SelectionResult selection = Pruned.pi(messages).selection();
    assertThat(selection.reads()).isEqualTo(reads);
    assertThat(selection.reasons().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(selection.kept().size());
  }

  @Property(tries = 200)
  void noCandidateStandsInTheProtectedTailOrIsAWitness(@ForAll long seed) {
    Pruned pruned = Pruned.pi(Conversations.orderlyPi(seed));
    int tail = pruned.snapshot().messageCount() - Limits.PROTECTED_TAIL;
    List<CallId> witnesses =
        pruned.selection().pairs().stream().map(pair -> pair.witness().id()).toList();
    for (Pair pair : pruned.selection().pairs()) {
      assertThat(pair.source().messageIndex())
          .isLessThan(tail)
          .isLessThan(pruned.snapshot().lastUserIndex())
          .isLessThan(pair.witness().messageIndex());
      assertThat(witnesses).doesNotContain(pair.source().id());
    }
  }

  @Property(tries = 100)
  void theSparseListGivesTheSamePairs(@ForAll long seed) throws ReceiptException {
    JsonArray messages = Conversations.pi(seed);
    JsonArray sparse = SparseList.of(messages, SparseList.need(messages));
    Snapshot snapshot = Snapshot.of(Format.PI, Pruned.SESSION, sparse);
    SelectionResult selection =
        Selection.select(snapshot, List.of(), SelectionPolicy.STANDARD, NewEditFloor.NONE);
    List<Pair> full = Pruned.pi(messages).selection().pairs();
    assertThat(selection.pairs().stream().map(pair -> pair.source().proof()).toList())
        .isEqualTo(full.stream().map(pair -> pair.source().proof()).toList());
    assertThat(selection.pairs().stream().map(pair -> pair.witness().proof()).toList())
        .isEqualTo(full.stream().map(pair -> pair.witness().proof()).toList());
  }

  @Property(tries = 100)
  void oneByteOfDifferenceInSourceOrWitnessBringsTheOriginalBack(
      @ForAll long seed, @ForAll boolean inWitness, @ForAll int place) throws ReceiptException {
    Pruned pruned = Pruned.pi(Conversations.orderlyPi(seed));
    for (int i = 0; i < pruned.receipts().size(); i++) {
      Pair pair = pruned.selection().pairs().get(i);
      Item changed = inWitness ? pair.witness() : pair.source();
      JsonArray messages = flip(pruned.before(), changed.messageIndex(), place);
      Snapshot snapshot = Snapshot.of(Format.PI, Pruned.SESSION, messages);
      Receipt receipt = pruned.receipts().get(i);
      // Half of an emoji makes the result unusable altogether; then the receipt is inactive.
      assertThat(Projection.of(snapshot, List.of(receipt)).outcomes().get(0))
          .isNotInstanceOf(Outcome.Applied.class);
    }
  }

  @Property(tries = 100)
  void receiptsSurviveWritingAndReading(@ForAll long seed) throws ReceiptException {
    List<Receipt> receipts = Pruned.pi(Conversations.orderlyPi(seed)).receipts();
    assertThat(ReceiptCodec.read(ReceiptCodec.write(receipts))).isEqualTo(receipts);
  }

  @Property(tries = 100)
  void readsAddUpWithReceiptsToo(@ForAll long seed) throws ReceiptException {
    Pruned pruned = Pruned.pi(Conversations.orderlyPi(seed));
    List<Receipt> some = pruned.receipts().subList(0, (pruned.receipts().size() + 1) / 2);
    SelectionResult selection =
        Selection.select(pruned.snapshot(), some, SelectionPolicy.STANDARD, NewEditFloor.NONE);
    assertThat(selection.reads()).isEqualTo(pruned.selection().reads());
    assertThat(selection.pruned()).hasSameSizeAs(some);
  }

  @Property(tries = 100)
  @Tag("W22")
  void theWitnessStaysInFull(@ForAll long seed) {
    Pruned pruned = Pruned.pi(Conversations.orderlyPi(seed));
    for (Pair pair : pruned.selection().pairs()) {
      assertThat(pruned.textAfter(pair.witness().messageIndex()))
          .isEqualTo(pair.source().text())
          .matches(text -> !Marker.isOurs(text));
    }
  }

  /** Changes one character of the text in a result. */
  private static JsonArray flip(JsonArray messages, int index, int place) {
    JsonObject message = (JsonObject) messages.get(index);
    JsonObject part = (JsonObject) message.array("content").orElseThrow().get(0);
    StringBuilder text = new StringBuilder(part.string("text").orElseThrow());
    int at = Math.floorMod(place, text.length());
    text.setCharAt(at, text.charAt(at) == 'x' ? 'y' : 'x');
    List<Json> list = new ArrayList<>(messages.elements());
    list.set(
        index, message.with("content", JsonArray.of(part.with("text", Json.of(text.toString())))));
    return new JsonArray(list);
  }
}
