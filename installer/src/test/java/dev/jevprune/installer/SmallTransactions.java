package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Plans and applies the tiny files of the older kit's vectors with our own planner and applier. */
final class SmallTransactions {
  /** The kit's words for what happens to a file at a removal, and ours. */
  private static final Map<Action, String> REMOVAL =
      Map.of(
          Action.REMOVE, "remove-owned-file",
          Action.KEPT, "preserve-user-modified",
          Action.GONE, "already-absent");

  private final Path home;
  private final Locations locations;

  SmallTransactions(Path home) {
    this.home = home;
    this.locations = new Locations(home, false, home.resolve("data"), List.of(), List.of());
  }

  /** Our own place for a path of a vector: inside the data home, where any file may be ours. */
  Path place(String path) {
    return path.equals("data/manifest.json")
        ? ManifestStore.place(locations.dataHome())
        : path.startsWith("data/") ? home.resolve(path) : home.resolve("data/x").resolve(path);
  }

  /** Does one step; the answer in the kit's words, by path below the home. */
  Map<String, String> step(JsonObject step) throws IOException {
    String what = step.string("do").orElseThrow();
    return switch (what) {
      case "validate" -> words(plan(step), Map.of());
      case "apply" -> words(new Applier(new RealDisk(false)).apply(() -> plan(step)), Map.of());
      case "uninstall" -> uninstall(step.bool("apply").orElse(false));
      default -> {
        edit(what, step);
        yield Map.of();
      }
    };
  }

  private Map<String, String> uninstall(boolean apply) throws IOException {
    Applier.Planner planner = () -> UninstallPlanner.plan(locations, List.of(), true);
    Plan plan = apply ? new Applier(new RealDisk(false)).apply(planner) : planner.plan();
    return words(plan, REMOVAL);
  }

  private Map<String, String> words(Plan plan, Map<Action, String> names) {
    if (plan.refused()) {
      throw new Problem(String.join("; ", plan.obstacles()));
    }
    Map<String, String> words = new TreeMap<>();
    Path top = home.resolve("data/x");
    for (FileAction file : plan.files()) {
      boolean ours = file.kind() == FileKind.SKILL || file.kind() == FileKind.RUNTIME;
      if (ours && file.path().startsWith(top)) {
        words.put(
            top.relativize(file.path()).toString(),
            names.getOrDefault(file.action(), file.action().wireName()));
      }
    }
    return words;
  }

  private void edit(String what, JsonObject step) throws IOException {
    if (what.equals("doctor")) {
      ManifestStore.read(locations);
      return;
    }
    Path place = place(step.string("path").orElseThrow());
    Path folder = place.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    switch (what) {
      case "edit" -> Files.writeString(place, step.string("data").orElse(""));
      case "mkdir" -> Files.createDirectories(place);
      case "delete" -> Files.delete(place);
      case "symlink" -> Files.createSymbolicLink(place, place(step.string("to").orElseThrow()));
      default -> throw new AssertionError("a step that is not known: " + what);
    }
  }

  private Plan plan(JsonObject step) throws IOException {
    Manifest current =
        ManifestStore.read(locations)
            .orElseGet(() -> Manifest.empty("0.1.0", locations.dataHome()));
    PlanDraft draft = new PlanDraft(locations, current, false);
    for (Json element : step.array("writes").orElseThrow()) {
      JsonObject write = (JsonObject) element;
      draft.write(
          write.string("kind").filter("runtime"::equals).isPresent()
              ? FileKind.RUNTIME
              : FileKind.SKILL,
          place(write.string("path").orElseThrow()),
          Content.ofText(write.string("data").orElseThrow()),
          FileMode.PRIVATE,
          "");
    }
    current.files().stream().filter(file -> !draft.has(file.path())).forEach(draft::stays);
    List<Path> folders = new ArrayList<>(current.folders());
    draft.folders().stream().filter(folder -> !folders.contains(folder)).forEach(folders::add);
    Manifest after = manifest(true, List.copyOf(draft.result()), folders);
    draft.manifest(after);
    return new Plan(
        Plan.Operation.INSTALL,
        locations,
        List.of(),
        draft.files(),
        draft.folders(),
        List.of(),
        new Plan.Remarks(List.of(), List.of(), List.of()),
        BusPlan.NONE,
        List.of(),
        manifest(false, List.copyOf(draft.journal()), folders),
        after);
  }

  private Manifest manifest(boolean complete, List<Manifest.Owned> files, List<Path> folders) {
    return new Manifest(
        "0.1.0", locations.dataHome(), complete, files, folders, List.of(), List.of(), List.of());
  }

  /** What is at a path of a vector: the text, {@code symlink}, or nothing. */
  Optional<String> found(String path) throws IOException {
    Path place = place(path);
    if (Files.isSymbolicLink(place)) {
      return Optional.of("symlink");
    }
    return Files.isRegularFile(place) ? Optional.of(Files.readString(place)) : Optional.empty();
  }

  /** The texts of all backups, sorted. */
  List<String> backups() throws IOException {
    List<String> texts = new ArrayList<>();
    Path folder = locations.dataHome().resolve("backups");
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          texts.add(Files.readString(file));
        }
      }
    }
    return texts.stream().sorted().toList();
  }
}
