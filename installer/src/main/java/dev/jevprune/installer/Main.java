package dev.jevprune.installer;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The program {@code jevprune}. */
public final class Main {
  private Main() {}

  /**
   * Runs the program and ends the process with its exit code.
   *
   * @param args the words of the command line
   */
  public static void main(String[] args) {
    System.exit(Program.start(Main::run, args));
  }

  /**
   * Runs the program.
   *
   * @param out where the answer goes, and nothing else
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
    CommandLine line = new CommandLine(new JevpruneCommand(surroundings));
    line.addSubcommand(new InspectCommand(surroundings));
    line.addSubcommand(new MeasureCommand(surroundings));
    line.addSubcommand(new ApproveCommand(surroundings));
    line.addSubcommand(new AssessCommand(surroundings, System.getProperties()));
    line.addSubcommand(new ReceiptsCommand(surroundings));
    line.addSubcommand(new ConfigCommand(surroundings));
    line.addSubcommand(new StatsCommand(surroundings));
    line.addSubcommand(new DemoCommand(surroundings, Main.class.getClassLoader()));
    line.addSubcommand(new DoctorCommand(surroundings, InstallWorld.real(surroundings)));
    line.addSubcommand(new WorkerCommand(surroundings));
    return Program.execute(line, surroundings, args);
  }
}
