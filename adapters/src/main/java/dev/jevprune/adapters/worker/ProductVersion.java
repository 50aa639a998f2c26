package dev.jevprune.adapters.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The product's version, as the build wrote it beside the classes. */
public final class ProductVersion {
  private static final String RESOURCE = "/dev/jevprune/adapters/version.txt";

  private ProductVersion() {}

  public static String read() {
    try (InputStream in = ProductVersion.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the build.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
