package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Format;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks through the stores of a data home without changing anything: beside a running worker too.
 */
public final class StoredSessions {
  private static final int MAX_BYTES = 4_000_000;
  private static final String SUFFIX = ".json";

  private final Path dataHome;
  private final PrivateFiles files = new PrivateFiles();

  public StoredSessions(Path dataHome) {
    this.dataHome = dataHome;
  }

  /**
   * One session's files.
   *
   * @param profile the profile they belong to
   * @param key the part of the file names that stands for the session
   * @param state what they hold; nothing when one of them cannot be read
   */
  public record Stored(Digest profile, String key, Optional<SessionState> state) {

    /** The session's id, where its files can be read. */
    public Optional<SessionId> session() {
      return state.map(found -> found.ledger().session());
    }
  }

  /** All sessions, by profile and key. */
  public List<Stored> all() throws IOException {
    List<Stored> sessions = new ArrayList<>();
    for (Path folder : entries(dataHome.resolve("state"))) {
      Optional<Digest> profile = Digest.parse(name(folder));
      if (profile.isPresent()) {
        StateLayout layout = new StateLayout(dataHome, profile.get());
        Set<String> keys = new TreeSet<>(keys(layout.ledgerFolder()));
        keys.addAll(keys(layout.receiptsFolder()));
        for (String key : keys) {
          sessions.add(new Stored(profile.get(), key, state(layout, key)));
        }
      }
    }
    sessions.sort(Comparator.comparing((Stored s) -> s.profile().hex()).thenComparing(Stored::key));
    return sessions;
  }

  private Optional<SessionState> state(StateLayout layout, String key) throws IOException {
    try {
      Optional<JsonObject> ledger = read(layout.ledgerFolder().resolve(key + SUFFIX));
      Optional<JsonObject> receipts = read(layout.receiptsFolder().resolve(key + SUFFIX));
      Optional<SessionId> session =
          ledger.or(() -> receipts).flatMap(o -> o.string("session")).flatMap(SessionId::parse);
      if (session.isEmpty()) {
        return Optional.empty();
      }
      List<Receipt> list =
          receipts.isEmpty()
              ? List.of()
              : ReceiptCodec.read(receipts.get().get("receipts").orElse(JsonObject.EMPTY));
      return Optional.of(
          new SessionState(
              ledger.isEmpty()
                  ? Ledger.none(session.get(), format(list))
                  : Ledger.of(Fields.of(ledger.get()), session.get()),
              list));
    } catch (JsonException | ReceiptException | ProtocolException | StoreException e) {
      return Optional.empty();
    }
  }

  /** Without a ledger only the receipts tell. */
  private static Format format(List<Receipt> receipts) {
    return receipts.stream().map(Receipt::format).findFirst().orElse(Format.PI);
  }

  private Optional<JsonObject> read(Path file) throws IOException, JsonException {
    Optional<byte[]> bytes = files.read(file, MAX_BYTES);
    return bytes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            StrictJson.parse(bytes.get()) instanceof JsonObject object ? object : JsonObject.EMPTY);
  }

  private static List<String> keys(Path folder) throws IOException {
    return entries(folder).stream()
        .map(StoredSessions::name)
        .filter(name -> name.matches("[0-9a-f]{32}\\.json"))
        .map(name -> name.substring(0, name.length() - SUFFIX.length()))
        .toList();
  }

  private static List<Path> entries(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    }
    return entries;
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }
}
