package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The installer with a small payload, as a process of its own: {@code HOME MODE WORD…}. MODE is
 * {@code run}, {@code halt:K} to end the process at the K-th step on the disk, or {@code hold:K} to
 * wait there until a file {@code go} is beside the home.
 */
final class ChildInstaller {
  private static final long PAUSE_NANOS = 5_000_000;

  private ChildInstaller() {}

  /** Runs, and ends the process with the installer's exit code. */
  public static void main(String[] args) throws IOException {
    Path home = Path.of(args[0]);
    Sandbox sandbox = new Sandbox(home);
    if (!args[1].equals("run")) {
      String[] mode = args[1].split(":", 2);
      sandbox.disk = new Stopping(mode[0].equals("halt"), Integer.parseInt(mode[1]), home);
    }
    Sandbox.Run run = sandbox.run(List.of(args).subList(2, args.length));
    System.out.print(run.out());
    System.err.print(run.err());
    System.out.flush();
    System.err.flush();
    System.exit(run.code());
  }

  private static final class Stopping implements Disk {
    private final Disk real = new RealDisk(false);
    private final boolean halts;
    private final Path home;
    private int left;

    Stopping(boolean halts, int left, Path home) {
      this.halts = halts;
      this.left = left;
      this.home = home;
    }

    private void step() throws IOException {
      if (left-- != 0) {
        return;
      }
      if (halts) {
        Runtime.getRuntime().halt(137);
      }
      Files.createFile(home.resolveSibling("held"));
      while (!Files.exists(home.resolveSibling("go"))) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
      step();
      real.makeFolder(folder);
    }

    @Override
    public void writeTemporary(Path temporary, Content content, FileMode mode) throws IOException {
      step();
      real.writeTemporary(temporary, content, mode);
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
}
