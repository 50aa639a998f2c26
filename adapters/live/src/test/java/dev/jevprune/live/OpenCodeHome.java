package dev.jevprune.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One user's OpenCode, away from everything else: HOME and XDG folders, data home, temp folder, and
 * the model server it talks to. The config dir is prepared so that OpenCode runs no npm install,
 * and everything that would leave loopback is switched off.
 */
final class OpenCodeHome implements AutoCloseable {
  private static final String VERSION = "1.18.33";
  private static final Duration ONE_RUN = Duration.ofMinutes(4);

  private final String program = PinnedHosts.ofProject().openCode();
  private final Path home;
  private final Path workspace;
  private final Path temp;
  private final MockModelServer model;
  private final Map<String, String> environment = new TreeMap<>();

  private OpenCodeHome(Path home, Path workspace, Path temp) {
    this.home = home;
    this.workspace = workspace;
    this.temp = temp;
    this.model =
        MockModelServer.start()
            .aside(request -> request.json().path("tools").isEmpty(), Step.say("A short title."));
    environment.put("HOME", home.toString());
    environment.put("PATH", String.valueOf(System.getenv("PATH")));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LANG", "C.UTF-8");
    environment.put("TMPDIR", temp.toString());
    for (String kind : List.of("CONFIG", "DATA", "CACHE", "STATE")) {
      environment.put(
          "XDG_" + kind + "_HOME", home.resolve(kind.toLowerCase(Locale.ROOT)).toString());
    }
    for (String off :
        List.of(
            "DISABLE_MODELS_FETCH",
            "DISABLE_AUTOUPDATE",
            "DISABLE_SHARE",
            "DISABLE_LSP_DOWNLOAD",
            "DISABLE_DEFAULT_PLUGINS",
            "DISABLE_EXTERNAL_SKILLS",
            "DISABLE_CLAUDE_CODE",
            "DISABLE_TERMINAL_TITLE",
            "EXPERIMENTAL_DISABLE_FILEWATCHER",
            "DISABLE_FFF")) {
      environment.put("OPENCODE_" + off, "1");
    }
  }

