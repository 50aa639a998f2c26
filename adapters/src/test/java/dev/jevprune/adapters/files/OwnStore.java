package dev.jevprune.adapters.files;

import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.store.SessionStore;
import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.adapters.store.StoreException;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Our own store, asked to do what a vector asks the older kit's store to do. */
final class OwnStore {

  private static final Digest PROFILE = Digest.ofWellFormed("profile");

  private final StateLayout layout;
  private final SessionStore store;
  private final Map<String, SessionState> remembered = new HashMap<>();

  OwnStore(Path data) {
    layout = new StateLayout(data, PROFILE);
    store = new SessionStore(layout, Format.PI, Clock.systemUTC());
  }

  void remember(String name, String session) {
    remembered.put(name, load(session));
  }

  /** Whether the save was accepted: one with an old version is not. */
  boolean save(JsonObject step) throws IOException {
    SessionId session = new SessionId(step.string("session").orElseThrow());
    SessionState old =
        step.string("version")
            .flatMap(name -> Optional.ofNullable(remembered.get(name)))
            .orElse(new SessionState(Ledger.none(session, Format.PI), List.of()));
    try {
      List<Receipt> receipts = ReceiptCodec.read(step.get("receipts").orElseThrow());
      store.replace(old, new SessionState(old.ledger().with(List.of()), receipts));
      return true;
    } catch (StoreException | ReceiptException e) {
      return false;
    }
  }

  /** What a process of the kit leaves behind when it is killed. */
  void leaveLock(String name) throws IOException {
    Files.createDirectories(layout.folder().resolve("receipts"));
    Files.createFile(layout.folder().resolve(name));
    Files.createFile(layout.folder().resolve("receipts").resolve(name));
  }

  private SessionState load(String session) {
    try {
      return store.load(new SessionId(session));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
