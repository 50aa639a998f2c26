package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stops a run before each single step on the disk. Whatever is left, the next run finishes it. */
@Tag("W18")
@Tag("B67")
class KilledRunTest {
  @TempDir Path temp;

  @Test
  void aCutInstallationIsFinishedByTheNext() throws IOException {
    int steps = 0;
    for (int k = 0; ; k++) {
      Sandbox sandbox = new Sandbox(temp.resolve("install" + k));
      boolean cut = cut(sandbox, k, () -> sandbox.install());
      assertLoaderIsNeverDangling(sandbox);
      assertThat(sandbox.install().code()).as("step " + k).isZero();
      assertWhole(sandbox);
      assertThat(sandbox.uninstall().code()).isZero();
      assertEmpty(sandbox, k);
      if (!cut) {
        steps = k;
        break;
      }
    }
    assertThat(steps).isGreaterThan(15);
  }

  @Test
  void aCutInstallationCanBeRemoved() throws IOException {
    for (int k = 0; ; k++) {
      Sandbox sandbox = new Sandbox(temp.resolve("remove" + k));
      boolean cut = cut(sandbox, k, () -> sandbox.install());
      assertThat(sandbox.uninstall().code()).as("step " + k).isZero();
      assertEmpty(sandbox, k);
      if (!cut) {
        break;
      }
    }
  }

  @Test
  @Tag("B66")
  void aCutUpgradeIsFinishedByTheNext() throws IOException {
    for (int k = 0; ; k++) {
      Sandbox sandbox = new Sandbox(temp.resolve("upgrade" + k));
      sandbox.install();
      sandbox.payload = Sandbox.payload("0.2.0", "second");
      boolean cut = cut(sandbox, k, () -> sandbox.install());
      assertLoaderIsNeverDangling(sandbox);
      assertThat(sandbox.install().code()).as("step " + k).isZero();
      assertWhole(sandbox);
      assertThat(sandbox.uninstall().code()).isZero();
      assertThat(Sandbox.tree(sandbox.home)).as("step " + k).hasSize(1);
      if (!cut) {
        break;
      }
    }
  }

  @Test
  void aCutUpgradeIsFinishedByAThirdVersion() throws IOException {
    for (int k = 0; ; k++) {
      Sandbox sandbox = new Sandbox(temp.resolve("third" + k));
      sandbox.install();
      sandbox.payload = Sandbox.payload("0.2.0", "second");
      boolean cut = cut(sandbox, k, () -> sandbox.install());
      sandbox.payload = Sandbox.payload("0.3.0", "third");
      assertThat(sandbox.install().code()).as("step " + k).isZero();
      assertWhole(sandbox);
      assertThat(sandbox.uninstall().code()).isZero();
      assertThat(Sandbox.tree(sandbox.home)).as("step " + k).hasSize(1);
      if (!cut) {
        break;
      }
    }
  }

  @Test
  void aCutRemovalIsFinishedByTheNext() throws IOException {
    for (int k = 0; ; k++) {
      Sandbox sandbox = new Sandbox(temp.resolve("uninstall" + k));
      sandbox.install();
      boolean cut = cut(sandbox, k, () -> sandbox.uninstall());
      assertLoaderIsNeverDangling(sandbox);
      assertThat(sandbox.uninstall().code()).as("step " + k).isZero();
      Map<String, String> tree = Sandbox.tree(sandbox.home);
      // Cut between the manifest and its folder, nobody knows any more that we made that folder.
      tree.remove(".jev-prune", "folder rwx------");
      assertThat(tree).as("step " + k).hasSize(1);
      if (!cut) {
        break;
      }
    }
  }

  @Test
  @Tag("B53")
  void aDiskThatFailsIsNamedAndTheOldInstallationGoesOn() throws IOException {
    Sandbox sandbox = new Sandbox(temp.resolve("full"));
    sandbox.install();
    String loader = Files.readString(sandbox.loader());
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    sandbox.disk = new FailingDisk();
    Sandbox.Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("no space left").contains("run the same command again");
    assertThat(sandbox.loader()).hasContent(loader);
    assertLoaderIsNeverDangling(sandbox);
    sandbox.disk = new RealDisk(false);
    assertThat(sandbox.install().code()).isZero();
    assertWhole(sandbox);
  }

