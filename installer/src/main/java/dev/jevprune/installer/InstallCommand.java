package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jevprune-install}: plans, applies and removes an installation. */
@Command(
    name = "jevprune-install",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Installs Jev Prune into a coding agent. Without --apply nothing is written.",
    footer = {
      "",
      "Exit codes: 0 done, 1 refused or failed, 2 wrong use.",
      "Variables: PI_CODING_AGENT_DIR, OPENCODE_CONFIG_DIR, XDG_CONFIG_HOME, HERMES_HOME (the agents'"
          + " folders), JEV_PRUNE_HOME (the data home), NO_COLOR.",
      "--home wins over all but the last."
    })
final class InstallCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  private final InstallWorld world;

  @ArgGroup(exclusive = true)
  private @Nullable Mode mode;

  /** The names of the agents, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of(Selection.available().split(", ", -1)).iterator();
    }
  }

  /** Planning is the default; saying it and asking for writes at once is wrong use. */
  static final class Mode {
    @Option(
        names = "--plan",
        description = "Show what would be done and write nothing (the default).")
    private boolean plan;

    @Option(names = "--apply", description = "Do it.")
    private boolean apply;
  }

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description =
          "The agent to install into; may be repeated. Available: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Names.class)
  private List<String> targets = new ArrayList<>();

  @Option(names = "--all", description = "Install into every agent there is an adapter for.")
  private boolean all;

  @Option(
      names = "--root",
      paramLabel = "NAME=PATH",
      description = "The agent's folder, for example pi=$HOME/.pi/agent; may be repeated.")
  private List<String> roots = new ArrayList<>();

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Use this home folder; nothing outside it is touched.")
  private @Nullable String home;

  @Option(
      names = "--data-home",
      paramLabel = "DIR",
      description =
          "Where the runtime and the decisions are kept (default: .jev-prune in the home).")
  private @Nullable String dataHome;

  @Option(
      names = "--uninstall",
      description = "Remove what was installed; shows it first, and removes with --apply.")
  private boolean uninstall;

  @Option(names = "--purge", description = "With --uninstall: remove the decisions and logs too.")
  private boolean purge;

  @Option(
      names = "--pi-choice",
      description =
          "Let Pi ask before it compacts by itself: prune, compact or pause (Pi 1.6.0). Off unless"
              + " this installation says so.")
  private boolean piChoice;

  @Option(names = "--json", description = "Print the plan as one line of JSON.")
  private boolean json;

  InstallCommand(Surroundings surroundings, InstallWorld world) {
    this.surroundings = surroundings;
    this.world = world;
  }

  @Override
  public Integer call() throws IOException {
    checkUse();
    Locations locations =
        LocationResolver.resolve(
            surroundings,
            new LocationOptions(
                Optional.ofNullable(home),
                Optional.ofNullable(dataHome),
                LocationOptions.NamedRoot.parse(roots)));
    List<HostRoot> named = Selection.named(locations, targets, all && !uninstall);
    if (uninstall) {
      return uninstall(locations, named);
    }
    List<HostRoot> chosen = named.isEmpty() ? Selection.detected(surroundings, locations) : named;
    if (chosen.isEmpty()) {
      surroundings
          .err()
          .println(
              "jevprune-install: no coding agent found: none of their folders is there and PATH has"
                  + " none of their programs. Name one with --target: "
                  + Selection.available()
                  + ".");
      return applies() ? Program.FAILED : Program.OK;
    }
    return install(locations, chosen);
  }

  private boolean applies() {
    return mode != null && mode.apply && !mode.plan;
  }

  private void checkUse() {
    targets.forEach(Selection::host);
    if (purge && !uninstall) {
      throw new UsageProblem("--purge belongs to --uninstall.");
    }
    if (piChoice && uninstall) {
      throw new UsageProblem("--pi-choice belongs to an installation.");
    }
  }

  private int install(Locations locations, List<HostRoot> chosen) throws IOException {
    Payload payload = world.payload();
    String java = world.java();
    Applier.Planner planner = () -> InstallPlanner.plan(locations, payload, java, chosen, piChoice);
    if (!applies()) {
      return show(planner.plan(), false);
    }
    Plan done = carryOut(planner);
    int code = show(done, true);
    if (code == Program.OK && done.count(Action.UPGRADE) > 0) {
      drain(locations.dataHome());
    }
    return code;
  }

  private int uninstall(Locations locations, List<HostRoot> only) throws IOException {
    // Loaded while its jar is still there: this may be the installed program, removing itself.
    Version.current();
    Applier.Planner planner = () -> UninstallPlanner.plan(locations, only, purge);
    Plan plan = planner.plan();
    if (!applies()) {
      return show(plan, false);
    }
    if (plan.removes(FileKind.RUNTIME)) {
      drain(locations.dataHome());
    }
    return show(carryOut(planner), true);
  }

  private Plan carryOut(Applier.Planner planner) {
    try {
      return new Applier(world.disk()).apply(planner);
    } catch (IOException e) {
      throw new Problem(
          "stopped half way: "
              + Problem.describe(e)
              + " Nothing that a host loads is half written; run the same command again to finish.",
          e);
    }
  }

  private void drain(Path dataHome) {
    world
        .drain()
        .stop(dataHome)
        .ifPresent(text -> surroundings.err().println("jevprune-install: " + text));
  }

  private int show(Plan plan, boolean applied) {
    boolean done = applied && !plan.refused();
    if (json) {
      surroundings.out().println(PlanJson.of(plan, done));
    } else {
      PlanText.print(surroundings.out(), plan, done, surroundings.colour());
    }
    if (plan.refused()) {
      for (String obstacle : plan.obstacles()) {
        surroundings.err().println("jevprune-install: refused: " + obstacle);
      }
    }
    return plan.refused() ? Program.FAILED : Program.OK;
  }
}
