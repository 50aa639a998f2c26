package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.core.Digest;
import dev.jevprune.core.evaluate.Scores;
import dev.jevprune.core.evaluate.Verdict;
import dev.jevprune.core.evaluate.VerdictMemory;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The verdicts of a profile, in one private file: digests and scores, no text. At most {@value
 * #MAX_VERDICTS}; the oldest go first. A file that cannot be understood counts as empty, since all
 * it can cost is asking again.
 */
public final class VerdictStore {

  /** How many verdicts are kept. */
  public static final int MAX_VERDICTS = 4_096;

  private static final String SCHEMA = "jev-prune.verdicts.v1";
  private static final int MAX_BYTES = 2_000_000;

  private final Path dataHome;
  private final Path folder;
  private final PrivateFiles files;

  /**
   * @param dataHome the data home
   * @param folder the profile's state folder in it; made when something is to be kept
   */
  public VerdictStore(Path dataHome, Path folder, PrivateFiles files) {
    this.dataHome = dataHome;
    this.folder = folder;
    this.files = files;
  }

  /** What is remembered now. */
  public VerdictMemory memory() throws IOException {
    Map<Digest, Scores> verdicts = load();
    return key -> Optional.ofNullable(verdicts.get(key));
  }

  /** Remembers these; what was remembered under the same key before stays. */
  public synchronized void remember(List<Verdict> verdicts) throws IOException {
    if (verdicts.isEmpty()) {
      return;
    }
    Map<Digest, Scores> all = load();
    verdicts.forEach(verdict -> all.putIfAbsent(verdict.key(), verdict.scores()));
    Iterator<Digest> oldest = all.keySet().iterator();
    for (int over = all.size() - MAX_VERDICTS; over > 0; over--) {
      oldest.next();
      oldest.remove();
    }
    files.makeFolders(dataHome, folder);
    files.write(file(), bytes(all));
  }

  private Path file() {
    return folder.resolve("verdicts.json");
  }

  private Map<Digest, Scores> load() throws IOException {
    Map<Digest, Scores> verdicts = new LinkedHashMap<>();
    Optional<byte[]> bytes = files.read(file(), MAX_BYTES);
    if (bytes.isEmpty()) {
      return verdicts;
    }
    try {
      if (StrictJson.parse(bytes.get()) instanceof JsonObject object
          && object.string("schema").filter(SCHEMA::equals).isPresent()) {
        for (Json entry : object.array("verdicts").orElse(JsonArray.EMPTY)) {
          verdict(entry).ifPresent(verdict -> verdicts.put(verdict.key(), verdict.scores()));
        }
      }
    } catch (JsonException e) {
      // Asked again.
    }
    return verdicts;
  }

  private static Optional<Verdict> verdict(Json entry) {
    if (!(entry instanceof JsonObject object)) {
      return Optional.empty();
    }
    Optional<Digest> key = object.string("key").flatMap(Digest::parse);
    OptionalInt coverage = hundredths(object, "coverage");
    OptionalInt unique = hundredths(object, "unique");
    OptionalInt unresolved = hundredths(object, "unresolved");
    return key.isPresent() && coverage.isPresent() && unique.isPresent() && unresolved.isPresent()
        ? Optional.of(
            new Verdict(
                key.get(),
                new Scores(coverage.getAsInt(), unique.getAsInt(), unresolved.getAsInt())))
        : Optional.empty();
  }

  private static OptionalInt hundredths(JsonObject object, String name) {
    OptionalInt value = object.integer(name);
    return value.isPresent() && value.getAsInt() >= 0 && value.getAsInt() <= 100
        ? value
        : OptionalInt.empty();
  }

  private static byte[] bytes(Map<Digest, Scores> verdicts) throws IOException {
    List<Json> list = new ArrayList<>(verdicts.size());
    verdicts.forEach(
        (key, scores) ->
            list.add(
                JsonObject.builder()
                    .put("key", key.hex())
                    .put("coverage", scores.coverage())
                    .put("unique", scores.unique())
                    .put("unresolved", scores.unresolved())
                    .build()));
    JsonObject content =
        JsonObject.builder().put("schema", SCHEMA).put("verdicts", new JsonArray(list)).build();
    try {
      return (JsonText.write(content) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonException e) {
      throw new IOException("The verdicts have no JSON form.", e);
    }
  }
}