  private static boolean cut(Sandbox sandbox, int step, Runnable run) {
    CountingDisk disk = new CountingDisk(step);
    sandbox.disk = disk;
    try {
      run.run();
    } catch (Killed e) {
      // as a kill would: nothing after this step happened
    }
    sandbox.disk = new RealDisk(false);
    return disk.killed;
  }

  private static void assertLoaderIsNeverDangling(Sandbox sandbox) throws IOException {
    if (Files.exists(sandbox.loader())) {
      try {
        String runtime = InstallApplyTest.config(sandbox.loader()).string("runtime").orElseThrow();
        assertThat(Path.of(runtime).resolve("shim/pi.mjs")).exists();
        assertThat(Path.of(runtime).resolve("lib/a.jar")).exists();
      } catch (Exception e) {
        throw new AssertionError("a half-written loader", e);
      }
    }
  }

  private static void assertWhole(Sandbox sandbox) throws IOException {
    assertThat(Files.readString(sandbox.loader())).contains(sandbox.runtime().toString());
    for (PayloadFile file : sandbox.payload.runtimeFiles(Sandbox.JAVA)) {
      assertThat(Files.readAllBytes(sandbox.runtime().resolve(file.path())))
          .isEqualTo(file.content().bytes());
    }
    assertThat(Sandbox.tree(sandbox.home).keySet()).noneMatch(path -> path.endsWith("tmp"));
    assertThat(Sandbox.tree(sandbox.home).keySet()).noneMatch(path -> path.endsWith(".lock"));
  }

  /**
   * Cut before the journal is written, nobody knows that we made the data home: it may stay, empty.
   */
  private static void assertEmpty(Sandbox sandbox, int step) {
    Map<String, String> tree = Sandbox.tree(sandbox.home);
    if (step <= 2) {
      tree.remove(".jev-prune", "folder rwx------");
    }
    assertThat(tree).as("step " + step).hasSize(1);
  }

  /** Not an exception: no handler of the program may see it, as none sees a kill. */
  private static final class Killed extends ThreadDeath {
    private static final long serialVersionUID = 1L;
  }

  private static final class CountingDisk implements Disk {
    private final Disk real = new RealDisk(false);
    private int left;
    private boolean killed;

    CountingDisk(int left) {
      this.left = left;
    }

    private void step() {
      if (killed || left-- == 0) {
        killed = true;
        throw new Killed();
      }
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
      step();
      real.makeFolder(folder);
    }

    @Override
    public void writeTemporary(Path temporary, Content content, boolean program)
        throws IOException {
      step();
      real.writeTemporary(temporary, content, program);
    }

    @Override
    public void rename(Path temporary, Path place) throws IOException {
      step();
      real.rename(temporary, place);
    }

    @Override
    public void delete(Path file) throws IOException {
      step();
      real.delete(file);
    }

    @Override
    public void deleteFolder(Path folder) throws IOException {
      step();
      real.deleteFolder(folder);
    }
  }

  private static final class FailingDisk implements Disk {
    private final Disk real = new RealDisk(false);

    @Override
    public void makeFolder(Path folder) throws IOException {
      real.makeFolder(folder);
    }

    @Override
    public void writeTemporary(Path temporary, Content content, boolean program)
        throws IOException {
      if (temporary.toString().contains("pi.mjs")) {
        throw new java.nio.file.FileSystemException(temporary.toString(), null, "no space left");
      }
      real.writeTemporary(temporary, content, program);
    }

    @Override
    public void rename(Path temporary, Path place) throws IOException {
      real.rename(temporary, place);
    }

    @Override
    public void delete(Path file) throws IOException {
      real.delete(file);
    }

    @Override
    public void deleteFolder(Path folder) throws IOException {
      real.deleteFolder(folder);
    }
  }
}
