package dev.jevprune.installer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Other packages in a host's folder that prune too, by their names. */
final class Rivals {
  /** Parts of the names of packages that edit requests or replace old results. */
  private static final List<String> NAMES =
      List.of(
          "dynamic-context-pruning",
          "opencode-dcp",
          "context-prun",
          "prune-tool-outputs",
          "context-manager",
          "context-optimizer",
          "hermes-lcm",
          "lossless-hermes",
          "vcc-engine",
          "jev-context-fabric");

  private static final int MAX_SETTINGS_BYTES = 1_000_000;

  private Rivals() {}

  /** What was found, each with its place. */
  static List<String> of(HostRoot root) throws IOException {
    List<String> found = new ArrayList<>();
    for (String folder : List.of("extensions", "plugins", "plugin")) {
      Path place = root.folder().resolve(folder);
      if (!Files.isDirectory(place)) {
        continue;
      }
      try (Stream<Path> entries = Files.list(place)) {
        entries
            .sorted()
            .filter(entry -> isRival(String.valueOf(entry.getFileName())))
            .forEach(entry -> found.add(entry.toString()));
      }
    }
    for (String name : List.of("opencode.json", "opencode.jsonc", "settings.json", "config.yaml")) {
      Path settings = root.folder().resolve(name);
      if (Files.isRegularFile(settings) && Files.size(settings) <= MAX_SETTINGS_BYTES) {
        String text =
            new String(Files.readAllBytes(settings), StandardCharsets.UTF_8)
                .toLowerCase(Locale.ROOT);
        NAMES.stream()
            .filter(text::contains)
            .forEach(rival -> found.add(rival + " in " + settings));
      }
    }
    return found;
  }

  private static boolean isRival(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return NAMES.stream().anyMatch(lower::contains);
  }
}
