package dev.jevprune.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One user's Pi, away from everything else: HOME, agent folder, data home, temp folder, and the
 * model server it talks to. The workspace is given, since its path is part of what Pi sends: runs
 * that are compared share one.
 */
final class PiHome implements AutoCloseable {
  private final PiVersion version;
  private final List<String> command;
  private final Path home;
  private final Path workspace;
  private final Path temp;
  private final MockModelServer model;
  private final Map<String, String> environment = new TreeMap<>();
  private String modelId = "mock-1";

  private PiHome(PiVersion version, Path home, Path workspace, Path temp) {
    this.version = version;
    this.command = PinnedHosts.ofProject().command(version);
    this.home = home;
    this.workspace = workspace;
    this.temp = temp;
    this.model = MockModelServer.start();
    environment.put("HOME", home.toString());
    environment.put("PATH", String.valueOf(System.getenv("PATH")));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LANG", "C.UTF-8");
    environment.put("TMPDIR", temp.toString());
    environment.put("PI_OFFLINE", "1");
    environment.put("PI_TELEMETRY", "0");
    environment.put("PI_SKIP_VERSION_CHECK", "1");
  }

  /**
   * A fresh home with one provider {@code mock} that has the models {@code mock-1} and the two
   * Claude ids.
   */
  static PiHome fresh(PiVersion version, Wire wire, Path workspace) {
    try {
      Path homes = Files.createDirectories(Requirements.work().resolve("homes"));
      Path home = Files.createTempDirectory(homes, "home");
      // The worker's socket lies below it, and a socket path may have about 100 bytes only.
      Path temp = Files.createTempDirectory(Path.of("/tmp"), "jpl");
      PiHome made = new PiHome(version, home, workspace, temp);
      made.writeSettings(wire);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeSettings(Wire wire) throws IOException {
    Files.createDirectories(agentDir().resolve("extensions"));
    ObjectNode models = JsonLines.object();
    ObjectNode provider =
        models
            .putObject("providers")
            .putObject("mock")
            .put("baseUrl", wire.baseUrl(model.port()))
            .put("api", wire.api())
            .put("apiKey", "dummy");
    var list = provider.putArray("models");
    for (String id : List.of("mock-1", "claude-fable-5-2", "claude-sonnet-4-5")) {
      ObjectNode entry =
          list.addObject()
              .put("id", id)
              .put("name", id)
              .put("reasoning", id.startsWith("claude"))
              .put("contextWindow", 128_000)
              .put("maxTokens", 4096);
      entry
          .putObject("cost")
          .put("input", 1)
          .put("output", 2)
          .put("cacheRead", 0.1)
          .put("cacheWrite", 1.25);
    }
    Files.writeString(agentDir().resolve("models.json"), models.toString());
    ObjectNode settings =
        JsonLines.object()
            .put("defaultProvider", "mock")
            .put("defaultModel", "mock-1")
            .put("defaultThinkingLevel", "off")
            .put("quietStartup", true);
    settings.putObject("retry").put("enabled", false);
    Files.writeString(settingsFile(), settings.toString());
  }

  private Path settingsFile() {
    return agentDir().resolve("settings.json");
  }

  /** Lets a short session be compacted, which Pi refuses otherwise. */
  PiHome keepFewTokensWhenCompacting() {
    ObjectNode settings = (ObjectNode) JsonLines.read(settingsFile()).get(0);
    settings.putObject("compaction").put("enabled", true).put("keepRecentTokens", 1);
    return write(settingsFile(), settings.toString());
  }

  /** The same, and lets the context grow almost to the window before Pi compacts. */
  PiHome reserveFewTokens(int count) {
    ObjectNode settings = (ObjectNode) JsonLines.read(settingsFile()).get(0);
    settings
        .putObject("compaction")
        .put("enabled", true)
        .put("keepRecentTokens", 1)
        .put("reserveTokens", count);
    return write(settingsFile(), settings.toString());
  }

  /** With the question before an automatic compaction. */
  PiHome installChoosingAdapter() {
    installer("--apply", "--pi-choice").orFail("jevprune-install --apply --pi-choice");
    return this;
  }

  PiVersion version() {
    return version;
  }

  MockModelServer model() {
    return model;
  }

  Path agentDir() {
    return home.resolve(".pi/agent");
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
    return agentDir().resolve("extensions/jev-prune.js");
  }

  /**
   * A process of this user in the workspace, with nothing of the machine's environment but PATH.
   */
  ProcessBuilder process(List<String> words) {
    return Finished.process(workspace, environment, words);
  }

  PiHome with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Map<String, String> environment() {
    return Map.copyOf(environment);
  }

  /** Which model to use; a Claude id is run with thinking on. */
  PiHome choose(String id) {
    modelId = id;
    return this;
  }

  List<String> piCommand(String... arguments) {
    List<String> words = new ArrayList<>(command);
    if (!modelId.equals("mock-1")) {
      words.addAll(List.of("--model", "mock/" + modelId, "--thinking", "low"));
    }
    words.addAll(List.of(arguments));
    return words;
  }

  /** {@code pi -p …}: one process, ended. */
  Finished print(String... arguments) {
    List<String> words = piCommand(arguments);
    words.add(command.size(), "-p");
    return Finished.run(process(words), Duration.ofSeconds(150));
  }

  PiRpc rpc(String... arguments) {
    List<String> words = piCommand(arguments);
    words.addAll(command.size(), List.of("--mode", "rpc"));
    return PiRpc.start(process(words), version);
  }

  PiHome installAdapter() {
    installer("--apply").orFail("jevprune-install --apply");
    return this;
  }

  PiHome uninstallAdapter() {
    installer("--uninstall", "--apply").orFail("jevprune-install --uninstall --apply");
    return this;
  }

  /** The program {@code jevprune} for this user's data home. */
  Finished jevprune(String... options) {
    List<String> words = new ArrayList<>();
    words.add(Requirements.projectRoot().resolve("jevprune").toString());
    words.addAll(List.of(options));
    words.addAll(List.of("--home", home.toString(), "--data-home", dataHome().toString()));
    return Finished.run(process(words), Duration.ofMinutes(5));
  }

  Finished installer(String... options) {
    List<String> words = new ArrayList<>();
    words.add(Requirements.projectRoot().resolve("jevprune-install").toString());
    words.addAll(List.of(options));
    words.addAll(
        List.of("--target", "pi", "--home", home.toString(), "--data-home", dataHome().toString()));
    return Finished.run(process(words), Duration.ofMinutes(5));
  }

  /** The session that Pi would go on with after {@code -c}. */
  Path sessionFile() {
    try (Stream<Path> files = Files.walk(agentDir().resolve("sessions"))) {
      return files
          .filter(file -> file.toString().endsWith(".jsonl"))
          .max((a, b) -> a.getFileName().toString().compareTo(b.getFileName().toString()))
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Takes over the sessions of another home with the same workspace, so that {@code -c} goes on
   * with them.
   */
  PiHome sessionsOf(PiHome other) {
    Path from = other.agentDir().resolve("sessions");
    Path to = agentDir().resolve("sessions");
    try {
      Files.walkFileTree(
          from,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes unused)
                throws IOException {
              Path copy = to.resolve(from.relativize(file).toString());
              Files.createDirectories(copy.getParent());
              Files.copy(file, copy);
              return FileVisitResult.CONTINUE;
            }
          });
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the worker has written down that the source of {@link Conversation} is left out. */
  boolean hasDecision() {
    if (!Files.exists(dataHome().resolve("state"))) {
      return false;
    }
    try (Stream<Path> files = Files.walk(dataHome().resolve("state"))) {
      return files
          .filter(file -> file.toString().contains("/ledger/"))
          .flatMap(file -> JsonLines.read(file).stream())
          .anyMatch(ledger -> ledger.toString().contains(Conversation.SOURCE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Worker worker() {
    return new Worker(dataHome());
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
      writeLoader(broken);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  PiHome writeLoader(String text) {
    return write(loader(), text);
  }

  PiHome write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Ends what runs and removes what is large; the session and the stores stay for whoever looks at
   * a red test.
   */
  @Override
  public void close() {
    worker().end();
    model.close();
    Folders.delete(temp);
    removeRuntime();
  }

  void removeRuntime() {
    Folders.delete(dataHome().resolve("runtime"));
  }
}
