package dev.jevprune.installer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Carries a plan out. The order is what makes it safe to be killed between any two steps: the
 * journal first; then runtime and backup; the loader, which makes it count, last; then what is old;
 * then the manifest. A removal takes the loader first.
 */
final class Applier {
  private final Disk disk;

  Applier(Disk disk) {
    this.disk = disk;
  }

  /** Makes a plan. */
  interface Planner {
    Plan plan() throws IOException;
  }

  /**
   * Plans again under the lock and carries that plan out.
   *
   * @return the plan that was carried out, or one that is refused or has nothing to do
   */
  @SuppressWarnings("try") // the lock is held, not spoken to
  Plan apply(Planner planner) throws IOException {
    Plan first = planner.plan();
    if (first.refused() || !first.hasWork()) {
      return first;
    }
    Path dataHome = first.locations().dataHome();
    Set<Path> made = new LinkedHashSet<>();
    if (first.operation() == Plan.Operation.INSTALL) {
      made.addAll(Inspector.missingFolders(dataHome));
      makeFolders(made);
    }
    Plan plan;
    try (InstallLock lock = InstallLock.take(dataHome)) {
      plan = planner.plan();
      if (plan.refused() || !plan.hasWork()) {
        return plan;
      }
      if (plan.operation() == Plan.Operation.INSTALL) {
        plan = withFolders(plan, made);
        install(plan);
      } else {
        uninstall(plan);
      }
    }
    for (Path folder : plan.emptiedFolders()) {
      if (dataHome.startsWith(folder)) {
        deleteFolder(folder);
      }
    }
    return plan;
  }

  private void install(Plan plan) throws IOException {
    Path manifest = ManifestStore.place(plan.locations().dataHome());
    write(manifest, ManifestCodec.write(plan.journal()), false);
    makeFolders(plan.newFolders());
    for (FileAction file : plan.files()) {
      if (file.kind() == FileKind.MANIFEST) {
        continue;
      }
      if (file.action() == Action.REMOVE) {
        delete(file.path());
      } else if (file.action().changesDisk() && file.content().isPresent()) {
        write(file.path(), file.content().get(), file.program());
      }
    }
    for (Path folder : plan.emptiedFolders()) {
      deleteFolder(folder);
    }
    write(manifest, ManifestCodec.write(plan.result()), false);
  }

  private void uninstall(Plan plan) throws IOException {
    Path dataHome = plan.locations().dataHome();
    Path manifest = ManifestStore.place(dataHome);
    for (FileAction file : plan.files()) {
      if (file.action() == Action.REMOVE && file.kind() != FileKind.MANIFEST) {
        delete(file.path());
      }
    }
    for (Path folder : plan.emptiedFolders()) {
      if (!dataHome.startsWith(folder)) {
        deleteFolder(folder);
      }
    }
    for (FileAction file : plan.files()) {
      if (file.kind() != FileKind.MANIFEST) {
        continue;
      }
      if (file.action() == Action.REMOVE) {
        delete(manifest);
      } else if (file.action() == Action.UPGRADE) {
        write(manifest, ManifestCodec.write(plan.result()), false);
      }
    }
  }

  /** The folders made to take the lock are no longer missing in the second plan. */
  private static Plan withFolders(Plan plan, Set<Path> made) {
    if (made.isEmpty()) {
      return plan;
    }
    Manifest result = withFolders(plan.result(), made);
    Set<Path> folders = new LinkedHashSet<>(made);
    folders.addAll(plan.newFolders());
    List<FileAction> files = new ArrayList<>();
    for (FileAction file : plan.files()) {
      files.add(
          file.kind() == FileKind.MANIFEST
              ? FileAction.write(
                  file.action(),
                  file.kind(),
                  file.path(),
                  false,
                  ManifestCodec.write(result),
                  file.why())
              : file);
    }
    return new Plan(
        plan.operation(),
        plan.locations(),
        plan.targets(),
        files,
        new ArrayList<>(folders),
        plan.emptiedFolders(),
        plan.notes(),
        plan.problems(),
        withFolders(plan.journal(), made),
        result);
  }

  private static Manifest withFolders(Manifest manifest, Set<Path> made) {
    Set<Path> folders = new LinkedHashSet<>(made);
    folders.addAll(manifest.folders());
    return new Manifest(
        manifest.version(),
        manifest.dataHome(),
        manifest.complete(),
        manifest.files(),
        new ArrayList<>(folders),
        manifest.targets());
  }

  private void write(Path place, Content content, boolean program) throws IOException {
    Path temporary = Disk.temporaryOf(place);
    disk.writeTemporary(temporary, content, program);
    disk.rename(temporary, place);
  }

  private void makeFolders(Iterable<Path> folders) throws IOException {
    for (Path folder : folders) {
      try {
        if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
          disk.makeFolder(folder);
        }
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
          throw e;
        }
      }
    }
  }

  private void delete(Path file) throws IOException {
    try {
      disk.delete(file);
    } catch (NoSuchFileException e) {
      // somebody was faster
    }
  }

  private void deleteFolder(Path folder) throws IOException {
    try {
      disk.deleteFolder(folder);
    } catch (NoSuchFileException | DirectoryNotEmptyException e) {
      // somebody was faster, or put something in: then it stays
    }
  }
}
