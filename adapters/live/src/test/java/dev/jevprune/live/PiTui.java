package dev.jevprune.live;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;

/** A host's terminal interface in a tmux of its own, typed at and read off the screen. */
final class PiTui implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Function<List<String>, ProcessBuilder> processes;
  private final Path socket;
  private Optional<ProcessHandle> pi = Optional.empty();

  private PiTui(Function<List<String>, ProcessBuilder> processes, Path temp) {
    this.processes = processes;
    this.socket = temp.resolve("tmux");
  }

  static PiTui start(PiHome home, String... arguments) {
    return start(
        home::process,
        home.temp(),
        home.workspace(),
        home.environment(),
        home.piCommand(arguments));
  }

  /** Any program with a terminal interface. */
  static PiTui start(
      Function<List<String>, ProcessBuilder> processes,
      Path temp,
      Path workspace,
      Map<String, String> environment,
      List<String> program) {
    Finished found = Finished.tryRun(Path.of("/"), Map.of(), LIMIT, "tmux", "-V");
    Requirements.require(found.exit() == 0, "tmux is not installed");
    PiTui tui = new PiTui(processes, temp);
    List<String> words = new ArrayList<>(List.of("-f", "/dev/null", "new-session", "-d"));
    words.addAll(List.of("-s", "pi", "-x", "150", "-y", "50"));
    words.addAll(List.of("-c", workspace.toString(), "env", "-i", "TERM=xterm-256color"));
    environment.forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(program);
    tui.tmux(words).orFail("tmux new-session");
    tui.pi = tui.processInPane();
    return tui;
  }

  /** Types text as a person would, without Enter. */
  PiTui type(String text) {
    tmux(List.of("send-keys", "-t", "pi", "-l", text)).orFail("tmux send-keys");
    return this;
  }

  PiTui press(String key) {
    tmux(List.of("send-keys", "-t", "pi", key)).orFail("tmux send-keys");
    return this;
  }

  String screen() {
    return tmux(List.of("capture-pane", "-p", "-t", "pi")).out();
  }

  String awaitScreen(Predicate<String> wanted, String what) {
    String[] last = {""};
    try {
      Worker.awaitThat(
          () -> {
            last[0] = screen();
            return wanted.test(last[0]);
          },
          what);
    } catch (AssertionError e) {
      throw new AssertionError("not seen: " + what + "\n" + last[0], e);
    }
    return last[0];
  }

  private Finished tmux(List<String> words) {
    List<String> command = new ArrayList<>(List.of("tmux", "-S", socket.toString()));
    command.addAll(words);
    return Finished.run(processes.apply(command), LIMIT);
  }

  private Optional<ProcessHandle> processInPane() {
    String id = tmux(List.of("display-message", "-p", "-t", "pi", "#{pane_pid}")).out().strip();
    return id.isEmpty() ? Optional.empty() : ProcessHandle.of(Long.parseLong(id));
  }

  /** Ends the terminal and waits for Pi, which still writes its caches when the terminal goes. */
  @Override
  public void close() {
    tmux(List.of("kill-server"));
    pi.ifPresent(PiTui::awaitEnd);
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      process.destroyForcibly();
    } catch (ExecutionException e) {
      throw new AssertionError("Pi's end could not be awaited", e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
