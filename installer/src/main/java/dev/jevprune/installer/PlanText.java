package dev.jevprune.installer;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** A plan for people: a tree by folder, then what to know and what to do. */
final class PlanText {
  private final Plan plan;
  private final boolean applied;
  private final Ansi ansi;
  private final List<String> lines = new ArrayList<>();

  private PlanText(Plan plan, boolean applied, boolean colour) {
    this.plan = plan;
    this.applied = applied;
    this.ansi = colour ? Ansi.ON : Ansi.OFF;
  }

  /** Prints the plan, or after the fact what was done. */
  static void print(PrintStream out, Plan plan, boolean applied, boolean colour) {
    new PlanText(plan, applied, colour).lines().forEach(out::println);
  }

  private List<String> lines() {
    boolean install = plan.operation() == Plan.Operation.INSTALL;
    lines.add(
        "Jev Prune " + Version.current() + (install ? ": installation" : ": removal") + title());
    lines.add("data home  " + plan.locations().dataHome());
    if (install) {
      plan.targets().forEach(this::target);
    }
    Map<Path, List<FileAction>> groups = groups();
    for (Map.Entry<Path, List<FileAction>> group : groups.entrySet()) {
      lines.add("");
      lines.add(bold(group.getKey().toString()));
      group.getValue().forEach(this::file);
    }
    folders("new folders (0700)", plan.newFolders());
    folders("folders that go because they are empty then", plan.emptiedFolders());
    list("bus: who edits requests of a host", plan.bus().carriers());
    list("bus: our stages", plan.bus().stages());
    list("what agents will do by themselves", plan.remarks().sideEffects());
    list("what is not done", plan.remarks().notDone());
    plan.remarks().notes().forEach(note -> paragraph("Note: " + note));
    plan.problems().forEach(problem -> paragraph(red("Refused: ") + problem));
    lines.add("");
    lines.add(summary());
    return lines;
  }

  private String title() {
    if (plan.refused()) {
      return " (refused, nothing is written)";
    }
    return applied ? "" : " (a plan, nothing is written)";
  }

  private void target(PlannedTarget target) {
    HostRoot root = target.root();
    lines.add(
        String.format(Locale.ROOT, "%-10s %s", root.host().wireName(), root.folder())
            + (target.adapter() ? "  adapter, " + root.host().tested() : "")
            + (target.skill().isPresent() ? "  skill" : "")
            + (target.choice() ? "  asks before compacting" : "")
            + (target.asked() ? "" : "  (installed before, brought to this version)"));
  }

  private void list(String title, List<String> texts) {
    if (!texts.isEmpty()) {
      lines.add("");
      lines.add(bold(title));
      texts.forEach(text -> lines.add("  " + text));
    }
  }

  private Map<Path, List<FileAction>> groups() {
    Map<Path, List<FileAction>> groups = new LinkedHashMap<>();
    for (FileAction file : plan.files()) {
      Path folder = file.path().getParent();
      groups
          .computeIfAbsent(folder == null ? file.path() : folder, key -> new ArrayList<>())
          .add(file);
    }
    return groups;
  }

  private void file(FileAction file) {
    StringBuilder line = new StringBuilder("  ");
    line.append(
        coloured(file.action(), String.format(Locale.ROOT, "%-10s", file.action().wireName())));
    line.append(String.format(Locale.ROOT, "%-34s", file.path().getFileName()));
    line.append("  ").append(file.mode().map(FileMode::octal).orElse("    "));
    if (file.bytes() >= 0) {
      line.append(String.format(Locale.ROOT, " %,11d bytes", file.bytes()));
    }
    file.sha256().ifPresent(digest -> line.append("  sha256 ").append(digest.hex(), 0, 12));
    lines.add(line.toString().stripTrailing());
    if (!file.why().isEmpty()) {
      lines.add("            " + file.why());
    }
  }

  private void folders(String title, List<Path> folders) {
    if (!folders.isEmpty()) {
      lines.add("");
      lines.add(bold(title));
      folders.forEach(folder -> lines.add("  " + folder));
    }
  }

  private void paragraph(String text) {
    lines.add("");
    lines.add(text);
  }

  private String summary() {
    if (plan.refused()) {
      return "Nothing was changed: "
          + plan.obstacles().size()
          + " thing(s) stand in the way, marked above.";
    }
    List<String> counts = new ArrayList<>();
    for (Action action : Action.values()) {
      if (plan.count(action) > 0) {
        counts.add(plan.count(action) + " " + action.wireName());
      }
    }
    String files = counts.isEmpty() ? "no files" : String.join(", ", counts);
    if (!plan.hasWork()) {
      return "Nothing to do: " + files + ".";
    }
    return applied
        ? "Done: " + files + "." + afterwards()
        : "Files: " + files + ". To do this, run the same command with --apply.";
  }

  private String afterwards() {
    if (plan.operation() == Plan.Operation.INSTALL) {
      String adapters =
          plan.targets().stream()
              .filter(PlannedTarget::adapter)
              .map(target -> target.root().host().title())
              .distinct()
              .collect(Collectors.joining(" and "));
      return adapters.isEmpty()
          ? " Restart the agents to find the skill."
          : " Restart " + adapters + ", then type /prune.";
    }
    return plan.kept().isEmpty() ? "" : " What stays, and why, is marked above as kept.";
  }

  private String coloured(Action action, String text) {
    return switch (action) {
      case CREATE, UPGRADE, EDIT -> style("fg(green)", text);
      case REMOVE -> style("fg(yellow)", text);
      case REFUSED -> red(text);
      case KEPT -> style("fg(cyan)", text);
      case UNCHANGED, GONE -> text;
    };
  }

  private String red(String text) {
    return style("bold,fg(red)", text);
  }

  private String bold(String text) {
    return style("bold", text);
  }

  /** Styles only what holds no markup of its own: a path may hold {@code @|}. */
  private String style(String style, String text) {
    return text.contains("@") || text.contains("|")
        ? text
        : ansi.string("@|" + style + " " + text + "|@");
  }
}
