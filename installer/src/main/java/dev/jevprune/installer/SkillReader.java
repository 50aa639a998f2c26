package dev.jevprune.installer;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the skill from the class path, where a distribution has one. */
final class SkillReader {
  private static final String FOLDER = "dev/jevprune/installer/skill";

  private SkillReader() {}

  /** The texts of the skill by path below its folder; empty when there is none. */
  static Map<String, String> read(ClassLoader loader) throws IOException {
    URL folder = loader.getResource(FOLDER);
    if (folder == null) {
      return Map.of();
    }
    try {
      URI uri = folder.toURI();
      if (!uri.getScheme().equals("jar")) {
        return read(Path.of(uri));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return read(jar.getPath(FOLDER));
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> read(Path top) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(top)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        texts.put(
            top.relativize(file).toString().replace('\\', '/'),
            Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    return texts;
  }
}
