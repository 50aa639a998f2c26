package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What an installation owns, kept in {@code <data>/install.json}. It is written before the first
 * file, as a journal that names the old and the new hash of each, and again when all is done; so a
 * file of ours is known as ours wherever a run was cut short.
 *
 * @param version the version of the product that wrote it
 * @param dataHome the data home that it was written for; a copied or moved one is refused
 * @param complete false while files are being changed
 * @param files the files we own
 * @param folders the folders we made, parents before children
 * @param targets where loaders are
 */
record Manifest(
    String version,
    Path dataHome,
    boolean complete,
    List<Owned> files,
    List<Path> folders,
    List<Target> targets) {
  static final String FILE_NAME = "install.json";
  static final String SCHEMA = "jev-prune.installation.v1";

  Manifest {
    files = List.copyOf(files);
    folders = List.copyOf(folders);
    targets = List.copyOf(targets);
  }

  /**
   * A file we own.
   *
   * @param sha256 what it holds, or shall hold
   * @param previous what it held before a change that is not complete yet
   */
  record Owned(Path path, FileKind kind, Digest sha256, Optional<Digest> previous) {
    boolean wrote(Digest digest) {
      return digest.equals(sha256) || previous.filter(digest::equals).isPresent();
    }
  }

  /**
   * A host that loads us.
   *
   * @param host which
   * @param root the host's folder
   * @param runtime the runtime folder that its loader points to
   */
  record Target(Namespace host, Path root, Path runtime) {
    /** The files it loads. */
    List<Path> loaders() {
      return hostRoot().loaders();
    }

    HostRoot hostRoot() {
      return new HostRoot(host, root, HostRoot.Source.USUAL);
    }
  }

  static Manifest empty(String version, Path dataHome) {
    return new Manifest(version, dataHome, true, List.of(), List.of(), List.of());
  }

  Optional<Owned> owned(Path path) {
    return files.stream().filter(file -> file.path().equals(path)).findFirst();
  }
}
