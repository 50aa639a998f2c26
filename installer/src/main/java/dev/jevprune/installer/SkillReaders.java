package dev.jevprune.installer;

import dev.jevprune.installer.HostRoot.Source;
import java.nio.file.Path;
import java.util.List;

/** Which folders a host looks for skills in, as runs of the hosts and their sources say. */
final class SkillReaders {
  private SkillReaders() {}

  /** The places of our skill that a host would find. */
  static List<Path> of(HostRoot root, Locations locations) {
    Path own = root.folder();
    Path shared = folder(locations, Namespace.AGENTS);
    Path claude = folder(locations, Namespace.CLAUDE);
    List<Path> folders =
        switch (root.host()) {
          case CLAUDE, HERMES, AGENTS -> List.of(own);
          case CODEX, GEMINI, PI -> List.of(own, shared);
          case COPILOT, OPENCLAW ->
              root.source() == Source.VARIABLE ? List.of(own) : List.of(own, shared);
          case OPENCODE -> List.of(own, shared, claude);
          case CURSOR -> List.of(own, shared, claude, folder(locations, Namespace.CODEX));
        };
    return folders.stream()
        .map(folder -> folder.resolve("skills").resolve("jev-prune"))
        .distinct()
        .toList();
  }

  private static Path folder(Locations locations, Namespace host) {
    return locations.of(host).get(0).folder();
  }
}
