package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a plan does with one file.
 *
 * @param action what
 * @param kind what the file is for
 * @param path which file, absolute; the real one where a link leads to it
 * @param via the place that leads to it through a link
 * @param mode the permissions it has afterwards; of a file that is not written those it has
 * @param content what it shall hold; empty when nothing is written
 * @param bytes the size that is written, removed or kept; of a folder the sum; -1 unknown
 * @param sha256 the hash that is written, removed or kept; empty for folders
 * @param before the hash of what is there now; empty when nothing is
 * @param why why, in words for the user; may be empty where the action says it all
 */
record FileAction(
    Action action,
    FileKind kind,
    Path path,
    Optional<Path> via,
    Optional<FileMode> mode,
    Optional<Content> content,
    long bytes,
    Optional<Digest> sha256,
    Optional<Digest> before,
    String why) {

  /** A file that is written, or would be. */
  static FileAction write(
      Action action,
      FileKind kind,
      Path path,
      FileMode mode,
      Content content,
      Found found,
      String why) {
    return new FileAction(
        action,
        kind,
        path,
        Optional.empty(),
        Optional.of(mode),
        Optional.of(content),
        content.size(),
        Optional.of(content.sha256()),
        found.sha256(),
        why);
  }

  /** A file that is not written. */
  static FileAction of(Action action, FileKind kind, Path path, Found found, String why) {
    return new FileAction(
        action,
        kind,
        path,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        found.bytes(),
        found.sha256(),
        found.sha256(),
        why);
  }

  /** The same, reached through a link at {@code place}. */
  FileAction through(Path place) {
    return new FileAction(
        action,
        kind,
        path,
        place.equals(path) ? Optional.empty() : Optional.of(place),
        mode,
        content,
        bytes,
        sha256,
        before,
        why);
  }

  /** The same with another end. */
  FileAction as(Action other, String otherWhy) {
    return new FileAction(other, kind, path, via, mode, content, bytes, sha256, before, otherWhy);
  }

  /** Whose file it is: {@code jev-prune}, or {@code you} for what is kept or only edited. */
  String owner() {
    boolean ours =
        kind.isWhole()
            && kind != FileKind.OTHER
            && action != Action.KEPT
            && action != Action.REFUSED;
    return ours || kind == FileKind.STATE ? "jev-prune" : "you";
  }
}
