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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the payload from the distribution that this program runs from. */
final class PayloadReader {
  private static final String SHIM = "dev/jevprune/adapters/shim";
  private static final String MEASURE = "lib-measure";
  private static final String TEMPLATE_END = ".in";
  private static final List<String> SHIM_ENDS = List.of(".mjs", ".py");

  private PayloadReader() {}

  /**
   * Reads the jars of {@code lib} and the shim from the class path.
   *
   * @throws Problem when there is no distribution to install from
   */
  static Payload read(Path lib, ClassLoader loader) throws IOException {
    List<PayloadFile> files = new ArrayList<>();
    for (Path jar : list(lib, ".jar")) {
      files.add(
          new PayloadFile("lib/" + jar.getFileName(), Content.of(Files.readAllBytes(jar)), false));
    }
    if (files.isEmpty()) {
      throw new Problem(lib + " holds no jar to install: run ./jevprune-install of a checkout.");
    }
    // Apart from the others: the worker must not load it.
    for (Path jar : list(lib.resolveSibling(MEASURE), ".jar")) {
      byte[] bytes = Files.readAllBytes(jar);
      files.add(new PayloadFile(MEASURE + "/" + jar.getFileName(), Content.of(bytes), false));
    }
    URL shim = loader.getResource(SHIM);
    if (shim == null) {
      throw new Problem("The distribution in " + lib + " holds no shim: build it again.");
    }
    Map<String, String> templates = new HashMap<>();
    readShim(shim, files, templates);
    return new Payload(Version.current(), files, templates, SkillReader.read(loader));
  }

  /** The folder of the jar that this program was loaded from; a folder of classes is none. */
  static Path runningLib() {
    try {
      Path place =
          Path.of(PayloadReader.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = place.getParent();
      return Files.isRegularFile(place) && folder != null ? folder : place;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void readShim(URL shim, List<PayloadFile> files, Map<String, String> templates)
      throws IOException {
    try {
      URI uri = shim.toURI();
      if (!uri.getScheme().equals("jar")) {
        readShim(Path.of(uri), files, templates);
        return;
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        readShim(jar.getPath(SHIM), files, templates);
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void readShim(Path top, List<PayloadFile> files, Map<String, String> templates)
      throws IOException {
    try (Stream<Path> tree = Files.walk(top)) {
      for (Path file : tree.sorted().toList()) {
        String name = top.relativize(file).toString().replace('\\', '/');
        if (SHIM_ENDS.stream().anyMatch(name::endsWith)) {
          files.add(new PayloadFile("shim/" + name, Content.of(Files.readAllBytes(file)), false));
        } else if (name.endsWith(TEMPLATE_END)) {
          templates.put(name, Files.readString(file, StandardCharsets.UTF_8));
        }
      }
    }
  }

  private static List<Path> list(Path folder, String end) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(entry -> entry.toString().endsWith(end)).sorted().toList();
    }
  }
}
