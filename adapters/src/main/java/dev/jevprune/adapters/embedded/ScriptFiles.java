package dev.jevprune.adapters.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.graalvm.polyglot.io.FileSystem;

/**
 * The modules a script may import: the shim's own files, the stand-ins for Node's built-ins, and
 * files put there by name. Read from the class path, so that an installed copy and a checkout run
 * the same bytes. No other file can be reached.
 */
final class ScriptFiles implements FileSystem {
  /** Where the shim lies for the scripts, as it does in an installed runtime folder. */
  static final String RUNTIME = "/jev-prune/runtime";

  private static final String EMBEDDED = "/jev-prune/embedded";
  private static final Map<String, String> FOLDERS =
      Map.of(
          RUNTIME + "/shim/", "/dev/jevprune/adapters/shim/",
          EMBEDDED + "/", "/dev/jevprune/adapters/embedded/");

  private final Map<String, byte[]> added = new ConcurrentHashMap<>();
  private final Optional<Path> shim;

  /**
   * @param shim the folder that holds the shim; empty for the one on the class path
   */
  ScriptFiles(Optional<Path> shim) {
    this.shim = shim;
  }

  void add(String path, String text) {
    added.put(path, Utf8.encode(text));
  }

  static String embedded(String name) {
    return EMBEDDED + "/" + name;
  }

  private static Optional<byte[]> onClassPath(String path) throws IOException {
    for (Map.Entry<String, String> folder : FOLDERS.entrySet()) {
      if (path.startsWith(folder.getKey())) {
        String resource = folder.getValue() + path.substring(folder.getKey().length());
        try (InputStream in = ScriptFiles.class.getResourceAsStream(resource)) {
          return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        }
      }
    }
    return Optional.empty();
  }

  private byte[] bytes(Path path) throws IOException {
    String key = key(path);
    byte[] own = added.get(key);
    if (own != null) {
      return own;
    }
    if (shim.isPresent() && key.startsWith(RUNTIME + "/shim/")) {
      return Files.readAllBytes(shim.get().resolve(key.substring(RUNTIME.length() + 6)));
    }
    return onClassPath(key).orElseThrow(() -> new NoSuchFileException(key));
  }

  private String key(Path path) {
    return toAbsolutePath(path).normalize().toString().replace('\\', '/');
  }

  private static Path module(String name) {
    return Path.of(EMBEDDED, "node", name + ".mjs");
  }

  @Override
  public Path parsePath(URI uri) {
    return "node".equals(uri.getScheme())
        ? module(uri.getSchemeSpecificPart())
        : Path.of(uri.getPath());
  }

  @Override
  public Path parsePath(String path) {
    return path.startsWith("node:") ? module(path.substring("node:".length())) : Path.of(path);
  }

  @Override
  public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
      throws IOException {
    bytes(path);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return new Bytes(bytes(path));
  }

  @Override
  public Path toAbsolutePath(Path path) {
    return path.isAbsolute() ? path : Path.of(EMBEDDED).resolve(path);
  }

  @Override
  public Path toRealPath(Path path, LinkOption... options) throws IOException {
    bytes(path);
    return toAbsolutePath(path).normalize();
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return Map.of("isRegularFile", true, "isDirectory", false, "size", (long) bytes(path).length);
  }

  @Override
  public void createDirectory(Path dir, FileAttribute<?>... attributes) {
    throw new SecurityException("read only");
  }

  @Override
  public void delete(Path path) {
    throw new SecurityException("read only");
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path dir, DirectoryStream.Filter<? super Path> filter) {
    throw new SecurityException("modules are not listed");
  }

  /** A file's bytes, to be read once. */
  private static final class Bytes implements SeekableByteChannel {
    private final ByteBuffer bytes;
    private boolean open = true;

    Bytes(byte[] content) {
      bytes = ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    @Override
    public int read(ByteBuffer target) {
      if (!bytes.hasRemaining()) {
        return -1;
      }
      int count = Math.min(target.remaining(), bytes.remaining());
      target.put(bytes.slice(bytes.position(), count));
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public int write(ByteBuffer source) {
      throw new NonWritableChannelException();
    }

    @Override
    public long position() {
      return bytes.position();
    }

    @Override
    public SeekableByteChannel position(long position) {
      bytes.position((int) position);
      return this;
    }

    @Override
    public long size() {
      return bytes.limit();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }
}
