package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.jevprune.adapters.config.Config;
import dev.jevprune.adapters.config.ConfigException;
import dev.jevprune.adapters.config.ShimSettings;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One user's Hermes 0.19.0, away from everything else: HOME, Hermes' folder, data home, temp
 * folder, workspace, and the model server it talks to. Nothing but loopback is reached.
 */
final class HermesHome implements AutoCloseable {
  static final String VERSION = "0.19.0";
  private static final String REQUIREMENT = "hermes-agent[anthropic]==" + VERSION;

  private final HermesWire wire;
  private final Path python;
  private final Path home;
  private final Path workspace;
  private final Path temp;
  private final MockModelServer model;
  private final Map<String, String> environment = new TreeMap<>();

  private HermesHome(HermesWire wire, Path home, Path temp) throws IOException {
    this.wire = wire;
    this.python = PinnedHosts.ofProject().python(REQUIREMENT);
    this.home = home;
    this.workspace = Files.createDirectories(home.resolve("ws"));
    this.temp = temp;
    this.model =
        MockModelServer.start()
            // titles of sessions and the like bring no tools
            .aside(request -> !request.json().has("tools"), Step.say("A title"));
    environment.put("HOME", home.toString());
    environment.put("HERMES_HOME", hermesDir().toString());
    environment.put("PATH", String.valueOf(System.getenv("PATH")));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LANG", "C.UTF-8");
    environment.put("TMPDIR", temp.toString());
    environment.put("HERMES_DISABLE_LAZY_INSTALLS", "1");
    environment.put("NO_COLOR", "1");
  }

