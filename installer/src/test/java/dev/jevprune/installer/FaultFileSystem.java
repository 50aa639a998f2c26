package dev.jevprune.installer;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file system in front of another one, in which every single operation passes {@link Faults}:
 * opening, each write, forcing, looking, listing, renaming, deleting.
 */
final class FaultFileSystem extends FileSystem {
  private final FileSystem real;
  private final Provider provider = new Provider();
  Faults faults = Faults.none();

  FaultFileSystem(FileSystem real) {
    this.real = real;
  }

  Path wrap(Path path) {
    return new Place(path);
  }

  static Path real(Path path) {
    return path instanceof Place place ? place.at : path;
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public void close() throws IOException {
    real.close();
  }

  @Override
  public boolean isOpen() {
    return real.isOpen();
  }

  @Override
  public boolean isReadOnly() {
    return real.isReadOnly();
  }

  @Override
  public String getSeparator() {
    return real.getSeparator();
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return java.util.stream.StreamSupport.stream(real.getRootDirectories().spliterator(), false)
        .map(this::wrap)
        .toList();
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return real.getFileStores();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return real.supportedFileAttributeViews();
  }

  @Override
  public Path getPath(String first, String... more) {
    return wrap(real.getPath(first, more));
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    PathMatcher matcher = real.getPathMatcher(pattern);
    return path -> matcher.matches(real(path));
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    return real.getUserPrincipalLookupService();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }

  /** A path of the file system behind, that belongs to this one. */
  private final class Place implements Path {
    private final Path at;

    Place(Path at) {
      this.at = at;
    }

    @Override
    public FileSystem getFileSystem() {
      return FaultFileSystem.this;
    }

    @Override
    public boolean isAbsolute() {
      return at.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
      return wrapNullable(at.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
      return wrapNullable(at.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
      return wrapNullable(at.getParent());
    }

    private @Nullable Path wrapNullable(@Nullable Path path) {
      return path == null ? null : wrap(path);
    }

    @Override
    public int getNameCount() {
      return at.getNameCount();
    }

    @Override
    public Path getName(int index) {
      return wrap(at.getName(index));
    }

    @Override
    public Path subpath(int begin, int end) {
      return wrap(at.subpath(begin, end));
    }

    @Override
    public boolean startsWith(Path other) {
      return other instanceof Place place && at.startsWith(place.at);
    }

    @Override
    public boolean endsWith(Path other) {
      return other instanceof Place place && at.endsWith(place.at);
    }

    @Override
    public Path normalize() {
      return wrap(at.normalize());
    }

    @Override
    public Path resolve(Path other) {
      return wrap(at.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
      return wrap(at.relativize(real(other)));
    }

    @Override
    public URI toUri() {
      return at.toUri();
    }

    @Override
    public Path toAbsolutePath() {
      return wrap(at.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
      faults.reads(at);
      return wrap(at.toRealPath(options));
    }

    @Override
    public WatchKey register(
        WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
      return at.compareTo(real(other));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Place place && at.equals(place.at);
    }

    @Override
    public int hashCode() {
      return at.hashCode();
    }

    @Override
    public String toString() {
      return at.toString();
    }
  }

  private final class Provider extends FileSystemProvider {
    private FileSystemProvider behind() {
      return real.provider();
    }

    @Override
    public String getScheme() {
      return "fault";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel newByteChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return newFileChannel(path, options, attributes);
    }

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      if (options.contains(StandardOpenOption.WRITE)
          || options.contains(StandardOpenOption.APPEND)) {
        faults.changes(path);
      } else {
        faults.reads(path);
      }
      return new Channel(path, behind().newFileChannel(real(path), options, attributes));
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
        Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
      faults.reads(folder);
      DirectoryStream<Path> stream =
          behind().newDirectoryStream(real(folder), path -> filter.accept(wrap(path)));
      return new DirectoryStream<>() {
        @Override
        public Iterator<Path> iterator() {
          Iterator<Path> entries = stream.iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return entries.hasNext();
            }

            @Override
            public Path next() {
              return wrap(entries.next());
            }
          };
        }

        @Override
        public void close() throws IOException {
          stream.close();
        }
      };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
      faults.changes(folder);
      behind().createDirectory(real(folder), attributes);
      if (faults.within()) {
        throw new Faults.Killed();
      }
    }

    @Override
    public void delete(Path path) throws IOException {
      faults.changes(path);
      behind().delete(real(path));
      if (faults.within()) {
        throw new Faults.Killed();
      }
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
      faults.renames(target);
      behind().move(real(source), real(target), options);
      if (faults.within()) {
        throw new Faults.Killed();
      }
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
      return behind().isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
      return behind().isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
      return behind().getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
      faults.reads(path);
      behind().checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(
        Path path, Class<V> type, LinkOption... options) {
      return behind().getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
        Path path, Class<A> type, LinkOption... options) throws IOException {
      faults.reads(path);
      return behind().readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
        throws IOException {
      faults.reads(path);
      return behind().readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
        throws IOException {
      faults.changes(path);
      behind().setAttribute(real(path), attribute, value, options);
    }

    @Override
    public Path readSymbolicLink(Path link) throws IOException {
      faults.reads(link);
      return wrap(behind().readSymbolicLink(real(link)));
    }
  }

  private final class Channel extends FileChannel {
    private final Path path;
    private final FileChannel behind;

    Channel(Path path, FileChannel behind) {
      this.path = path;
      this.behind = behind;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      faults.reads(path);
      return behind.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
      return behind.read(targets, offset, length);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      faults.reads(path);
      return behind.read(target, position);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      faults.changes(path);
      halfOf(source);
      return behind.write(source);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      faults.changes(path);
      halfOf(source);
      return behind.write(source, position);
    }

    private void halfOf(ByteBuffer source) throws IOException {
      if (faults.within()) {
        source.limit(source.position() + source.remaining() / 2);
        behind.write(source);
        throw new Faults.Killed();
      }
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() throws IOException {
      return behind.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      behind.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return behind.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      faults.changes(path);
      behind.truncate(size);
      return this;
    }

    @Override
    public void force(boolean metadata) throws IOException {
      faults.changes(path);
      behind.force(metadata);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
      return behind.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      faults.reads(path);
      return behind.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      behind.close();
    }
  }
}
