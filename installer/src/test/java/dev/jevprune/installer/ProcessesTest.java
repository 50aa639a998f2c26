package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: ended in the middle, and two at once. */
@Tag("B52")
class ProcessesTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final int PATIENCE_SECONDS = 120;

  @TempDir Path temp;

  @Test
  @Tag("W18")
  void aProcessThatIsEndedIsFinishedByTheNext() throws Exception {
    Sandbox whole = new Sandbox(temp.resolve("whole/home"));
    whole.install();
    Map<String, String> after = shape(whole);
    for (int step : new int[] {1, 4, 11, 18, 23}) {
      Path home = Files.createDirectories(temp.resolve("k" + step + "/home"));
      Process child = start(home, "halt:" + step, "--apply", "--target", "pi");
      assertThat(end(child)).as("ended at step " + step).isEqualTo(137);
      Sandbox sandbox = new Sandbox(home);
      assertThat(sandbox.install().code()).as("after step " + step).isZero();
      assertThat(shape(sandbox)).as("after step " + step).isEqualTo(after);
      assertThat(sandbox.uninstall().code()).isZero();
      assertThat(Sandbox.tree(home)).hasSize(1);
    }
  }

  /** Modes and names; contents hold the home's own path. */
  private static Map<String, String> shape(Sandbox sandbox) {
    Map<String, String> shape = Sandbox.tree(sandbox.home);
    shape.replaceAll((path, text) -> text.substring(0, text.indexOf(' ') + 10));
    return shape;
  }

  @Test
  @Tag("W17")
  void ofTwoAtOnceOneWinsAndTheOtherNamesItAtOnce() throws Exception {
    for (int step : new int[] {3, 9}) { // while the data home is made, and after
      Path home = Files.createDirectories(temp.resolve("two" + step + "/home"));
      Process child = start(home, "hold:" + step, "--apply", "--target", "pi");
      try {
        await(child, home.resolveSibling("held"));
        Sandbox sandbox = new Sandbox(home);
        long begun = System.nanoTime();
        Sandbox.Run run = sandbox.install();
        long millis = (System.nanoTime() - begun) / 1_000_000;
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("Another installation").contains("process " + child.pid());
        System.out.println("locked out after " + millis + " ms");
        Files.createFile(home.resolveSibling("go"));
        assertThat(end(child)).isZero();
        assertThat(sandbox.install().out()).contains("Nothing to do");
      } finally {
        child.destroyForcibly();
      }
    }
  }

  private Process start(Path home, String mode, String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ChildInstaller.class.getName(),
                home.toString(),
                mode));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(home.resolveSibling("out").toFile())
        .start();
  }

  private static void await(Process child, Path file) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Files.exists(file)) {
      assertThat(child.isAlive()).as("the other installer runs").isTrue();
      assertThat(System.nanoTime()).as("it comes to its step in time").isLessThan(end);
      child.waitFor(10, TimeUnit.MILLISECONDS);
    }
  }

  private static int end(Process child) throws InterruptedException {
    assertThat(child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return child.exitValue();
  }

  @Test
  void theChildTellsWhatItDid() throws Exception {
    Path home = Files.createDirectories(temp.resolve("plain/home"));
    assertThat(end(start(home, "run", "--apply", "--target", "pi"))).isZero();
    assertThat(Files.readString(home.resolveSibling("out"), StandardCharsets.UTF_8))
        .contains("Done");
  }
}
