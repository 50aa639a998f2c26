package dev.jevprune.installer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A user with a home folder, and a small payload to install; runs the real program in this process.
 */
final class Sandbox {
  static final String JAVA = "/opt/java 17/bin/java";
  static final String TEMPLATE =
      "const CONFIG = @CONFIG@;\nexport default async (pi) => { try { pi.on(CONFIG); } catch {} };\n";

  private static final Map<String, String> TEMPLATES =
      Map.of(
          "pi-loader.js.in", TEMPLATE,
          "opencode-loader.js.in", "const CONFIG = @CONFIG@;\nexport default CONFIG;\n",
          "hermes-loader.py.in", "CONFIG = @CONFIG@\n",
          "hermes-plugin.yaml.in", "name: jev-prune\nversion: \"@VERSION@\"\n");

  private static final Map<String, String> SKILL =
      Map.of(
          "SKILL.md", "---\nname: jev-prune\ndescription: \"Reports\"\n---\nRun @JEVPRUNE@\n",
          "agents/openai.yaml", "policy: {allow_implicit_invocation: false}\n");

  final Path home;
  final Map<String, String> env = new HashMap<>();
  final List<Path> drained = new ArrayList<>();
  Payload payload = payload("0.1.0", "first");
  Disk disk = new RealDisk(false);
  String workingFolder;
  boolean realDrain;
  boolean answer;
  boolean terminal;

  Sandbox(Path home) throws IOException {
    this.home = Files.createDirectories(home);
    this.workingFolder = home.toString();
    env.put("HOME", home.toString());
    env.put("PATH", "");
  }

  static Payload payload(String version, String text) {
    return new Payload(
        version,
        List.of(
            new PayloadFile("lib/a.jar", Content.ofText("jar of " + text), false),
            new PayloadFile("shim/pi.mjs", Content.ofText("// " + text + "\n"), false)),
        TEMPLATES,
        SKILL);
  }

  Path dataHome() {
    return home.resolve(".jev-prune");
  }

  Path agentDir() {
    return home.resolve(".pi/agent");
  }

  Path loader() {
    return loader(agentDir());
  }

  static Path loader(Path agentDir) {
    return agentDir.resolve("extensions/jev-prune.js");
  }

  HostRoot pi() {
    return new HostRoot(Namespace.PI, agentDir(), HostRoot.Source.USUAL);
  }

  Path runtime() {
    return dataHome()
        .resolve("runtime")
        .resolve(Payload.runtimeName(payload.version(), payload.runtimeFiles(JAVA)));
  }

  Run install(String... more) {
    return run(words(List.of("--apply", "--target", "pi"), more));
  }

  Run plan(String... more) {
    return run(words(List.of("--plan", "--target", "pi"), more));
  }

  Run uninstall(String... more) {
    return run(words(List.of("--uninstall", "--apply"), more));
  }

  Run run(String... words) {
    return run(List.of(words));
  }

  Run run(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Surroundings surroundings =
        new Surroundings(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            env,
            home.toString(),
            workingFolder,
            "/opt/java 17",
            terminal,
            home.getFileSystem());
    int code = InstallMain.run(surroundings, world(), words);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private InstallWorld world() {
    return new InstallWorld() {
      @Override
      public Payload payload() {
        return payload;
      }

      @Override
      public String java() {
        return JAVA;
      }

      @Override
      public Disk disk() {
        return disk;
      }

      @Override
      public List<Finding> selfTest(Locations locations, List<Manifest.Target> targets) {
        return List.of(Finding.note("self-test", "not run here"));
      }

      @Override
      public boolean confirms(String question) {
        return answer;
      }

      @Override
      public WorkerDrain drain() {
        return (dataHome, patience) -> {
          drained.add(dataHome);
          return realDrain
              ? new SocketDrain().stop(dataHome, patience)
              : java.util.Optional.empty();
        };
      }
    };
  }

  private static List<String> words(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return all;
  }

  /** Everything below a folder: kind, mode, content or link, without times. */
  static Map<String, String> tree(Path top) {
    return tree(top, false);
  }

  /** The same with the times of last change, to see that nothing was even touched. */
  static Map<String, String> treeWithTimes(Path top) {
    return tree(top, true);
  }

  private static Map<String, String> tree(Path top, boolean times) {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(top)) {
      for (Path path : paths.toList()) {
        String text = describe(path);
        if (times) {
          text += " " + Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
        }
        tree.put(top.relativize(path).toString(), text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tree;
  }

  private static String describe(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "link to " + Files.readSymbolicLink(path);
    }
    String mode = mode(path);
    return Files.isDirectory(path)
        ? "folder " + mode
        : "file " + mode + " " + Content.of(Files.readAllBytes(path));
  }

  static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }

  static Path write(Path file, String text) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    return Files.writeString(file, text);
  }

  /** What a run answered. */
  record Run(int code, String out, String err) {
    String all() {
      return out + err;
    }
  }
}
