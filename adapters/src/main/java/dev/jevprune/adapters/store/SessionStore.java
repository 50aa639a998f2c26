package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.store.StoreException.Kind;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Receipts, ledger and index of the sessions of one profile. A change is written so that a crash at
 * any point leaves every decision on the ledger with its receipt, and the index with nothing that
 * the ledger lacks: receipts before the ledger when decisions are added and behind it when they are
 * removed, the index the other way round, the generation always last.
 */
public final class SessionStore {
  private static final JsonFiles.Family LEDGER =
      new JsonFiles.Family(
          "jev-prune.ledger.v",
          1,
          "nothing of it is replayed any more. Type /prune to decide anew.");
  // Version 1 is the older kit's.
  private static final JsonFiles.Family RECEIPTS =
      new JsonFiles.Family(
          "jev-prune.receipts.v",
          2,
          "what the ledger names is still replayed. Type the command again.");
  private static final Duration TOUCH_AFTER = Duration.ofDays(1);

  private final StateLayout layout;
  private final Format format;
  private final JsonFiles files;
  private final Generation generation;
  private final TakenIndex taken;
  private final Clock clock;

  /**
   * The store of one profile.
   *
   * @param format the shape of the lists of the profile's host
   */
  public SessionStore(StateLayout layout, Format format, Clock clock) {
    this(layout, format, clock, new PrivateFiles());
  }

  SessionStore(StateLayout layout, Format format, Clock clock, PrivateFiles files) {
    this.layout = layout;
    this.format = format;
    this.clock = clock;
    this.files = new JsonFiles(files, clock, layout.dataHome());
    this.generation = new Generation(files, clock);
    this.taken = new TakenIndex(this.files, layout);
  }

  /**
   * Reads what is stored about {@code session}. A ledger that was lost is what the index says.
   *
   * @throws StoreException when a file was damaged (it is set aside then), is newer or foreign; a
   *     damaged ledger only where no index stands in for it
   */
  public SessionState load(SessionId session) throws IOException {
    Optional<Ledger> index = taken.read(session);
    Optional<Ledger> ledger;
    try {
      ledger = ledger(session);
    } catch (StoreException e) {
      if (e.kind() != Kind.DAMAGED) {
        throw e;
      }
      generation.advance(layout.generation()); // the shims must notice that it is gone
      if (index.isEmpty()) {
        throw e;
      }
      ledger = Optional.empty();
    }
    List<Receipt> receipts =
        files
            .read(layout.receipts(session), RECEIPTS, fields -> receipts(fields, session))
            .orElse(List.of());
    return new SessionState(
        TakenIndex.truth(ledger, index).orElse(Ledger.none(session, format)), receipts);
  }

  private Optional<Ledger> ledger(SessionId session) throws IOException {
    return files.read(layout.ledger(session), LEDGER, fields -> Ledger.of(fields, session));
  }

  /**
   * Reads what is stored, and writes anew what of ledger and index was lost.
   *
   * @throws StoreException as {@link #load}
   */
  public SessionState recover(SessionId session) throws IOException {
    SessionState state = load(session);
    Ledger truth = state.ledger();
    if (!truth.exists()) {
      return state;
    }
    if (ledger(session).filter(truth::equals).isEmpty()) {
      writeLedger(session, state);
      taken.write(truth);
      generation.advance(layout.generation());
    } else if (taken.read(session).filter(truth::equals).isEmpty()) {
      taken.write(truth);
    }
    return state;
  }

  private static List<Receipt> receipts(Fields fields, SessionId session) throws ProtocolException {
    if (!fields.text("session").equals(session.value())) {
      throw fields.missing("session", "the session the file is named after");
    }
    try {
      return ReceiptCodec.read(
          fields.any("receipts").orElseThrow(() -> fields.missing("receipts", "a list")));
    } catch (ReceiptException e) {
      throw new ProtocolException(ErrorCode.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Replaces {@code old} by {@code next}.
   *
   * @throws StoreException {@code CHANGED} when what is stored is no longer {@code old}
   */
  public void replace(SessionState old, SessionState next) throws IOException {
    SessionId session = next.ledger().session();
    if (load(session).ledger().version() != old.ledger().version()) {
      throw new StoreException(
          Kind.CHANGED, layout.ledger(session) + " changed since it was read. Type /prune again.");
    }
    taken.takeBack(next.ledger());
    boolean adds = next.ledger().decisions().size() > old.ledger().decisions().size();
    if (adds) {
      writeReceipts(session, next);
      writeLedger(session, next);
    } else {
      writeLedger(session, next);
      writeReceipts(session, next);
    }
    taken.write(next.ledger());
    generation.advance(layout.generation());
  }

  private void writeLedger(SessionId session, SessionState state) throws IOException {
    files.write(layout.ledger(session), state.ledger().toJson());
  }

  private void writeReceipts(SessionId session, SessionState state) throws IOException {
    List<Receipt> kept = new ArrayList<>(state.onLedger());
    for (Receipt receipt : state.receipts()) {
      // An operator's receipt without a decision is what a crash left; others come from elsewhere.
      if (!receipt.evaluator().equals(Evaluator.OPERATOR) && !kept.contains(receipt)) {
        kept.add(receipt);
      }
    }
    files.write(
        layout.receipts(session),
        JsonObject.builder()
            .put("schema", RECEIPTS.schema())
            .put("profile", layout.profile().hex())
            .put("session", session.value())
            .put("receipts", ReceiptCodec.write(kept))
            .build());
  }

  /** Notes that the session is in use, so that its state is not dropped as unused. */
  public void touch(SessionId session) throws IOException {
    FileTime now = FileTime.from(clock.instant());
    for (Path file :
        List.of(layout.ledger(session), layout.taken(session), layout.receipts(session))) {
      var found = PrivateFiles.attributes(file);
      if (found.isPresent()
          && found.get().isRegularFile()
          && found
              .get()
              .lastModifiedTime()
              .toInstant()
              .plus(TOUCH_AFTER)
              .isBefore(clock.instant())) {
        Files.setLastModifiedTime(file, now);
      }
    }
  }

  /** Keeps the last heartbeat of the profile's shims. */
  public void writeHeartbeat(JsonObject heartbeat) throws IOException {
    files.write(layout.heartbeat(), heartbeat);
  }
}