  /** A fresh home whose default model is {@code mock/mock-1}; two Claude ids are there as well. */
  static OpenCodeHome fresh(Path workspace) {
    Finished found =
        Finished.tryRun(Path.of("/"), Map.of(), Duration.ofSeconds(30), "rg", "--version");
    Requirements.require(found.exit() == 0, "ripgrep is not installed; OpenCode would download it");
    try {
      Path homes = Files.createDirectories(Requirements.work().resolve("homes"));
      Path home = Files.createTempDirectory(homes, "oc");
      // The worker's socket lies below it, and a socket path may have about 100 bytes only.
      Path temp = Files.createTempDirectory(Path.of("/tmp"), "jpo");
      asProject(workspace);
      OpenCodeHome made = new OpenCodeHome(home, workspace, temp);
      made.writeConfig();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the folder a project of its own: OpenCode looks upwards for one, and writes into it. */
  static Path asProject(Path workspace) {
    Finished.tryRun(workspace, Map.of(), Duration.ofMinutes(1), "git", "init", "-q")
        .orFail("git init");
    return workspace;
  }

  /** What the user wrote into {@code config.yaml}, before anything started. */
  OpenCodeHome withSettings(String yaml) {
    try {
      Files.createDirectories(dataHome());
      Files.writeString(dataHome().resolve("config.yaml"), yaml);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeConfig() throws IOException {
    Files.createDirectories(config().resolve("node_modules"));
    String dependency = "\"dependencies\":{\"@opencode-ai/plugin\":\"" + VERSION + "\"}";
    Files.writeString(config().resolve("package.json"), "{" + dependency + "}\n");
    Files.writeString(
        config().resolve("package-lock.json"),
        "{\"name\":\"opencode\",\"lockfileVersion\":3,\"requires\":true,\"packages\":{\"\":{"
            + dependency
            + "}}}\n");
    ObjectNode settings =
        JsonLines.object()
            .put("autoupdate", false)
            .put("share", "disabled")
            .put("lsp", false)
            .put("formatter", false)
            .put("snapshot", false)
            .put("model", "mock/mock-1")
            .put("small_model", "mock/mock-1");
    settings.putArray("enabled_providers").add("mock").add("anthropic");
    settings.putObject("permission").put("edit", "allow").put("bash", "allow");
    ObjectNode providers = settings.putObject("provider");
    provider(providers, "mock", "@ai-sdk/openai-compatible", "mock-1");
    provider(providers, "anthropic", "@ai-sdk/anthropic", "claude-fable-5-2", "claude-sonnet-4-5");
    Files.writeString(config().resolve("opencode.json"), settings.toString());
  }

  private void provider(ObjectNode providers, String name, String npm, String... models) {
    ObjectNode provider = providers.putObject(name).put("npm", npm).put("name", name);
    provider
        .putObject("options")
        .put("baseURL", "http://127.0.0.1:" + model.port() + "/v1")
        .put("apiKey", "dummy");
    ObjectNode all = provider.putObject("models");
    for (String id : models) {
      ObjectNode one = all.putObject(id).put("name", id).put("tool_call", true);
      one.put("reasoning", id.startsWith("claude"));
      one.putObject("limit").put("context", 128_000).put("output", 4096);
    }
  }

  /** Gives the user a command of their own. */
  OpenCodeHome withCommand(String name, String template) {
    Path file = config().resolve("command/" + name + ".md");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "---\ndescription: my own\n---\n" + template + "\n");
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  MockModelServer model() {
    return model;
  }

  Path config() {
    return home.resolve("config/opencode");
  }

  Path dataHome() {
    return home.resolve(".jev-prune");
  }

  Path workspace() {
    return workspace;
  }

  Path temp() {
    return temp;
  }

  /** The loader that the installer writes. */
  Path loader() {
    return config().resolve("plugins/jev-prune.js");
  }

  Worker worker() {
    return new Worker(dataHome());
  }

  Map<String, String> environment() {
    return Map.copyOf(environment);
  }

  /** A process of this user with nothing of the machine's environment but PATH. */
  ProcessBuilder process(List<String> words) {
    return Finished.process(workspace, environment, words);
  }

  List<String> command(String... arguments) {
    List<String> words = new ArrayList<>(List.of(program));
    words.addAll(List.of(arguments));
    return words;
  }

  /** One OpenCode process, ended. */
  Finished run(String... arguments) {
    return Finished.run(process(command(arguments)), ONE_RUN);
  }

  /** Columns of the database, as JSON text. */
  String database(String query) {
    return run("db", query, "--format", "json").orFail("opencode db").out();
  }

  OpenCodeHome installAdapter() {
    installer("--apply").orFail("jevprune-install --apply --target opencode");
    return this;
  }

  OpenCodeHome uninstallAdapter() {
    installer("--uninstall", "--apply").orFail("jevprune-install --uninstall --target opencode");
    return this;
  }

  private Finished installer(String... options) {
    List<String> words = new ArrayList<>();
    words.add(Requirements.projectRoot().resolve("jevprune-install").toString());
    words.addAll(List.of(options));
    words.addAll(
        List.of(
            "--target",
            "opencode",
            "--root",
            "opencode=" + config(),
            "--home",
            home.toString(),
            "--data-home",
            dataHome().toString()));
    return Finished.run(process(words), Duration.ofMinutes(5));
  }

  /** Points the loader at a Java program that is not there, as after a removed JDK. */
  String breakJava() {
    try {
      String text = Files.readString(loader());
      String broken = text.replaceFirst("(\"java\"\\s*:\\s*\")[^\"]*", "$1/nonexistent/bin/java");
      if (broken.equals(text)) {
        throw new AssertionError("no java in " + loader());
      }
      Files.writeString(loader(), broken);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  OpenCodeHome writeLoader(String text) {
    try {
      Files.writeString(loader(), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends what runs and removes what is large; the stores stay for whoever looks at a red test. */
  @Override
  public void close() {
    worker().end();
    model.close();
    Folders.delete(temp);
    Folders.delete(dataHome().resolve("runtime"));
    Folders.delete(home.resolve("cache"));
  }
}
