package dev.jevprune.installer;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The program {@code jevprune-install}. */
public final class InstallMain {
  private InstallMain() {}

  /**
   * Runs the program and ends the process with its exit code.
   *
   * @param args the words of the command line
   */
  public static void main(String[] args) {
    System.exit(Program.start(InstallMain::run, args));
  }

  /**
   * Runs the program.
   *
   * @param out where the plan or the result goes, and nothing else
   * @param err where complaints go
   * @param env the environment variables
   * @param args the words of the command line
   * @return 0 done, 1 refused or failed, 2 wrong use
   */
  public static int run(
      PrintStream out, PrintStream err, Map<String, String> env, List<String> args) {
    return run(Surroundings.plain(out, err, env), args);
  }

  static int run(Surroundings surroundings, List<String> args) {
    return run(surroundings, InstallWorld.real(surroundings), args);
  }

  static int run(Surroundings surroundings, InstallWorld world, List<String> args) {
    CommandLine line = new CommandLine(new InstallCommand(surroundings, world));
    return Program.execute(line, surroundings, args);
  }
}
