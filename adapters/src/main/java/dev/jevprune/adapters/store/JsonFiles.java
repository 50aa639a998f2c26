package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.store.StoreException.Kind;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Private JSON files with a schema. A file that cannot be understood is neither lost nor written
 * over: it is set aside under another name, and the caller is told.
 */
final class JsonFiles {
  /** The mark in the names of files that were set aside. */
  static final String DAMAGED_MARK = ".damaged-";

  private static final int MAX_BYTES = 4_000_000;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

  /**
   * One kind of file.
   *
   * @param prefix its schema up to the number
   * @param newest the newest number we read; older ones are read too
   * @param consequence what it means, and what to do, when such a file is damaged
   */
  record Family(String prefix, int newest, String consequence) {
    String schema() {
      return prefix + newest;
    }
  }

  /** Turns an object whose schema was accepted into a value. */
  interface Reader<T> {
    T read(Fields fields) throws ProtocolException;
  }

  private final PrivateFiles files;
  private final Clock clock;
  private final Path root;

  /**
   * @param root the folder below which no link is followed
   */
  JsonFiles(PrivateFiles files, Clock clock, Path root) {
    this.files = files;
    this.clock = clock;
    this.root = root;
  }

  /**
   * Reads a file of {@code family}.
   *
   * @return empty when there is no such file
   * @throws StoreException {@code DAMAGED} after setting the file aside; {@code NEWER} when a later
   *     version wrote it; {@code FOREIGN}
   */
  <T> Optional<T> read(Path file, Family family, Reader<T> reader) throws IOException {
    files.checkFolders(root, folder(file));
    Optional<byte[]> bytes = files.read(file, MAX_BYTES);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (!(StrictJson.parse(bytes.get()) instanceof JsonObject object)) {
        throw setAside(file, family, "it is not a JSON object");
      }
      checkSchema(file, object, family);
      return Optional.of(reader.read(Fields.of(object)));
    } catch (JsonException e) {
      throw setAside(file, family, "it is not valid JSON");
    } catch (ProtocolException e) {
      throw setAside(file, family, e.text());
    }
  }

  private void checkSchema(Path file, JsonObject object, Family family) throws IOException {
    String schema = object.string("schema").orElse("");
    String number =
        schema.startsWith(family.prefix()) ? schema.substring(family.prefix().length()) : "";
    if (!number.matches("[1-9][0-9]{0,3}")) {
      throw setAside(file, family, "its schema is not " + family.prefix() + family.newest());
    }
    if (Integer.parseInt(number) > family.newest()) {
      throw new StoreException(
          Kind.NEWER,
          file
              + " was written by a newer version of Jev Prune. It is left as it is; install that"
              + " version again, or move the file away.");
    }
  }

  private StoreException setAside(Path file, Family family, String reason) throws IOException {
    Path aside =
        file.resolveSibling(file.getFileName() + DAMAGED_MARK + STAMP.format(clock.instant()));
    Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    return new StoreException(
        Kind.DAMAGED,
        file
            + " could not be understood ("
            + reason
            + "). It was kept as "
            + aside.getFileName()
            + "; "
            + family.consequence());
  }

  void write(Path file, Json content) throws IOException {
    files.makeHome(root);
    files.makeFolders(root, folder(file));
    try {
      files.write(file, (JsonText.write(content) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (JsonException e) {
      throw new IOException(file + " was not written: its content is nested too deep.", e);
    }
  }

  private Path folder(Path file) {
    Path folder = file.getParent();
    return folder == null ? root : folder;
  }
}
