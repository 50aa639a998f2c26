package dev.jevprune.installer;

import dev.jevprune.installer.HostRoot.Source;
import java.nio.file.Path;

/**
 * Which folder the skill of a host is kept in. Most hosts read the shared folder, and one that
 * finds the skill twice lists it twice or complains; so each is given exactly one.
 */
final class SkillPlaces {
  private static final String NAME = "jev-prune";

  private SkillPlaces() {}

  /**
   * The folder of the skill that serves {@code root}.
   *
   * <p>Claude Code and Hermes do not read the shared folder. OpenClaw and Copilot read it as long
   * as no variable moves them (OPENCLAW_STATE_DIR, COPILOT_HOME). A folder that the command line
   * names is meant.
   */
  static Path of(HostRoot root, Locations locations) {
    boolean own =
        root.source() == Source.GIVEN
            || switch (root.host()) {
              case CLAUDE, HERMES, AGENTS -> true;
              case OPENCLAW, COPILOT -> root.source() == Source.VARIABLE;
              case OPENCODE, CODEX, PI, GEMINI, CURSOR -> false;
            };
    Path folder = own ? root.folder() : locations.of(Namespace.AGENTS).get(0).folder();
    return folder.resolve("skills").resolve(NAME);
  }
}
