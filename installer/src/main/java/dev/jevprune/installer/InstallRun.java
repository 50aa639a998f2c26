package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Makes a plan of an order, shows it, saves it, or carries it out. */
final class InstallRun {
  private final Surroundings surroundings;
  private final InstallWorld world;
  private final boolean json;
  private final boolean yes;

  InstallRun(Surroundings surroundings, InstallWorld world, boolean json, boolean yes) {
    this.surroundings = surroundings;
    this.world = world;
    this.json = json;
    this.yes = yes;
  }

  /**
   * Runs an installation.
   *
   * @param named whether the command line named the hosts
   */
  int install(Order order, boolean named, boolean applies, Optional<Path> save) throws IOException {
    boolean skills = !world.payload().skill().isEmpty();
    List<HostRoot> useful =
        order.chosen().stream().filter(root -> skills || root.host().hasAdapter()).toList();
    if (useful.isEmpty()) {
      surroundings
          .err()
          .println(
              named
                  ? "jevprune-install: there is nothing to install for that agent yet."
                  : "jevprune-install: no coding agent found: none of their folders is there and PATH"
                      + " has none of their programs. Name one with --target: "
                      + Selection.available()
                      + ".");
      return applies ? Program.FAILED : Program.OK;
    }
    return run(
        new Order(order.operation(), order.locations(), useful, order.options(), order.purge()),
        applies,
        save);
  }

  /** Applies a saved plan. */
  int applySaved(Path file) throws IOException {
    SavedPlan saved = SavedPlan.read(file);
    Applier.Planner planner = planner(saved.order());
    return apply(
        saved.order(),
        () -> {
          Plan plan = planner.plan();
          if (!plan.refused()) {
            saved.check(plan);
          }
          return plan;
        });
  }

  int run(Order order, boolean applies, Optional<Path> save) throws IOException {
    Applier.Planner planner = planner(order);
    if (applies) {
      return apply(order, planner);
    }
    Plan plan = planner.plan();
    if (save.isPresent()) {
      save(save.get(), PlanJson.of(plan, order, false));
    }
    return show(plan, order, false);
  }

  private void save(Path file, String plan) throws IOException {
    if (Files.exists(file)) {
      throw new Problem(file + " is there already. Name a new file with --out.");
    }
    Files.writeString(file, plan + "\n");
    surroundings
        .err()
        .println(
            "jevprune-install: saved; jevprune-install --apply "
                + ProgramScript.quoted(file.toString())
                + " does exactly this.");
  }

  private Applier.Planner planner(Order order) throws IOException {
    if (order.operation() == Plan.Operation.UNINSTALL) {
      // Loaded while its jar is still there: this may be the installed program, removing itself.
      Version.current();
      return () -> UninstallPlanner.plan(order.locations(), order.chosen(), order.purge());
    }
    Payload payload = world.payload();
    String java = world.java();
    return () ->
        InstallPlanner.plan(order.locations(), payload, java, order.chosen(), order.options());
  }

  private int apply(Order order, Applier.Planner planner) throws IOException {
    boolean asks = surroundings.terminal() && !yes && !json;
    boolean removes = order.operation() == Plan.Operation.UNINSTALL;
    if (asks || removes) {
      Plan plan = planner.plan();
      if (asks && plan.hasWork() && !plan.refused()) {
        PlanText.print(surroundings.out(), plan, false, surroundings.colour());
        surroundings.out().flush();
        if (!world.confirms("Do this?")) {
          surroundings.err().println("jevprune-install: nothing was done.");
          return Program.FAILED;
        }
      }
      if (removes && plan.removes(FileKind.RUNTIME)) {
        drain(order.locations().dataHome(), WorkerDrain.BEFORE);
      }
    }
    Plan done = carryOut(planner);
    int code = show(done, order, true);
    if (code == Program.OK && !removes && done.count(Action.UPGRADE) > 0) {
      drain(order.locations().dataHome(), WorkerDrain.BESIDE);
    }
    return code;
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

  private void drain(Path dataHome, Duration patience) {
    world
        .drain()
        .stop(dataHome, patience)
        .ifPresent(text -> surroundings.err().println("jevprune-install: " + text));
  }

  private int show(Plan plan, Order order, boolean applied) {
    boolean done = applied && !plan.refused();
    if (json) {
      surroundings.out().println(PlanJson.of(plan, order, done));
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