  /** A fresh home whose config.yaml enables the plugin; the adapter is not installed yet. */
  static HermesHome fresh(HermesWire wire, String modelId) {
    try {
      Path homes = Files.createDirectories(Requirements.work().resolve("homes"));
      // The worker's socket lies below the temp folder, and a socket path may have 100 bytes only.
      HermesHome made =
          new HermesHome(
              wire,
              Files.createTempDirectory(homes, "hermes"),
              Files.createTempDirectory(Path.of("/tmp"), "jpl"));
      Files.createDirectories(made.hermesDir());
      made.configure(modelId, "");
      // an answer far in the future keeps the look for a newer version off the network
      Files.writeString(
          made.hermesDir().resolve(".update_check"),
          "{\"ts\": 4102444800, \"rev\": null, \"ver\": \"" + VERSION + "\", \"behind\": 0}");
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes config.yaml; {@code more} is further YAML of the top level. */
  void configure(String modelId, String more) {
    write(
        hermesDir().resolve("config.yaml"),
        wire.config(model.port(), modelId)
            + """
            plugins:
              enabled: [jev-prune]
            security:
              tirith_enabled: false
            agent:
              environment_probe: false
            memory:
              memory_enabled: false
              user_profile_enabled: false
            skills:
              creation_nudge_interval: 0
            """
            + more);
  }

  /** The smallest window that Hermes admits, and whether its context engine is ours. */
  void configureSmallWindow(String modelId, boolean engine) {
    configure(modelId, engine ? "context:\n  engine: jev-prune\n" : "");
    Path config = hermesDir().resolve("config.yaml");
    try {
      write(config, Files.readString(config).replace("200000", "64000"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(dataHome().resolve("config.yaml"), "hermes:\n  context_engine: " + engine + "\n");
    // what the worker makes of it, already there when the host starts
    write(
        dataHome().resolve("settings.json"), "{\"hermes\":{\"context_engine\":" + engine + "}}\n");
  }

  /**
   * Our own settings, with what the worker makes of them for shims: a host reads that when it
   * starts.
   */
  void settings(String yaml) {
    Path file = dataHome().resolve("config.yaml");
    write(file, yaml);
    try {
      write(
          dataHome().resolve("settings.json"), JsonText.write(ShimSettings.of(Config.load(file))));
    } catch (ConfigException | JsonException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Whether Hermes has begun to compact, by its own log. */
  boolean hasCompacted() {
    try {
      return Files.readString(hermesDir().resolve("logs/agent.log"))
          .contains("context compression started");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  HermesWire wire() {
    return wire;
  }

  MockModelServer model() {
    return model;
  }

  Path python() {
    return python;
  }

  Path hermesDir() {
    return home.resolve(".hermes");
  }

  Path dataHome() {
    return home.resolve(".jev-prune");
  }

  Path temp() {
    return temp;
  }

  /** A file of the workspace, by its absolute path: relative ones depend on the host's folder. */
  Path file(String name) {
    return workspace.resolve(name);
  }

  Path plugin() {
    return hermesDir().resolve("plugins/jev-prune");
  }

  Path loader() {
    return plugin().resolve("__init__.py");
  }

  Worker worker() {
    return new Worker(dataHome());
  }

  ProcessBuilder process(List<String> words) {
    return Finished.process(workspace, environment, words);
  }

  HermesRpc start() {
    return HermesRpc.start(process(List.of(python.toString(), "-m", "tui_gateway.entry")));
  }

  /** Runs a script of the test resources with the host's own Python. */
  Finished script(String resource, String... arguments) {
    Path file = temp.resolve(resource);
    try (var in = HermesHome.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> words = new ArrayList<>(List.of(python.toString(), file.toString()));
    words.addAll(List.of(arguments));
    return Finished.run(process(words), Duration.ofMinutes(3));
  }

  HermesHome install() {
    installer("--apply").orFail("jevprune-install --apply --target hermes");
    return this;
  }

  HermesHome uninstall() {
    installer("--uninstall", "--apply").orFail("jevprune-install --uninstall --target hermes");
    return this;
  }

  Finished installer(String... options) {
    List<String> words = new ArrayList<>();
    words.add(Requirements.projectRoot().resolve("jevprune-install").toString());
    words.addAll(List.of(options));
    words.addAll(
        List.of(
            "--target", "hermes", "--home", home.toString(), "--data-home", dataHome().toString()));
    return Finished.run(process(words), Duration.ofMinutes(8));
  }

  /**
   * Points the loader at a Java program that is not there, as after a removed JDK; returns the
   * loader as it was.
   */
  String breakJava() {
    try {
      String text = Files.readString(loader());
      String broken = text.replaceFirst("(\"java\"\\s*:\\s*\")[^\"]*", "$1/nonexistent/bin/java");
      if (broken.equals(text)) {
        throw new AssertionError("no java in " + loader());
      }
      write(loader(), broken);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isIn(Path file, String folder) {
    Path parent = file.getParent();
    return parent != null && parent.endsWith(folder);
  }

  /** What the worker was told of the provider's own figures, of the process that told last. */
  JsonNode usage() {
    Path state = dataHome().resolve("state");
    if (!Files.exists(state)) {
      return MissingNode.getInstance();
    }
    try (Stream<Path> files = Files.walk(state)) {
      Path stats = files.filter(file -> isIn(file, "stats")).findFirst().orElse(Path.of(""));
      if (!Files.isRegularFile(stats)) {
        return MissingNode.getInstance();
      }
      JsonNode runs = JsonLines.parse(Files.readString(stats)).at("/usage/runs");
      return runs.path(runs.size() - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Forgets every decision, so that the next test starts anew. */
  void forget() {
    if (worker().process().isPresent()) {
      worker().kill();
    }
    Folders.delete(dataHome().resolve("state"));
  }

  /** Keeps what Hermes has stored, so that two runs can go on from the same point. */
  void save() {
    copy(hermesDir(), home.resolve("saved"));
  }

  /** Puts back what was saved. */
  void restore() {
    Folders.delete(hermesDir());
    copy(home.resolve("saved"), hermesDir());
  }

  /** The rows of the stored conversation as Hermes' own database holds them, without times. */
  String storedRows(String session) {
    return script("hermes_rows.py", hermesDir().resolve("state.db").toString(), session)
        .orFail("hermes_rows.py")
        .out();
  }

  void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    worker().end();
    model.close();
    Folders.delete(temp);
    Folders.delete(dataHome().resolve("runtime"));
  }
}
