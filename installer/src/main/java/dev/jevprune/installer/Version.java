package dev.jevprune.installer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build, as the build wrote it into the jar. */
final class Version {
  /** Read once, when the program starts: a removal may delete the very jar it runs from. */
  private static final String CURRENT = read();

  private Version() {}

  /** Returns the version, for example {@code 0.1.0}. */
  static String current() {
    return CURRENT;
  }

  private static String read() {
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IllegalStateException("version.properties is not in the jar: build it again");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
