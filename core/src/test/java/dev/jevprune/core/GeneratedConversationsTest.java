package dev.jevprune.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.Conversations;
import dev.jevprune.core.testing.Dialects;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Everything that must hold of any conversation, on as many as the build asks for: the number of
 * tries is the build's default ({@code conversations.tries}), 2,000 in every build and 100,000 at
 * night.
 */
class GeneratedConversationsTest {

  private static final List<Format> FORMATS = List.of(Format.PI, Format.OPENAI, Format.OPENCODE);

  @Property(shrinking = ShrinkingMode.OFF)
  void everythingHolds(@ForAll long seed) throws ReceiptException {
    Format format = FORMATS.get((int) Math.floorMod(seed >> 1, 3L));
    JsonArray pi = (seed & 1) == 0 ? Conversations.pi(seed) : Conversations.orderlyPi(seed);
    JsonArray messages = Dialects.of(format, pi);
    // Number, order, ids, untouched bytes, idempotence and sums are checked in every pass.
    Pruned pruned = Pruned.of(format, messages, SelectionPolicy.STANDARD);
    for (Pair pair : pruned.selection().pairs()) {
      assertThat(pair.source().messageIndex())
          .isLessThan(pruned.snapshot().protectedFrom())
          .isLessThan(pair.witness().messageIndex());
      assertThat(pair.source().sameBody(pair.witness())).isTrue();
      assertThat(pair.source().requestKey()).isEqualTo(pair.witness().requestKey());
    }
    assertThat(ReceiptCodec.read(ReceiptCodec.write(pruned.receipts())))
        .isEqualTo(pruned.receipts());
    assertThatTheNextRequestKeepsThePrefix(format, pruned);
  }

  /** With the decisions taken, nothing is found again and the edits are the same. */
  private static void assertThatTheNextRequestKeepsThePrefix(Format format, Pruned pruned)
      throws ReceiptException {
    Snapshot again = Snapshot.of(format, Pruned.SESSION, pruned.before());
    SelectionResult next =
        Selection.select(again, pruned.receipts(), SelectionPolicy.STANDARD, NewEditFloor.NONE);
    assertThat(next.reads()).isEqualTo(pruned.selection().reads());
    assertThat(next.pruned()).hasSizeGreaterThanOrEqualTo(pruned.receipts().size());
    Projection projection = Projection.of(again, pruned.receipts());
    assertThat(projection).isEqualTo(pruned.projection());
    assertThat(Edits.apply(pruned.before(), format, projection.edits())).isEqualTo(pruned.after());
  }
}
