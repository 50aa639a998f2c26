package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jevprune-install}: plans, applies, examines and removes an installation. */
@Command(
    name = "jevprune-install",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Installs Jev Prune into coding agents. Without --apply nothing is written.",
    footer = {
      "",
      "Exit codes: 0 done, 1 refused, failed or (--doctor) something found, 2 wrong use.",
      "Variables: PI_CODING_AGENT_DIR, OPENCODE_CONFIG_DIR, XDG_CONFIG_HOME, HERMES_HOME,"
          + " CLAUDE_CONFIG_DIR, CODEX_HOME, COPILOT_HOME, OPENCLAW_STATE_DIR (the agents' folders),"
          + " JEV_PRUNE_HOME (the data home), JEV_BUS_HOME (the bus), NO_COLOR.",
      "--home wins over all but the last."
    })
final class InstallCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  private final InstallWorld world;

  @ArgGroup(exclusive = true)
  private @Nullable Mode mode;

  /** Planning is the default; saying it and asking for writes at once is wrong use. */
  static final class Mode {
    @Option(
        names = "--plan",
        description = "Show what would be done and write nothing (the default).")
    private boolean plan;

    @Option(
        names = "--apply",
        arity = "0..1",
        fallbackValue = "",
        paramLabel = "FILE",
        description = "Do it. With a FILE of --plan --out: exactly that, or nothing.")
    private @Nullable String apply;

    @Option(names = "--doctor", description = "Examine what is installed and how it is doing.")
    private boolean doctor;
  }

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "With --plan: save the plan, to be applied later.")
  private @Nullable String out;

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "The agent to install into; may be repeated. One of: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Selection.Names.class)
  private List<String> targets = new ArrayList<>();

  @Option(names = "--all", description = "Install into every agent.")
  private boolean all;

  @Option(
      names = "--root",
      paramLabel = "NAME=PATH",
      description =
          "The agent's folder, for example pi=$HOME/.pi/agent; may be repeated, also for one agent.")
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

  @Mixin private InstallFlags flags = new InstallFlags();

  @Option(
      names = "--uninstall",
      description = "Remove what was installed; shows it first, and removes with --apply.")
  private boolean uninstall;

  @Option(
      names = {"--purge-state", "--purge"},
      description = "With --uninstall: remove the decisions and logs too.")
  private boolean purge;

  @Option(
      names = "--self-test",
      description = "With --doctor: run what is installed, as the agents would.")
  private boolean selfTest;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask before --apply at a terminal.")
  private boolean yes;

  InstallCommand(Surroundings surroundings, InstallWorld world) {
    this.surroundings = surroundings;
    this.world = world;
  }

  @Override
  public Integer call() throws IOException {
    checkUse();
    InstallRun run = new InstallRun(surroundings, world, json, yes);
    if (mode != null && mode.apply != null && !mode.apply.isEmpty()) {
      return run.applySaved(surroundings.resolve(mode.apply));
    }
    Locations locations =
        LocationResolver.resolve(
            surroundings,
            new LocationOptions(
                Optional.ofNullable(home),
                Optional.ofNullable(dataHome),
                LocationOptions.NamedRoot.parse(roots)));
    List<HostRoot> named = Selection.named(locations, targets, all && !uninstall);
    if (mode != null && mode.doctor) {
      return new Doctor(surroundings, world, locations, named).run(selfTest, json);
    }
    Optional<Path> save = Optional.ofNullable(out).map(surroundings::resolve);
    if (uninstall) {
      return run.run(
          new Order(Plan.Operation.UNINSTALL, locations, named, InstallOptions.NONE, purge),
          applies(),
          save);
    }
    List<HostRoot> chosen = named.isEmpty() ? Selection.detected(surroundings, locations) : named;
    return run.install(
        new Order(Plan.Operation.INSTALL, locations, chosen, flags.options(), false),
        !named.isEmpty(),
        applies(),
        save);
  }

  private boolean applies() {
    return mode != null && mode.apply != null;
  }

  private void checkUse() {
    boolean saved = mode != null && mode.apply != null && !mode.apply.isEmpty();
    boolean doctor = mode != null && mode.doctor;
    targets.forEach(Selection::host);
    if (purge && !uninstall) {
      throw new UsageProblem("--purge-state belongs to --uninstall.");
    }
    if (flags.any() && (uninstall || doctor)) {
      throw new UsageProblem(flags.first() + " belongs to an installation.");
    }
    if (out != null && (mode == null || !mode.plan)) {
      throw new UsageProblem("--out belongs to --plan.");
    }
    if (selfTest && !doctor) {
      throw new UsageProblem("--self-test belongs to --doctor.");
    }
    if (doctor && uninstall) {
      throw new UsageProblem("--doctor and --uninstall exclude each other.");
    }
    boolean more =
        !targets.isEmpty()
            || !roots.isEmpty()
            || all
            || uninstall
            || home != null
            || dataHome != null
            || flags.any();
    if (saved && more) {
      throw new UsageProblem(
          "--apply FILE takes everything from the file: leave the other options out.");
    }
  }
}
