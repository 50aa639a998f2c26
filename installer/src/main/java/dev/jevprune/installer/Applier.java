package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Carries a plan out. The order is what makes it safe to be killed between any two steps: the
 * journal first; then runtime and backups; then what hosts load; then the lines in files of others;
 * then the manifest, by which all of it counts; then what is old goes. A removal takes the lines
 * and what hosts load first. A disk that fails before the manifest counts leaves what was there
 * before.
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
  Plan apply(Planner planner) throws IOException {
    Plan first = planner.plan();
    if (first.refused()) {
      return first;
    }
    Path dataHome = first.locations().dataHome();
    DataHomeBirth birth = new DataHomeBirth(disk, dataHome);
    birth.clear();
    if (!first.hasWork()) {
      return first;
    }
    if (!Inspector.isFolder(dataHome)) {
      Optional<InstallLock> born = birth.make(ManifestCodec.write(first.journal()));
      if (born.isPresent()) {
        return installInNewHome(first, born.get(), birth);
      }
    }
    return applyUnder(InstallLock.take(dataHome), planner, birth);
  }

  @SuppressWarnings("try") // the lock is held, not spoken to
  private Plan installInNewHome(Plan plan, InstallLock lock, DataHomeBirth birth)
      throws IOException {
    Transaction transaction = new Transaction(disk);
    List<Path> made = new ArrayList<>(plan.newFolders());
    transaction.onUndo(() -> birth.unmake(lock, made));
    try (lock) {
      install(plan, transaction);
      return plan;
    }
  }

  private Plan applyUnder(InstallLock lock, Planner planner, DataHomeBirth birth)
      throws IOException {
    try (lock) {
      Plan plan = planner.plan();
      if (plan.refused() || !plan.hasWork()) {
        return plan;
      }
      if (plan.operation() == Plan.Operation.INSTALL) {
        Transaction transaction = new Transaction(disk);
        Path manifest = ManifestStore.place(plan.locations().dataHome());
        try {
          transaction.write(
              manifest, ManifestCodec.write(plan.journal()), FileMode.PRIVATE, before(plan));
        } catch (IOException | RuntimeException e) {
          throw undone(transaction, e);
        }
        install(plan, transaction);
      } else {
        uninstall(plan, lock, birth);
      }
      return plan;
    }
  }

  private static Optional<dev.jevprune.core.Digest> before(Plan plan) {
    return plan.files().stream()
        .filter(file -> file.kind() == FileKind.MANIFEST && file.content().isPresent())
        .findFirst()
        .flatMap(FileAction::before);
  }

  private void install(Plan plan, Transaction transaction) throws IOException {
    Path manifest = ManifestStore.place(plan.locations().dataHome());
    Manifest committed = committed(plan);
    try (BusGate bus = new BusGate(plan.locations().busHome())) {
      install(plan, transaction, manifest, committed, bus);
    }
    cleanUp(plan, committed);
  }

  private void install(
      Plan plan, Transaction transaction, Path manifest, Manifest committed, BusGate bus) {
    try {
      for (Path folder : plan.newFolders()) {
        transaction.makeFolder(folder);
      }
      for (FileAction file : plan.files()) {
        if (file.kind() != FileKind.MANIFEST && file.action().writes()) {
          bus.before(file);
          transaction.write(file);
        }
      }
      transaction.write(
          manifest,
          ManifestCodec.write(committed),
          FileMode.PRIVATE,
          Optional.of(ManifestCodec.write(plan.journal()).sha256()));
    } catch (IOException | RuntimeException e) {
      throw undone(transaction, e);
    }
  }

  /** What the new installation owns, and what of the old one still has to go. */
  private static Manifest committed(Plan plan) {
    Set<Path> going = new HashSet<>();
    for (FileAction file : plan.files()) {
      if (file.action() == Action.REMOVE) {
        going.add(file.path());
      }
    }
    List<Manifest.Owned> files = new ArrayList<>(plan.result().files());
    plan.journal().files().stream().filter(f -> going.contains(f.path())).forEach(files::add);
    if (files.size() == plan.result().files().size()
        && plan.journal().folders().equals(plan.result().folders())) {
      return plan.result();
    }
    return new Manifest(
        plan.result().version(),
        plan.result().dataHome(),
        true,
        files,
        plan.journal().folders(),
        plan.result().targets(),
        plan.result().edits(),
        plan.result().kept());
  }

  /** The installation counts by now; what fails here is done by the next run. */
  private void cleanUp(Plan plan, Manifest committed) throws IOException {
    Transaction transaction = new Transaction(disk);
    try (BusGate bus = new BusGate(plan.locations().busHome())) {
      for (FileAction file : plan.files()) {
        if (file.action() == Action.REMOVE) {
          bus.before(file);
          transaction.delete(file.path());
        }
      }
    }
    for (Path folder : plan.emptiedFolders()) {
      transaction.deleteFolder(folder);
    }
    if (!committed.equals(plan.result())) {
      transaction.write(
          ManifestStore.place(plan.locations().dataHome()),
          ManifestCodec.write(plan.result()),
          FileMode.PRIVATE,
          Optional.of(ManifestCodec.write(committed).sha256()));
    }
  }

  private static RuntimeException undone(Transaction transaction, Exception cause) {
    boolean whole = transaction.rollBack();
    return new Problem(
        Problem.describe(cause)
            + (whole
                ? " Everything is as it was before."
                : " Not everything could be taken back; nothing that a host loads is half written."
                    + " Run the same command again to finish, or --uninstall --apply to undo."),
        cause);
  }

  private void uninstall(Plan plan, InstallLock lock, DataHomeBirth birth) throws IOException {
    Transaction transaction = new Transaction(disk);
    Path dataHome = plan.locations().dataHome();
    try (BusGate bus = new BusGate(plan.locations().busHome())) {
      for (FileAction file : plan.files()) {
        if (file.kind() == FileKind.MANIFEST && file.path().equals(ManifestStore.place(dataHome))) {
          continue;
        }
        if (file.action() == Action.EDIT) {
          bus.before(file);
          transaction.write(file);
        } else if (file.action() == Action.REMOVE) {
          bus.before(file);
          transaction.delete(file.path());
        }
      }
    }
    for (Path folder : plan.emptiedFolders()) {
      if (!dataHome.startsWith(folder)) {
        transaction.deleteFolder(folder);
      }
    }
    for (FileAction file : plan.files()) {
      if (file.kind() != FileKind.MANIFEST || !file.path().equals(ManifestStore.place(dataHome))) {
        continue;
      }
      if (file.action() == Action.REMOVE && plan.emptiedFolders().contains(dataHome)) {
        birth.unmake(lock, plan.emptiedFolders());
      } else if (file.action() == Action.REMOVE) {
        transaction.delete(file.path());
      } else if (file.action() == Action.UPGRADE) {
        transaction.write(file);
      }
    }
  }
}
