package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The stand-in for another package on the bus, in a Python process of its own. */
final class SecondPackage {
  private static final Path SCRIPT =
      Path.of(System.getProperty("project.root"), "testdata", "bus", "second_package.py");

  private final Path bus;

  SecondPackage(Path bus) {
    this.bus = bus;
  }

  /** Registers; {@code more} are hosts with ranks, or {@code --claim} with claims. */
  String register(String... more) throws Exception {
    return run(0, "register", more);
  }

  /** Registers what clashes; what it said. */
  String refused(String... more) throws Exception {
    return run(1, "register", more);
  }

  void unregister() throws Exception {
    run(0, "unregister");
  }

  private String run(int code, String verb, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("python3", SCRIPT.toString(), verb, bus.toString()));
    command.addAll(Arrays.asList(more));
    Process process = start(command);
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(code);
    return said;
  }

  private static Process start(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return process;
  }
}
