package dev.jevprune.adapters.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drops the state of sessions that nobody opened for 90 days, and what a crash left behind. Runs
 * once when a worker starts, looks at a bounded number of files and never follows a link.
 */
public final class StateSweep {
  private static final Duration UNUSED = Duration.ofDays(90);
  private static final Duration LEFT_BEHIND = Duration.ofHours(1);
  private static final int MAX_LOOKED_AT = 20_000;

  private final Path stateFolder;
  private final Clock clock;
  private int lookedAt;

  public StateSweep(Path dataHome, Clock clock) {
    this.stateFolder = dataHome.resolve("state");
    this.clock = clock;
  }

  /**
   * Sweeps; returns how many files were dropped. What cannot be dropped stays for the next time.
   */
  public int run() {
    int dropped = 0;
    for (Path profile : entries(stateFolder)) {
      for (Path folder :
          List.of(
              profile,
              profile.resolve("receipts"),
              profile.resolve("taken"), // before the ledger, which it would bring back
              profile.resolve("ledger"),
              profile.resolve("stats"))) {
        boolean sessions = !folder.equals(profile);
        for (Path file : entries(folder)) {
          dropped += isDue(file, sessions) && drop(file) ? 1 : 0;
        }
      }
    }
    return dropped;
  }

  private List<Path> entries(Path folder) {
    List<Path> entries = new ArrayList<>();
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return entries;
    }
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path entry : stream) {
        if (++lookedAt > MAX_LOOKED_AT) {
          break;
        }
        entries.add(entry);
      }
    } catch (IOException | RuntimeException e) {
      // Looked at again when the next worker starts.
    }
    return entries;
  }

  private boolean isDue(Path file, boolean sessions) {
    String name = String.valueOf(file.getFileName());
    boolean temporary = name.startsWith(".") && name.contains(PrivateFiles.TEMPORARY_MARK);
    boolean session = sessions && (name.endsWith(".json") || name.contains(JsonFiles.DAMAGED_MARK));
    if (!temporary && !session) {
      return false;
    }
    Duration age = temporary ? LEFT_BEHIND : UNUSED;
    return changedAt(file).filter(at -> at.plus(age).isBefore(clock.instant())).isPresent();
  }

  private static Optional<Instant> changedAt(Path file) {
    try {
      return PrivateFiles.attributes(file)
          .filter(BasicFileAttributes::isRegularFile)
          .map(found -> found.lastModifiedTime().toInstant());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean drop(Path file) {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      return false;
    }
  }
}
