package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What keeps OpenCode from running an npm install in its folder when it meets the first plugin: an
 * empty {@code node_modules}, and the two package files that name the dependency it looks for.
 */
final class OpenCodeSeed {
  private static final String PACKAGE = "package.json";
  private static final String LOCK = "package-lock.json";
  private static final String MODULES = "node_modules";

  /** The release that the files name. OpenCode compares the name of the dependency only. */
  private static final String PLUGIN_VERSION = "1.18.33";

  private OpenCodeSeed() {}

  /** The places of the seed's files; none for other hosts. */
  static List<Path> places(HostRoot root) {
    return root.host() == Namespace.OPENCODE
        ? List.of(root.folder().resolve(PACKAGE), root.folder().resolve(LOCK))
        : List.of();
  }

  static Path modules(HostRoot root) {
    return root.folder().resolve(MODULES);
  }

  /** Whether OpenCode has what it looks for, or the user keeps a package there. */
  static boolean isNeeded(HostRoot root) throws IOException {
    for (Path place : places(root)) {
      if (Inspector.exists(place)) {
        return false;
      }
    }
    return !Inspector.exists(modules(root));
  }

  static Map<Path, Content> files(HostRoot root) {
    String dependencies = "{\"@opencode-ai/plugin\":\"" + PLUGIN_VERSION + "\"}";
    Map<Path, Content> files = new LinkedHashMap<>();
    files.put(
        root.folder().resolve(PACKAGE),
        Content.ofText("{\"dependencies\":" + dependencies + "}\n"));
    files.put(
        root.folder().resolve(LOCK),
        Content.ofText(
            "{\"name\":\"opencode\",\"lockfileVersion\":3,\"requires\":true,\"packages\":{\"\":{\"dependencies\":"
                + dependencies
                + "}}}\n"));
    return files;
  }
}
