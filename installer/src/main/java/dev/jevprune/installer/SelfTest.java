package dev.jevprune.installer;

import dev.jevprune.adapters.demo.Demo;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Runs the walk-through of the demo with the installed bytes of the shim. */
final class SelfTest {
  private static final String AREA = "self-test";
  private static final String ENGINE = "org.graalvm.polyglot.Context";

  private SelfTest() {}

  /**
   * Runs it.
   *
   * @param loader knows the script engine, or does not: an installed runtime has none
   */
  static Finding run(Manifest manifest, ClassLoader loader) {
    Optional<Path> runtime =
        manifest.targets().stream().map(Manifest.Target::runtime).reduce((first, last) -> last);
    if (runtime.isEmpty()) {
      return Finding.note(AREA, "nothing is installed that could be run");
    }
    try {
      Class.forName(ENGINE, false, loader);
    } catch (ClassNotFoundException e) {
      return Finding.note(
          AREA, "needs the script engine, which is not installed: run it from a checkout");
    }
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Path shim = runtime.get().resolve("shim");
    try {
      Demo.run(nowhere, false, Optional.of(shim));
      return Finding.ok(
          AREA, "the files in " + shim + " found, approved and left out a repeated read");
    } catch (IOException | RuntimeException e) {
      return Finding.wrong(AREA, "the files in " + shim + " do not work: " + Problem.describe(e));
    }
  }
}
