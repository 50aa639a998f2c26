package dev.jevprune.installer;

import dev.jevprune.adapters.selftest.SelfTestException;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The file by which a host loads us, as it stands there now.
 *
 * @param file where it is
 * @param text what it holds
 * @param begin where its settings begin
 * @param end where they end
 * @param config its settings
 */
record InstalledLoader(Path file, String text, int begin, int end, JsonObject config) {
  private static final String CONFIG = "CONFIG = ";

  /**
   * Reads it.
   *
   * @throws SelfTestException when it is no loader of ours, or one of another installation
   */
  static InstalledLoader read(Manifest.Target target, Locations locations)
      throws IOException, SelfTestException {
    Path file = script(target);
    if (!Files.isRegularFile(file)) {
      throw new SelfTestException(file + " is not there");
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    int begin = text.indexOf(CONFIG) + CONFIG.length();
    int end = text.indexOf('\n', begin);
    if (begin < CONFIG.length() || end < 0) {
      throw new SelfTestException(file + " holds no settings of ours");
    }
    if (text.charAt(end - 1) == ';') {
      end--;
    }
    InstalledLoader loader =
        new InstalledLoader(file, text, begin, end, settings(file, text.substring(begin, end)));
    loader.expect("profile", target.hostRoot().profile());
    loader.expect("dataHome", locations.dataHome().toString());
    return loader;
  }

  /** Of several files it is the one that runs; the others only describe it. */
  private static Path script(Manifest.Target target) throws SelfTestException {
    return target.loaders().stream()
        .filter(file -> !String.valueOf(file.getFileName()).endsWith(".yaml"))
        .findFirst()
        .orElseThrow(() -> new SelfTestException(target.root() + " has no adapter of ours"));
  }

  private static JsonObject settings(Path file, String text) throws SelfTestException {
    try {
      if (StrictJson.parse(text) instanceof JsonObject config) {
        return config;
      }
      throw new SelfTestException(file + " holds no settings of ours");
    } catch (JsonException e) {
      throw new SelfTestException(file + " holds settings that cannot be read", e);
    }
  }

  private void expect(String name, String wanted) throws SelfTestException {
    String found = config.string(name).orElse("nothing");
    if (!found.equals(wanted)) {
      throw new SelfTestException(
          file + " has " + found + " as its " + name + " in place of " + wanted);
    }
  }

  /** The folder of the shim's files that it loads. */
  Path shim() throws SelfTestException {
    try {
      return file.getFileSystem().getPath(config.string("runtime").orElse(""), "shim");
    } catch (InvalidPathException e) {
      throw new SelfTestException(file + " names no runtime folder", e);
    }
  }

  /** The same file with other settings, a JSON object. */
  String with(String settings) {
    return text.substring(0, begin) + settings + text.substring(end);
  }
}
