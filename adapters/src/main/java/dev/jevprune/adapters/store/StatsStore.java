package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of the sessions of one profile, one small file for each session. Figures are no proof
 * of anything: a file that cannot be read counts nothing and is written anew.
 */
public final class StatsStore {
  private static final String SCHEMA = "jev-prune.stats.v1";
  private static final int MAX_BYTES = 4_000_000;
  private static final String SUFFIX = ".json";

  private final StateLayout layout;
  private final JsonFiles files;
  private final PrivateFiles reader = new PrivateFiles();

  public StatsStore(StateLayout layout, Clock clock) {
    this.layout = layout;
    this.files = new JsonFiles(reader, clock, layout.dataHome());
  }

  /** Keeps the figures of a session. */
  public void write(SessionId session, SessionFigures figures) throws IOException {
    JsonObject.Builder json =
        JsonObject.builder().put("schema", SCHEMA).put("session", session.value());
    figures.toJson().members().forEach(json::put);
    files.write(layout.stats(session), json.build());
  }

  /** The figures of a session. */
  public SessionFigures read(SessionId session) throws IOException {
    return read(layout.stats(session));
  }

  /** The figures of all sessions of the profile, by the part of the file name that names them. */
  public SortedMap<String, SessionFigures> all() throws IOException {
    SortedMap<String, SessionFigures> all = new TreeMap<>();
    Path folder = layout.statsFolder();
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
        for (Path file : entries) {
          String name = String.valueOf(file.getFileName());
          all.put(name.substring(0, name.length() - SUFFIX.length()), read(file));
        }
      }
    }
    return all;
  }

  private SessionFigures read(Path file) throws IOException {
    Optional<byte[]> bytes = reader.read(file, MAX_BYTES);
    try {
      return bytes.isPresent() && StrictJson.parse(bytes.get()) instanceof JsonObject json
          ? SessionFigures.of(Fields.of(json))
          : SessionFigures.NONE;
    } catch (JsonException | ProtocolException e) {
      return SessionFigures.NONE;
    }
  }

  /** The store of each profile in a data home, for a report over all. */
  public static SortedMap<String, StatsStore> ofAllProfiles(Path dataHome, Clock clock)
      throws IOException {
    SortedMap<String, StatsStore> stores = new TreeMap<>();
    Path state = dataHome.resolve("state");
    if (Files.isDirectory(state, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(state)) {
        for (Path folder : entries) {
          Digest.parse(String.valueOf(folder.getFileName()))
              .ifPresent(
                  profile ->
                      stores.put(
                          profile.hex(),
                          new StatsStore(new StateLayout(dataHome, profile), clock)));
        }
      }
    }
    return stores;
  }
}
