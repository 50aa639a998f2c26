package dev.jevprune.adapters.files;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The hosts whose files can be read. */
public enum HostKind {
  /** Pi: session files of version 1 to 3, lists of its {@code context} event, request bodies. */
  PI(Dialect.PI),
  /** OpenCode: exports, lists of its transform hook, request bodies. */
  OPENCODE(Dialect.OPENCODE),
  /** Hermes: session files, lists of any of its wire forms. */
  HERMES(Dialect.CHAT),
  /** Claude Code: session files. */
  CLAUDE_CODE(Dialect.BLOCKS);

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final Dialect dialect;

  HostKind(Dialect dialect) {
    this.dialect = dialect;
  }

  /** The host of that name. */
  public static Optional<HostKind> parse(String wireName) {
    return Arrays.stream(values()).filter(kind -> kind.wireName.equals(wireName)).findFirst();
  }

  /** All names, for messages: {@code pi, opencode, …}. */
  public static String names() {
    return Arrays.stream(values()).map(HostKind::wireName).collect(Collectors.joining(", "));
  }

  /** The name on the command line. */
  public String wireName() {
    return wireName;
  }

  /** The form of a list in which no message decides otherwise. */
  Dialect dialect() {
    return dialect;
  }
}
