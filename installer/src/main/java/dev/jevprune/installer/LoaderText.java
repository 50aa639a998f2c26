package dev.jevprune.installer;

import dev.jevprune.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The text of the loader that Pi loads. */
final class LoaderText {
  static final String FILE_NAME = "jev-prune.js";
  private static final String PLACEHOLDER = "@CONFIG@";

  private LoaderText() {}

  static Path place(Path agentDir) {
    return agentDir.resolve("extensions").resolve(FILE_NAME);
  }

  /** Fills the template. JSON is a JavaScript literal, so no path can break out of it. */
  static Content of(
      String template,
      String version,
      Path runtime,
      Path dataHome,
      Path agentDir,
      String java,
      boolean piChoice) {
    int at = template.indexOf(PLACEHOLDER);
    if (at < 0) {
      throw new Problem(
          "The loader template has no " + PLACEHOLDER + ": build the distribution again.");
    }
    JsonObject.Builder config =
        JsonObject.builder()
            .put("schema", 1)
            .put("version", version)
            .put("runtime", runtime.toString())
            .put("dataHome", dataHome.toString())
            .put("profile", profile(agentDir))
            .put("java", java)
            .put("agentDir", agentDir.toString());
    if (piChoice) {
      config.put("piChoice", true);
    }
    return Content.ofText(
        template.substring(0, at)
            + ManifestCodec.canonical(config.build())
            + template.substring(at + PLACEHOLDER.length()));
  }

  /** The name of an agent folder's state: SHA-256 of {@code pi}, NUL and the absolute path. */
  static String profile(Path agentDir) {
    byte[] text = ("pi\0" + agentDir).getBytes(StandardCharsets.UTF_8);
    return Content.of(text).sha256().hex();
  }
}
