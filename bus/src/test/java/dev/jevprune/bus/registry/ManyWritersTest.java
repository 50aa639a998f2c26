package dev.jevprune.bus.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.bus.BusHome;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Eight processes change one registry while another reads it. */
class ManyWritersTest {

  private static final int WRITERS = 8;
  private static final int ROUNDS = 5;
  private static final Patience LONG = new Patience(6_000, 10);

  @TempDir Path temp;

  /** One writer: registers its package, some times over, with one stage more each time. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws Exception {
      String name = args[1];
      RegistryStore store =
          new RegistryStore(new BusHome(Path.of(args[0])), Clock.systemUTC(), LONG);
      for (int round = 1; round <= ROUNDS; round++) {
        var stages = new JsonObject[round];
        for (int i = 0; i < round; i++) {
          stages[i] = Entries.stage(name + "." + i, name, "assistant-prose");
        }
        store.register(Entries.registration(name, stages));
      }
    }
  }

  @Tag("B51")
  @Tag("W17")
  @Test
  @Timeout(120)
  void noReaderSeesAPartOfAFileAndNoUpdateIsLost() throws Exception {
    BusHome home = new BusHome(temp.resolve("bus"));
    RegistryStore store = new RegistryStore(home, Clock.systemUTC(), LONG);
    List<Process> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(start(home, "package-" + i));
    }
    try {
      while (writers.stream().anyMatch(Process::isAlive)) {
        store.load(); // throws for anything but a whole registry
        writers.get(0).waitFor(1, TimeUnit.MILLISECONDS);
      }
    } finally {
      writers.forEach(Process::destroyForcibly);
    }
    assertThat(writers).allMatch(writer -> writer.exitValue() == 0);
    Registry registry = store.load();
    for (int i = 0; i < WRITERS; i++) {
      assertThat(registry.stagesOf("package-" + i)).hasSize(ROUNDS);
    }
    assertThat(home.lock()).doesNotExist();
  }

  private Process start(BusHome home, String name) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            home.folder().toString(),
            name)
        .redirectErrorStream(true)
        .redirectOutput(temp.resolve(name + ".log").toFile())
        .start();
  }
}
