package dev.jevprune.adapters.worker;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** A temporary folder with a path that is short enough for a socket in it. */
final class ShortTempDir implements TempDirFactory {
  @Override
  public Path createTempDirectory(
      AnnotatedElementContext elementContext, ExtensionContext extensionContext) throws Exception {
    Path root = Path.of("/tmp");
    return Files.isDirectory(root)
        ? Files.createTempDirectory(root, "jp")
        : Files.createTempDirectory("jp");
  }
}
