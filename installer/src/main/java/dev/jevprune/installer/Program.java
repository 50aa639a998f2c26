package dev.jevprune.installer;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What the two programs share: streams, exit codes and the way errors are shown. */
final class Program {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;

  private Program() {}

  /** The body of a program. */
  interface Body {
    int run(Surroundings surroundings, List<String> args);
  }

  /** Runs a body in the real world. The launcher says by a property whether a person is reading. */
  static int start(Body body, String[] args) {
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    boolean terminal = Boolean.getBoolean("jevprune.terminal");
    Surroundings surroundings =
        new Surroundings(
            out,
            err,
            System.getenv(),
            System.getProperty("user.home", ""),
            System.getProperty("user.dir", ""),
            System.getProperty("java.home", ""),
            terminal);
    int code = body.run(surroundings, List.of(args));
    out.flush();
    err.flush();
    return code;
  }

  /**
   * Parses and runs a command. Wrong use is 2, whatever else goes wrong is 1 with one line that
   * says what to do.
   */
  static int execute(CommandLine line, Surroundings surroundings, List<String> args) {
    line.setOut(writer(surroundings.out()));
    line.setErr(writer(surroundings.err()));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(surroundings.colour() ? Ansi.ON : Ansi.OFF));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (failure, failed, parsed) -> {
          surroundings
              .err()
              .println(failed.getCommandSpec().qualifiedName() + ": " + Problem.describe(failure));
          return failure instanceof UsageProblem ? USAGE : FAILED;
        });
    int code = line.execute(args.toArray(String[]::new));
    surroundings.out().flush();
    surroundings.err().flush();
    return code;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }
}
