package dev.jevprune.installer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The shell scripts in {@code <runtime>/bin}. They hold the absolute path of Java: a desktop's PATH
 * may lack it.
 */
final class ProgramScript {
  private ProgramScript() {}

  /** The jars that the stage for other packages' carriers needs; each more costs start-up time. */
  private static final List<String> STAGE_JARS =
      List.of(
          "jev-prune-adapters-",
          "jev-prune-bus-",
          "jev-prune-core-",
          "jackson-core-",
          "commons-codec-");

  static PayloadFile of(String name, String mainClass, String java) {
    String text =
        template("program.sh.in")
            .replace("@MAIN@", "dev.jevprune.installer." + mainClass)
            .replace("@JAVA@", quoted(java));
    return new PayloadFile("bin/" + name, Content.ofText(text), true);
  }

  /** The program {@code jevprune-stage}, with those jars of {@code files} that it needs. */
  static PayloadFile stage(List<PayloadFile> files, String java) {
    String classPath =
        STAGE_JARS.stream()
            .flatMap(start -> files.stream().filter(f -> f.path().startsWith("lib/" + start)))
            .map(jar -> jar.path().replace("lib/", "$lib/"))
            .collect(Collectors.joining(":"));
    String text =
        template("stage.sh.in").replace("@CLASSPATH@", classPath).replace("@JAVA@", quoted(java));
    return new PayloadFile("bin/jevprune-stage", Content.ofText(text), true);
  }

  private static String template(String name) {
    try (InputStream in = ProgramScript.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar: build it again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One word of a shell, whatever it holds. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
