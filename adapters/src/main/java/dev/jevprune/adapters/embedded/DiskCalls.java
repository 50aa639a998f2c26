package dev.jevprune.adapters.embedded;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyObject;

/**
 * The file calls behind the stand-in for {@code node:fs}, kept inside one folder. A file whose name
 * ends in {@code .sock} stands for a socket.
 */
final class DiskCalls {
  private static final String RUN = "/run/";
  private static final String SOCKET = ".sock";

  private final Path root;

  DiskCalls(Path root) {
    this.root = root;
  }

  /** Runs one call; a refusal comes back as a value that carries Node's error code. */
  Object call(Value... arguments) {
    String name = arguments[0].asString();
    try {
      Path path = real(arguments[1].asString());
      if (!path.startsWith(root)) {
        return refused("ENOENT");
      }
      return run(name, path, arguments);
    } catch (IOException e) {
      return refused(code(e));
    }
  }

  /**
   * {@code /run} stands for a folder of that name in the root, since a socket's path must be short.
   */
  private Path real(String path) {
    return path.startsWith(RUN)
        ? root.resolve(path.substring(1)).normalize()
        : Path.of(path).normalize();
  }

  private Object run(String name, Path path, Value... arguments) throws IOException {
    return switch (name) {
      case "stat" -> facts(path);
      case "lstat" -> facts(path, LinkOption.NOFOLLOW_LINKS);
      case "readText" -> Utf8.decode(Files.readAllBytes(path));
      case "read" -> HostCalls.array(Files.readAllBytes(path));
      case "write" ->
          Files.write(path, Utf8.encode(arguments[2].asString()), options(arguments[3].asString()))
              .toString();
      case "mkdir" ->
          (arguments[2].asBoolean() ? Files.createDirectories(path) : Files.createDirectory(path))
              .toString();
      case "unlink" -> {
        Files.delete(path);
        yield true;
      }
      case "rename" ->
          Files.move(path, Path.of(arguments[2].asString()), StandardCopyOption.REPLACE_EXISTING)
              .toString();
      case "real" -> path.toRealPath().toString();
      case "list" -> names(path);
      default -> throw new IllegalArgumentException("no such file call: " + name);
    };
  }

  private static ProxyArray names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Object> names =
          entries.map(each -> (Object) String.valueOf(each.getFileName())).sorted().toList();
      return ProxyArray.fromList(names);
    }
  }

  private static OpenOption[] options(String flag) {
    return switch (flag) {
      case "wx" -> new OpenOption[] {StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW};
      case "a" ->
          new OpenOption[] {
            StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.APPEND
          };
      default ->
          new OpenOption[] {
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING
          };
    };
  }

  private static String facts(Path path, LinkOption... options) throws IOException {
    Map<String, Object> all =
        Files.readAttributes(path, "unix:mode,uid,ino,size,lastModifiedTime", options);
    int mode = ((Number) all.getOrDefault("mode", 0)).intValue();
    FileTime time = (FileTime) all.getOrDefault("lastModifiedTime", FileTime.fromMillis(0));
    String kind =
        switch (mode >> 12) {
          case 0x8 -> path.toString().endsWith(SOCKET) ? "socket" : "file";
          case 0x4 -> "folder";
          case 0xA -> "link";
          default -> "other";
        };
    return String.format(
        "{\"kind\":\"%s\",\"mode\":%d,\"uid\":%s,\"ino\":%s,\"size\":%s,\"mtimeNanos\":\"%d\"}",
        kind, mode, all.get("uid"), all.get("ino"), all.get("size"), time.to(TimeUnit.NANOSECONDS));
  }

  private static ProxyObject refused(String code) {
    return ProxyObject.fromMap(Map.of("refused", true, "code", code));
  }

  private static String code(Exception refusal) {
    if (refusal instanceof NoSuchFileException) {
      return "ENOENT";
    }
    if (refusal instanceof FileAlreadyExistsException) {
      return "EEXIST";
    }
    if (refusal instanceof AccessDeniedException) {
      return "EACCES";
    }
    if (refusal instanceof NotDirectoryException) {
      return "ENOTDIR";
    }
    return refusal instanceof DirectoryNotEmptyException ? "ENOTEMPTY" : "EIO";
  }
}
