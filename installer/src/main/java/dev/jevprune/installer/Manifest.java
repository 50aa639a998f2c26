package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What an installation owns, always in the same order, kept in {@code <data>/install.json}. It is
 * written before the first file, as a journal that names the old and the new hash of each, and
 * again when all is done; so a file of ours is known as ours wherever a run was cut short.
 *
 * @param version the version of the product that wrote it
 * @param dataHome the data home that it was written for; a copied or moved one is refused
 * @param complete false while files are being changed
 * @param files the files we own
 * @param folders the folders we made, parents before children
 * @param targets where loaders are
 * @param edits the lines of ours in files of others
 * @param kept runtime folders of before, which agents that run may still use
 */
record Manifest(
    String version,
    Path dataHome,
    boolean complete,
    List<Owned> files,
    List<Path> folders,
    List<Target> targets,
    List<Edit> edits,
    List<Path> kept) {
  static final String FILE_NAME = "install.json";
  static final String SCHEMA = "jev-prune.installation.v1";

  Manifest {
    files = files.stream().sorted(Comparator.comparing(Owned::path)).toList();
    folders = folders.stream().sorted().toList();
    targets =
        targets.stream()
            .sorted(Comparator.comparing(Target::host).thenComparing(Target::root))
            .toList();
    edits = edits.stream().sorted(Comparator.comparing(Edit::path)).toList();
    kept = kept.stream().sorted().distinct().toList();
  }

  /**
   * A file we own.
   *
   * @param via the place that leads to it through a link which the user let us follow
   * @param sha256 what it holds, or shall hold
   * @param previous what it held before a change that is not complete yet
   */
  record Owned(
      Path path, Optional<Path> via, FileKind kind, Digest sha256, Optional<Digest> previous) {
    boolean wrote(Digest digest) {
      return digest.equals(sha256) || previous.filter(digest::equals).isPresent();
    }

    /** Where a host finds it. */
    Path place() {
      return via.orElse(path);
    }
  }

  /**
   * A host that we serve.
   *
   * @param host which
   * @param root the host's folder
   * @param adapter whether it loads us
   * @param choice whether it asks before it compacts by itself
   * @param skill the folder of the skill that serves it
   * @param runtime the runtime folder that its loader points to
   */
  record Target(
      Namespace host,
      Path root,
      boolean adapter,
      boolean choice,
      Optional<Path> skill,
      Path runtime) {
    /** The files it loads. */
    List<Path> loaders() {
      return adapter ? hostRoot().loaders() : List.of();
    }

    HostRoot hostRoot() {
      return new HostRoot(host, root, HostRoot.Source.USUAL);
    }

    /** Whether a file of ours at that place serves this host. */
    boolean owns(Path place) {
      return loaders().contains(place)
          || OpenCodeSeed.places(hostRoot()).contains(place)
          || skill.filter(place::startsWith).isPresent();
    }
  }

  /**
   * What we put into a file of somebody else.
   *
   * @param path the file
   * @param root the folder of the host whose settings it holds; of the bus the bus home
   * @param kind settings of a host, or the registry of the bus
   * @param offset where in the file the bytes were put; of a registry 0
   * @param inserted the text that was put there; of a registry {@code guard} where the guard file
   *     of its lock came with us, else empty
   * @param after the hash of the file with it
   */
  record Edit(Path path, Path root, FileKind kind, int offset, String inserted, Digest after) {}

  static Manifest empty(String version, Path dataHome) {
    return new Manifest(
        version, dataHome, true, List.of(), List.of(), List.of(), List.of(), List.of());
  }

  Optional<Owned> owned(Path path) {
    return files.stream().filter(file -> file.path().equals(path)).findFirst();
  }

  Optional<Edit> edit(Path path) {
    return edits.stream().filter(edit -> edit.path().equals(path)).findFirst();
  }

  /** What was recorded for a host's folder. */
  Optional<Target> target(HostRoot root) {
    return targets.stream().filter(target -> target.hostRoot().samePlace(root)).findFirst();
  }
}
