package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The shims and loaders of this build, with a jar that is none. */
final class RealPayload {
  private RealPayload() {}

  static Payload read() throws IOException {
    Path lib = Files.createTempDirectory("jev-prune-payload");
    Path jar = Files.writeString(lib.resolve("none.jar"), "no jar");
    try {
      return PayloadReader.read(lib, RealPayload.class.getClassLoader());
    } finally {
      Files.delete(jar);
      Files.delete(lib);
    }
  }
}
