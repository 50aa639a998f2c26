package dev.jevprune.adapters.worker;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.jevprune.core.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The folder of the worker's socket: {@code $XDG_RUNTIME_DIR/jev-prune} when that variable names a
 * folder of this user, else {@code <temp>/jev-prune-<uid>}. It must be a folder, no link, of this
 * user, with mode 0700.
 */
final class SocketFolder {
  /** Longest socket path in bytes; the kernel's own bound is 107, macOS has 103. */
  static final int MAX_PATH_BYTES = 100;

  private static final int NAME_DIGITS = 16;
  private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rwx------");

  private SocketFolder() {}

  /** The socket folder cannot be used; the message says why and what to do. */
  static final class UnusableException extends Exception {
    UnusableException(String message) {
      super(message);
    }
  }

  /**
   * Finds the folder, makes it when it is missing, and names the socket in it.
   *
   * @param environment {@code XDG_RUNTIME_DIR} and {@code TMPDIR} are looked at
   * @param systemTemp the folder for temporary files when {@code TMPDIR} is not set
   * @param user the user this process runs as
   * @param dataHome names the socket, together with {@code version}
   */
  static Path socket(
      Map<String, String> environment, Path systemTemp, OwnUser user, Path dataHome, String version)
      throws UnusableException {
    Path folder = choose(environment, systemTemp, user);
    makePrivate(folder, user);
    // Data home and version in the name: an upgrade binds a name of its own.
    String name =
        "w-"
            + Digest.ofBytes((dataHome + "\0" + version).getBytes(StandardCharsets.UTF_8))
                .hex()
                .substring(0, NAME_DIGITS)
            + ".sock";
    Path socket = folder.resolve(name);
    int bytes = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    // The temporary name it is first bound to is longer.
    if (bytes + UnixEndpoint.TEMPORARY_SUFFIX.length() > MAX_PATH_BYTES) {
      throw new UnusableException(
          "The socket path "
              + socket
              + " has "
              + bytes
              + " bytes, too many for a socket. Set"
              + " XDG_RUNTIME_DIR or TMPDIR to a folder with a shorter path.");
    }
    return socket;
  }

  private static Path choose(Map<String, String> environment, Path systemTemp, OwnUser user) {
    Optional<Path> runtime = folderIn(environment, "XDG_RUNTIME_DIR").filter(user::owns);
    if (runtime.isPresent()) {
      return runtime.get().resolve("jev-prune");
    }
    return folderIn(environment, "TMPDIR").orElse(systemTemp).resolve("jev-prune-" + user.uid());
  }

  private static Optional<Path> folderIn(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name))
        .filter(value -> !value.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute)
        .filter(Files::isDirectory);
  }

  private static void makePrivate(Path folder, OwnUser user) throws UnusableException {
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(MODE));
    } catch (FileAlreadyExistsException e) {
      // Judged below like one that we made.
    } catch (IOException | UnsupportedOperationException e) {
      throw new UnusableException(
          "The folder "
              + folder
              + " for the worker's socket cannot be made ("
              + e.getClass().getSimpleName()
              + "). Set XDG_RUNTIME_DIR or TMPDIR to a folder where"
              + " you may write.");
    }
    check(folder, user);
  }

  /** Checks that {@code folder} is a real folder of this user that nobody else can enter. */
  static void check(Path folder, OwnUser user) throws UnusableException {
    try {
      PosixFileAttributes found =
          Files.readAttributes(folder, PosixFileAttributes.class, NOFOLLOW_LINKS);
      if (found.isDirectory() && found.permissions().equals(MODE) && user.owns(folder)) {
        return;
      }
      throw new UnusableException(
          "The folder "
              + folder
              + " for the worker's socket is not a private folder of this user"
              + " (found "
              + (found.isDirectory() ? "a folder" : "no folder")
              + ", owner "
              + found.owner().getName()
              + ", mode "
              + PosixFilePermissions.toString(found.permissions())
              + "). Remove it, or set its mode to 0700.");
    } catch (NoSuchFileException e) {
      throw new UnusableException("The folder " + folder + " for the worker's socket is gone.");
    } catch (IOException | UnsupportedOperationException e) {
      throw new UnusableException(
          "The folder "
              + folder
              + " for the worker's socket cannot be examined ("
              + e.getClass().getSimpleName()
              + ").");
    }
  }
}
