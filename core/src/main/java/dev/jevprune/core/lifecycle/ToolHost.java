package dev.jevprune.core.lifecycle;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A host with tool names of its own. */
public enum ToolHost {
  PI,
  OPENCODE,
  HERMES,
  CLAUDE_CODE,
  CODEX,
  GEMINI,
  COPILOT,
  OPENCLAW,
  /** A host that is not known: the words of all of them, and some of other agents. */
  ANY;

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The host of that name. */
  public static Optional<ToolHost> parse(String wireName) {
    return Arrays.stream(values()).filter(host -> host.wireName.equals(wireName)).findFirst();
  }

  /** The name in files and on the command line. */
  public String wireName() {
    return wireName;
  }
}
