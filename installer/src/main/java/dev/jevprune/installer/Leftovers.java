package dev.jevprune.installer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Temporary files that a run which was cut short left beside our files. */
final class Leftovers {
  private Leftovers() {}

  static List<FileAction> besides(Locations locations, Manifest.Owned owned) throws IOException {
    Path temporary = Disk.temporaryOf(owned.path());
    Found parent = Inspector.look(locations.anchor(owned.path()), owned.path());
    if (parent.is(Found.State.LINK)
        || parent.is(Found.State.BLOCKED)
        || !Files.isRegularFile(temporary, NOFOLLOW_LINKS)) {
      return List.of();
    }
    Found found = Inspector.look(locations.anchor(temporary), temporary);
    return List.of(
        FileAction.of(
            Action.REMOVE, owned.kind(), temporary, found, "left by a run that was cut short"));
  }
}
