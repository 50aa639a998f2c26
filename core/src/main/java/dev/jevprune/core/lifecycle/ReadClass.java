package dev.jevprune.core.lifecycle;

import java.util.Locale;
import java.util.Optional;

/** What later calls made of a read. Stale wins over superseded. */
public enum ReadClass {
  /** The file was edited later. */
  STALE,
  /** The same range of the file was read again later. */
  SUPERSEDED,
  /** Neither. */
  FRESH;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The name in files, protocols and reports: lower case. */
  public String wireName() {
    return wireName;
  }

  /** The class of that wire name. */
  public static Optional<ReadClass> parse(String wireName) {
    for (ReadClass readClass : values()) {
      if (readClass.wireName.equals(wireName)) {
        return Optional.of(readClass);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return wireName;
  }
}
