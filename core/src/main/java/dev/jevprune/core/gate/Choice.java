package dev.jevprune.core.gate;

import java.util.Locale;
import java.util.Optional;

/** What a person may answer when the conversation no longer fits. */
public enum Choice {
  /** Leave the approved repeats out and go on if that is enough. */
  PRUNE,
  /** Let the host compact as it would have done. */
  COMPACT,
  /** Stop; nothing is sent and nothing is changed. */
  PAUSE;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The choice of that wire name. */
  public static Optional<Choice> parse(String wireName) {
    for (Choice choice : values()) {
      if (choice.wireName.equals(wireName)) {
        return Optional.of(choice);
      }
    }
    return Optional.empty();
  }

  /** The name in files and protocols: lower case. */
  public String wireName() {
    return wireName;
  }
}
