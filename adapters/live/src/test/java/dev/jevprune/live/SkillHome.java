package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One user's home in which several hosts find their folders, and a workspace beside it. Where the
 * system lets an ordinary program have a network of its own, hosts are run in one that reaches
 * nothing.
 */
final class SkillHome implements AutoCloseable {
  /**
   * OpenCode with a plugin and without a network waits about 90 s for an npm install that cannot
   * succeed, on a quiet machine.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final int SIGNAL = 128;

  private final Path folder;
  private final boolean alone;

  private SkillHome(Path folder, boolean alone) {
    this.folder = folder;
    this.alone = alone;
  }

  static SkillHome fresh() {
    try {
      Path homes = Files.createDirectories(Requirements.work().resolve("homes"));
      Path folder = Files.createTempDirectory(homes, "skills");
      Files.createDirectories(folder.resolve("home"));
      Files.createDirectories(folder.resolve("tmp"));
      Files.createDirectories(folder.resolve("project/.git")); // a root, so that none looks above
      boolean alone =
          Finished.tryRun(folder, Map.of(), Duration.ofSeconds(20), "unshare", "-rn", "true").exit()
              == 0;
      return new SkillHome(folder, alone);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path home() {
    return folder.resolve("home");
  }

  /** Whether hosts are run without any network; else only with addresses that answer nothing. */
  boolean alone() {
    return alone;
  }

  Path project() {
    return folder.resolve("project");
  }

  /** A process of this user in the workspace, with nothing of the machine's environment. */
  ProcessBuilder process(Map<String, String> variables, List<String> words) {
    List<String> command = new ArrayList<>();
    if (alone) {
      command.addAll(List.of("unshare", "-rn"));
    }
    command.addAll(words);
    Map<String, String> environment = new TreeMap<>();
    environment.put("HOME", home().toString());
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("LANG", "C.UTF-8");
    environment.put("TERM", "xterm");
    environment.put("TMPDIR", folder.resolve("tmp").toString());
    environment.putAll(variables);
    return Finished.process(project(), environment, command);
  }

  /**
   * Runs a listing. One that a signal of somebody else ended (we send none; a late one is exit -1)
   * has said nothing about skills and is run once more.
   */
  Finished run(Map<String, String> variables, List<String> words) {
    Finished run = Finished.run(process(variables, words), PATIENCE);
    return run.exit() > SIGNAL ? Finished.run(process(variables, words), PATIENCE) : run;
  }

  /** {@code jevprune-install}, as this user would call it, all hosts meant. */
  Finished installer(String... options) {
    List<String> words = new ArrayList<>();
    words.add(Requirements.projectRoot().resolve("jevprune-install").toString());
    words.addAll(List.of(options));
    ProcessBuilder builder = process(Map.of(), words);
    if (alone) {
      builder.command(words); // building may fetch; installing itself touches no network
    }
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("PATH", String.valueOf(System.getenv("PATH")));
    return Finished.run(builder, Duration.ofMinutes(6));
  }

  /** What {@code --plan --json} says now. */
  JsonNode plan() {
    Finished plan = installer("--plan", "--all", "--json").orFail("jevprune-install --plan --all");
    return JsonLines.tryParse(plan.out().strip()).orElseThrow();
  }

  @Override
  public void close() {
    new Worker(home().resolve(".jev-prune")).end();
    Folders.delete(folder);
  }
}
