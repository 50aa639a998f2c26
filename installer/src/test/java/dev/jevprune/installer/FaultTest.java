package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.jevprune.installer.Faults.Kind;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ends or breaks a run at every single operation on the file system. After the next run the tree is
 * exactly the one before or the one after; nothing of the user's is changed.
 */
@Tag("W18")
@Tag("B53")
@Tag("B67")
class FaultTest {
  private static final List<String> INSTALL =
      List.of(
          "--apply",
          "--target",
          "pi",
          "--target",
          "opencode",
          "--target",
          "hermes",
          "--target",
          "codex",
          "--target",
          "claude",
          "--activate-hermes",
          "--seed-opencode");
  private static final List<String> UNINSTALL = List.of("--uninstall", "--apply");

  /** One home on a file system of its own. */
  private static final class World implements AutoCloseable {
    private final FileSystem memory =
        Jimfs.newFileSystem(Configuration.unix().toBuilder().setAttributeViews("posix").build());
    private String said = "";
    private final FaultFileSystem files = new FaultFileSystem(memory);
    private final Sandbox sandbox = new Sandbox(files.getPath("/home/me"));

    World() throws IOException {
      sandbox.disk = new RealDisk();
      write(".hermes/config.yaml", "# mine\r\nplugins:\r\n  enabled:\r\n    - other # x");
      write(".hermes/plugins/jev-prune-notes/plugin.yaml", "name: notes\n");
      write(".config/opencode/opencode.json", "{\n  // mine\n}\n");
      write(".pi/agent/settings.json", "{}");
      write(".agents/skills/other/SKILL.md", "---\nname: other\n---\n");
      write(".claude/settings.json", "{}");
    }

    private void write(String path, String text) throws IOException {
      Path file = Sandbox.write(memory.getPath("/home/me", path), text);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    }

    Map<String, String> tree() {
      return Sandbox.tree(memory.getPath("/home"));
    }

    void upgrade() {
      sandbox.payload = Sandbox.payload("0.2.0", "second");
    }

    /** The exit code; -1 when the run was ended. */
    int run(Faults faults, List<String> words) {
      files.faults = faults;
      try {
        Sandbox.Run run = sandbox.run(words);
        said = run.err();
        return run.code();
      } catch (Faults.Killed e) {
        return -1;
      } finally {
        files.faults = Faults.none();
      }
    }

    @Override
    public void close() throws IOException {
      memory.close();
    }
  }

  /** A starting point, a run that is hit, and what the tree was before and is after it. */
  private record Scene(String name, boolean installed, boolean upgrades, List<String> words) {
    World world() throws IOException {
      World world = new World();
      if (installed) {
        assertThat(world.run(Faults.none(), INSTALL)).isZero();
      }
      if (upgrades) {
        world.upgrade();
      }
      return world;
    }
  }

  private static final List<Scene> SCENES =
      List.of(
          new Scene("install", false, false, INSTALL),
          new Scene("upgrade", true, true, INSTALL),
          new Scene("uninstall", true, false, UNINSTALL));

  @Test
  void aRunThatIsKilledIsFinishedByTheSameCommand() throws IOException {
    List<String> counts = new ArrayList<>();
    for (Scene scene : SCENES) {
      Map<String, String> after = after(scene);
      int points = 0;
      while (killAndFinish(scene, Kind.KILL, points, after)) {
        points++;
      }
      int within = 0;
      for (int k = 0; k < points; k++) {
        within += killAndFinish(scene, Kind.KILL_WITHIN, k, after) ? 1 : 0;
      }
      counts.add(scene.name() + " " + points + " before and " + within + " within");
    }
    System.out.println("killed at: " + counts);
    assertThat(counts).hasSize(3);
  }

  private static boolean killAndFinish(Scene scene, Kind kind, int k, Map<String, String> after)
      throws IOException {
    try (World world = scene.world()) {
      Faults faults = new Faults(kind, k);
      world.run(faults, scene.words());
      String where = scene.name() + ", " + kind + " at " + k;
      if (faults.reached() || kind == Kind.KILL) {
        assertThat(world.run(Faults.none(), scene.words())).as(where).isZero();
        assertThat(difference(after, world.tree())).as(where).isEmpty();
      }
      return faults.reached();
    }
  }

  @Test
  void aRunThatIsKilledIsUndoneByARemoval() throws IOException {
    Map<String, String> before;
    try (World world = new World()) {
      before = world.tree();
    }
    for (Scene scene : SCENES) {
      for (int k = 0; ; k++) {
        try (World world = scene.world()) {
          Faults faults = new Faults(Kind.KILL, k);
          world.run(faults, scene.words());
          int code = world.run(Faults.none(), UNINSTALL);
          assertThat(code).as("%s, killed at %d", scene.name(), k).isZero();
          assertThat(difference(before, world.tree()))
              .as("%s, killed at %d", scene.name(), k)
              .isEmpty();
          if (!faults.reached()) {
            break;
          }
        }
      }
    }
  }

  @Test
  void anOperationThatFailsLeavesWhatWasThereOrWhatIsWanted() throws IOException {
    List<String> counts = new ArrayList<>();
    for (Scene scene : SCENES) {
      Map<String, String> after = after(scene);
      for (Kind kind :
          List.of(
              Kind.FAIL_ONCE, Kind.FAIL_FROM_THEN_ON, Kind.FAIL_RENAME, Kind.REFUSE_RENAME_ONCE)) {
        int points = 0;
        while (fail(scene, kind, points, after)) {
          points++;
        }
        counts.add(scene.name() + " " + kind + " " + points);
      }
    }
    System.out.println("failed at: " + counts);
    assertThat(counts).hasSize(12);
  }

  private static boolean fail(Scene scene, Kind kind, int k, Map<String, String> after)
      throws IOException {
    try (World world = scene.world()) {
      Map<String, String> before = world.tree();
      Faults faults = new Faults(kind, k);
      String where = scene.name() + ", " + kind + " at " + k;
      int failed = world.run(faults, scene.words());
      if (kind == Kind.REFUSE_RENAME_ONCE) {
        assertThat(failed).as(where).isZero();
      }
      if (kind == Kind.FAIL_RENAME && !scene.name().equals("uninstall")) {
        assertThat(difference(failed == 0 ? after : before, world.tree())).as(where).isEmpty();
      }
      if (!world.tree().equals(before)) {
        assertThat(world.run(Faults.none(), scene.words())).as(where).isZero();
        assertThat(difference(after, world.tree())).as(where).isEmpty();
      }
      return faults.reached();
    }
  }

  private static List<String> difference(Map<String, String> wanted, Map<String, String> tree) {
    List<String> lines = new ArrayList<>();
    wanted.forEach(
        (path, text) -> {
          if (!text.equals(tree.get(path))) {
            lines.add(path + " should be " + text + " and is " + tree.get(path));
          }
        });
    tree.keySet().stream()
        .filter(path -> !wanted.containsKey(path))
        .forEach(path -> lines.add(path + " should not be there"));
    return lines;
  }

  private static Map<String, String> after(Scene scene) throws IOException {
    try (World world = scene.world()) {
      int code = world.run(Faults.none(), scene.words());
      assertThat(code).as(world.said).isZero();
      return world.tree();
    }
  }
}
