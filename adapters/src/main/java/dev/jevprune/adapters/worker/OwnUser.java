package dev.jevprune.adapters.worker;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The user this process runs as, learnt from a file it makes: Java has no portable call for it.
 *
 * @param uid the numeric id
 * @param name the name, as the peer credentials of a socket spell it
 */
record OwnUser(int uid, String name) {
  private static final String UID = "unix:uid";

  /** Learns the user by making and removing a file in {@code folder}. */
  static OwnUser learn(Path folder) throws IOException {
    Path probe = Files.createFile(folder.resolve(".owner-" + UUID.randomUUID()));
    try {
      return new OwnUser(
          (Integer) Files.getAttribute(probe, UID, NOFOLLOW_LINKS),
          Files.getOwner(probe, NOFOLLOW_LINKS).getName());
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  /** Whether {@code path} itself, no link followed, belongs to this user. */
  boolean owns(Path path) {
    try {
      return ((Integer) Files.getAttribute(path, UID, NOFOLLOW_LINKS)) == uid;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
