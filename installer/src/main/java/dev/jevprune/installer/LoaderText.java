package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;

/** The texts of the files that hosts load: templates with our settings put in. */
final class LoaderText {
  /** Where the settings go: a JSON object, which JavaScript and Python both read as a literal. */
  private static final String CONFIG = "@CONFIG@";

  private static final String VERSION = "@VERSION@";

  private LoaderText() {}

  /**
   * What the loaders of one installation have in common.
   *
   * @param version the version of the product
   * @param runtime the runtime folder
   * @param dataHome the data home
   * @param busHome the folder of the bus
   * @param java the Java that a shim starts the worker with
   */
  record Settings(String version, Path runtime, Path dataHome, Path busHome, String java) {
    /** The settings for one host's folder; {@code more} are the host's own. */
    JsonObject of(HostRoot root, Map<String, Json> more) {
      JsonObject.Builder config =
          JsonObject.builder()
              .put("schema", 1)
              .put("version", version)
              .put("runtime", runtime.toString())
              .put("dataHome", dataHome.toString())
              .put("busHome", busHome.toString())
              .put("profile", root.profile())
              .put("java", java)
              .put("agentDir", root.folder().toString());
      more.forEach(config::put);
      return config.build();
    }
  }

  /**
   * Fills a template. JSON's texts and whole numbers are literals of JavaScript and of Python, so
   * no path can break out of them.
   */
  static Content fill(String template, JsonObject config) {
    String text = template.replace(VERSION, config.string("version").orElse(""));
    int at = text.indexOf(CONFIG);
    if (at < 0) {
      return Content.ofText(text);
    }
    return Content.ofText(
        text.substring(0, at)
            + ManifestCodec.canonical(config)
            + text.substring(at + CONFIG.length()));
  }
}
