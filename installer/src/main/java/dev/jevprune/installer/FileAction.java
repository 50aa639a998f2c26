package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a plan does with one file.
 *
 * @param action what
 * @param kind what the file is for
 * @param path which file, absolute
 * @param program whether it may be executed (0700 instead of 0600)
 * @param content what it shall hold; empty when nothing is written
 * @param bytes the size that is written, removed or kept; of a folder the sum; -1 unknown
 * @param sha256 the hash that is written, removed or kept; empty for folders
 * @param why why, in words for the user; may be empty where the action says it all
 */
record FileAction(
    Action action,
    FileKind kind,
    Path path,
    boolean program,
    Optional<Content> content,
    long bytes,
    Optional<Digest> sha256,
    String why) {

  static FileAction write(
      Action action, FileKind kind, Path path, boolean program, Content content, String why) {
    return new FileAction(
        action,
        kind,
        path,
        program,
        Optional.of(content),
        content.size(),
        Optional.of(content.sha256()),
        why);
  }

  static FileAction of(Action action, FileKind kind, Path path, Found found, String why) {
    return new FileAction(
        action, kind, path, false, Optional.empty(), found.bytes(), found.sha256(), why);
  }

  String mode() {
    return program ? "0700" : "0600";
  }
}
