package dev.jevprune.installer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The profiles of one Hermes: its own folder, and those below {@code profiles}, each with settings
 * and plugins of its own. The file {@code active_profile} names the one that a plain {@code hermes}
 * starts in (read in hermes_cli of 0.19.0).
 *
 * @param base the folder of the profile {@code default}
 */
record HermesProfiles(Path base) {
  private static final String FOLDER = "profiles";
  private static final String NAME = "[a-z0-9][a-z0-9_-]{0,63}";
  private static final int MAX_NAME_BYTES = 1_000;

  /** Those that a folder of Hermes belongs to, be it the base or one of the profiles. */
  static HermesProfiles around(Path folder) {
    Path parent = folder.getParent();
    Path base = parent == null ? null : parent.getParent();
    boolean isProfile =
        base != null && parent != null && String.valueOf(parent.getFileName()).equals(FOLDER);
    return new HermesProfiles(isProfile && base != null ? base : folder);
  }

  /** Their folders, the base first. */
  List<Path> folders() throws IOException {
    List<Path> folders = new ArrayList<>(List.of(base));
    Path named = base.resolve(FOLDER);
    if (Files.isDirectory(named)) {
      try (Stream<Path> entries = Files.list(named)) {
        entries
            .filter(entry -> String.valueOf(entry.getFileName()).matches(NAME))
            .filter(Files::isDirectory)
            .sorted()
            .forEach(folders::add);
      }
    }
    return folders;
  }

  /** The folder that a plain {@code hermes} starts in; the base where nothing else is chosen. */
  Path active() throws IOException {
    Path file = base.resolve("active_profile");
    if (!Files.isRegularFile(file) || Files.size(file) > MAX_NAME_BYTES) {
      return base;
    }
    String name = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    Optional<Path> chosen =
        folders().stream()
            .filter(folder -> !folder.equals(base))
            .filter(folder -> String.valueOf(folder.getFileName()).equals(name))
            .findFirst();
    return chosen.orElse(base);
  }

  /** How to install for one of them. */
  static String howTo(Path folder) {
    return "jevprune-install --apply --target hermes --root "
        + ProgramScript.quoted("hermes=" + folder);
  }
}
