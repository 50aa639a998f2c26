package dev.jevprune.installer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What an installation takes from the process it runs in; tests give their own. */
interface InstallWorld {
  Payload payload() throws IOException;

  /**
   * The absolute path of the Java that runs now; hosts that a desktop started find none on their
   * PATH.
   */
  String java();

  Disk disk();

  WorkerDrain drain();

  /** Runs what is installed. */
  List<Finding> selfTest(Locations locations, List<Manifest.Target> targets);

  /** Asks a person at a terminal; {@code true} for yes. */
  boolean confirms(String question);

  /** The distribution that this program runs from, and the real disk. */
  static InstallWorld real(Surroundings surroundings) {
    return new InstallWorld() {
      @Override
      public Payload payload() throws IOException {
        return PayloadReader.read(PayloadReader.runningLib(), InstallWorld.class.getClassLoader());
      }

      @Override
      public String java() {
        Path home = Path.of(surroundings.javaHome());
        for (String name : new String[] {"java", "java.exe"}) {
          Path java = home.resolve("bin").resolve(name);
          if (Files.isExecutable(java)) {
            return java.toAbsolutePath().toString();
          }
        }
        return ProcessHandle.current()
            .info()
            .command()
            .orElseThrow(() -> new Problem("Cannot find the Java that runs this in " + home + "."));
      }

      @Override
      public Disk disk() {
        return new RealDisk();
      }

      @Override
      public List<Finding> selfTest(Locations locations, List<Manifest.Target> targets) {
        return new SelfTest(surroundings, locations, InstallWorld.class.getClassLoader())
            .run(targets);
      }

      @Override
      public boolean confirms(String question) {
        surroundings.err().print(question + " [y/N] ");
        surroundings.err().flush();
        // Only asked at a terminal, so the process's own input is a person.
        String answer;
        try {
          answer =
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                  .readLine();
        } catch (IOException e) {
          return false;
        }
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
      }

      @Override
      public WorkerDrain drain() {
        return new SocketDrain();
      }
    };
  }
}
