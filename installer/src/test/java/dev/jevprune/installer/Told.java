package dev.jevprune.installer;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@code jevprune} answered to one command line, run in this process. */
record Told(int code, String out, String err) {

  static Told jevprune(Path home, String... words) {
    return jevprune(home, Map.of(), words);
  }

  static Told jevprune(Path home, Map<String, String> more, String... words) {
    Map<String, String> env = new HashMap<>(more);
    env.put("HOME", home.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Surroundings surroundings =
        new Surroundings(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            env,
            home.toString(),
            home.toString(),
            "/opt/java 17",
            false);
    int code = Main.run(surroundings, List.of(words));
    return new Told(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
