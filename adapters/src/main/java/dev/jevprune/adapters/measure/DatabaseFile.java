package dev.jevprune.adapters.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A database of a host, open for reading. Nothing is written beside it: a database without a
 * write-ahead log is opened as unchangeable; one with a log is copied with it into a private folder
 * that goes when this is closed.
 */
final class DatabaseFile implements AutoCloseable {
  private static final int COPY_TRIES = 3;

  private final Connection connection;
  private final Optional<Path> copy;

  private DatabaseFile(Connection connection, Optional<Path> copy) {
    this.connection = connection;
    this.copy = copy;
  }

  static DatabaseFile open(Path database) throws IOException {
    Path log = sibling(database, "-wal");
    Optional<Path> folder = Optional.empty();
    try {
      if (Files.exists(log) && Files.size(log) > 0) {
        folder = Optional.of(Files.createTempDirectory("jev-prune-measure"));
        Path copy = copy(database, log, folder.get());
        return new DatabaseFile(connect("jdbc:sqlite:" + copy), folder);
      }
      return new DatabaseFile(
          connect("jdbc:sqlite:" + database.toUri() + "?mode=ro&immutable=1"), folder);
    } catch (IOException e) {
      if (folder.isPresent()) {
        delete(folder.get());
      }
      throw e;
    }
  }

  private static Path sibling(Path database, String ending) {
    return database.resolveSibling(database.getFileName() + ending);
  }

  /** A host may be writing: a copy counts only if neither file changed while it was made. */
  private static Path copy(Path database, Path log, Path folder) throws IOException {
    Path copy = folder.resolve("copy.db");
    for (int i = 0; i < COPY_TRIES; i++) {
      String before = state(database) + state(log);
      Files.copy(database, copy, StandardCopyOption.REPLACE_EXISTING);
      Files.copy(log, folder.resolve("copy.db-wal"), StandardCopyOption.REPLACE_EXISTING);
      if (before.equals(state(database) + state(log))) {
        return copy;
      }
    }
    throw new IOException("A host is writing to this database; try again when it is idle.");
  }

  private static String state(Path file) throws IOException {
    return Files.size(file) + "@" + Files.getLastModifiedTime(file) + " ";
  }

  private static Connection connect(String url) throws IOException {
    try {
      return DriverManager.getConnection(url, new Properties());
    } catch (SQLException e) {
      if ("08001".equals(e.getSQLState())) { // no driver takes this address
        throw new IOException(
            "Databases cannot be read here: the SQLite driver is not on the class path.", e);
      }
      throw new IOException("The database cannot be opened: " + e.getMessage(), e);
    }
  }

  Connection connection() {
    return connection;
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException("The database cannot be closed: " + e.getMessage(), e);
    } finally {
      if (copy.isPresent()) {
        delete(copy.get());
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
