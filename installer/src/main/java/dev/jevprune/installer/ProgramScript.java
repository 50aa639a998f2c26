package dev.jevprune.installer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The shell scripts in {@code <runtime>/bin}. They hold the absolute path of Java: a desktop's PATH
 * may lack it.
 */
final class ProgramScript {
  private ProgramScript() {}

  static PayloadFile of(String name, String mainClass, String java) {
    try (InputStream in = ProgramScript.class.getResourceAsStream("program.sh.in")) {
      if (in == null) {
        throw new IllegalStateException("program.sh.in is not in the jar: build it again");
      }
      String text =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replace("@MAIN@", "dev.jevprune.installer." + mainClass)
              .replace("@JAVA@", quoted(java));
      return new PayloadFile("bin/" + name, Content.ofText(text), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One word of a shell, whatever it holds. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
