package dev.jevprune.installer;

import dev.jevprune.installer.HostWords.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What else in a host's folder and settings edits requests: packages by name, and the host itself.
 */
final class Rivals {
  private static final String BOTH =
      "edits requests or results too; where both do, the later one sees what the earlier left: ";

  private final HostRoot root;
  private final List<String> found = new ArrayList<>();

  private Rivals(HostRoot root) {
    this.root = root;
  }

  /** One line each, with its place. */
  static List<String> of(HostRoot root) throws IOException {
    Rivals rivals = new Rivals(root);
    switch (root.host()) {
      case PI -> rivals.pi();
      case OPENCODE -> rivals.openCode();
      case HERMES -> rivals.hermes();
      default -> {}
    }
    return rivals.found.stream().distinct().toList();
  }

  private void pi() throws IOException {
    folder("extensions", List.of());
    for (Word word : words("settings.json")) {
      if (word.isBelow("/packages") || word.isBelow("/extensions")) {
        named(word.text(), word.text() + " in " + root.folder().resolve("settings.json"));
      }
    }
  }

  private void openCode() throws IOException {
    folder("plugin", List.of());
    folder("plugins", List.of());
    for (String name : List.of("config.json", "opencode.json", "opencode.jsonc")) {
      Path file = root.folder().resolve(name);
      for (Word word : words(name)) {
        if (word.isBelow("/plugin")) {
          named(word.text(), word.text() + " in " + file);
        } else if (word.path().equals("/compaction/prune") && word.text().equals("true")) {
          found.add("OpenCode's own compaction.prune is on and clears old results itself: " + file);
        }
      }
    }
  }

  private void hermes() throws IOException {
    Path file = root.folder().resolve(HermesSettings.FILE_NAME);
    Optional<HermesSettings> settings =
        Files.isRegularFile(file)
            ? HermesSettings.parse(Files.readAllBytes(file))
            : Optional.empty();
    List<String> enabled = settings.map(HermesSettings::enabled).orElse(List.of());
    folder("plugins", enabled);
    enabled.forEach(name -> named(name, name + " on the list of enabled plugins"));
    Optional<String> engine = settings.flatMap(s -> s.text("context", "engine"));
    if (engine.isPresent() && !List.of("compressor", "jev-prune").contains(engine.get())) {
      found.add(
          engine.get()
              + " has the one place of a context engine (context.engine in "
              + file
              + "), so ours cannot take it");
    }
    Optional<String> prunes =
        settings.flatMap(s -> s.text("compression", "proactive_prune_tokens"));
    if (prunes.isPresent() && !prunes.get().equals("0")) {
      found.add(
          "Hermes' own compression.proactive_prune_tokens is on and clears old results itself: "
              + file);
    }
  }

  /**
   * What lies in a folder of extensions.
   *
   * @param enabled for a host that loads only what is on its list, that list
   */
  private void folder(String name, List<String> enabled) throws IOException {
    Path place = root.folder().resolve(name);
    if (!Files.isDirectory(place)) {
      return;
    }
    try (Stream<Path> entries = Files.list(place)) {
      for (Path entry : entries.sorted().toList()) {
        String entryName = String.valueOf(entry.getFileName());
        boolean idle = root.host() == Namespace.HERMES && !enabled.contains(entryName);
        named(entryName, entry + (idle ? ", not enabled" : ""));
      }
    }
  }

  private void named(String text, String where) {
    KnownRival.named(root.host(), text)
        .ifPresent(rival -> found.add(rival.name() + " " + BOTH + where));
  }

  private List<Word> words(String name) throws IOException {
    Path file = root.folder().resolve(name);
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    Optional<List<Word>> words = HostWords.of(file);
    if (words.isEmpty()) {
      found.add(file + " cannot be read, so what it loads is not known");
    }
    return words.orElse(List.of());
  }
}
