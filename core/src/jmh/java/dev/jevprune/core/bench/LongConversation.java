package dev.jevprune.core.bench;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.PiTranscript;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A conversation of file reads, in turns of a call, its result and an answer of the user. */
final class LongConversation {

  static final SessionId SESSION = new SessionId("bench");

  /** Takes bodies of any size here, and as many pairs as a session may have. */
  static final SelectionPolicy POLICY =
      SelectionPolicy.STANDARD.withMaxBodyBytes(100_000).withMaxPairs(128);

  private final JsonArray messages;

  private LongConversation(JsonArray messages) {
    this.messages = messages;
  }

  /** Turns until the text has about {@code bytes}; every file is read twice. */
  static LongConversation ofBytes(int bytes, int bodyBytes) {
    return ofTurns(Math.max(8, bytes / (bodyBytes + 330)), bodyBytes);
  }

  static LongConversation ofTurns(int turns, int bodyBytes) {
    PiTranscript transcript = new PiTranscript().user("Start.");
    int files = Math.max(1, turns / 2);
    for (int i = 0; i < turns; i++) {
      String file = "src/file" + i % files + ".txt";
      transcript.read("call_" + i, file, PiTranscript.body(file, bodyBytes)).user("Next, " + i);
    }
    return new LongConversation(transcript.tail(16).messages());
  }

  JsonArray messages() {
    return messages;
  }

  byte[] text() {
    try {
      return JsonText.write(messages).getBytes(StandardCharsets.UTF_8);
    } catch (JsonException e) {
      throw new IllegalStateException(e);
    }
  }

  Snapshot snapshot() {
    return Snapshot.of(Format.PI, SESSION, messages);
  }

  /** At most {@code count} approved pairs; a small conversation has fewer. */
  List<Receipt> receipts(int count) {
    Snapshot snapshot = snapshot();
    try {
      return Selection.select(snapshot, List.of(), POLICY, NewEditFloor.NONE).pairs().stream()
          .limit(count)
          .map(pair -> Receipt.of(snapshot, pair.source(), pair.witness(), Evaluator.OPERATOR))
          .toList();
    } catch (ReceiptException e) {
      throw new IllegalStateException(e);
    }
  }
}
