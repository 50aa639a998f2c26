package dev.jevprune.installer;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Looks through the stores: how much is there, and whether it can be read. */
final class StoreCheck {
  private static final String AREA = "store";
  private static final long MAX_FILE_BYTES = 16_000_000;

  private StoreCheck() {}

  static List<Finding> of(Path dataHome, Manifest manifest) throws IOException {
    List<Finding> findings = new ArrayList<>();
    Path state = dataHome.resolve("state");
    long bytes = 0;
    int files = 0;
    if (Inspector.isFolder(state)) {
      try (Stream<Path> tree = Files.walk(state)) {
        for (Path path : tree.toList()) {
          if (!Inspector.isFile(path)) {
            continue;
          }
          files++;
          bytes += Files.size(path);
          damage(path, findings);
        }
      }
      for (Path profile : profiles(state)) {
        boolean known =
            manifest.targets().stream()
                .anyMatch(t -> t.hostRoot().profile().equals(profile.getFileName().toString()));
        if (!known) {
          findings.add(
              Finding.note(
                  AREA, profile + " belongs to a host folder that is not installed any more"));
        }
      }
    }
    findings.add(Finding.ok(AREA, String.format(Locale.ROOT, "%d files, %,d bytes", files, bytes)));
    return findings;
  }

  private static List<Path> profiles(Path state) throws IOException {
    try (Stream<Path> entries = Files.list(state)) {
      return entries.sorted().toList();
    }
  }

  private static void damage(Path file, List<Finding> findings) throws IOException {
    if (!String.valueOf(file.getFileName()).endsWith(".json")) {
      return;
    }
    if (Files.size(file) > MAX_FILE_BYTES) {
      findings.add(Finding.wrong(AREA, file + " is larger than anything that is written there"));
      return;
    }
    try {
      StrictJson.parse(Files.readAllBytes(file));
    } catch (JsonException e) {
      findings.add(
          Finding.wrong(
              AREA,
              file
                  + " cannot be read ("
                  + e.getMessage()
                  + "). Until it is moved away its session goes out as it is."));
    }
  }
}
