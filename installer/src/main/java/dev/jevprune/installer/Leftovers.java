package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Temporary files that a run which was cut short left beside our files. */
final class Leftovers {
  private Leftovers() {}

  /** The manifest's own. */
  static List<FileAction> ofManifest(Locations locations) throws IOException {
    Path place = ManifestStore.place(locations.dataHome());
    return besides(locations, place, FileKind.MANIFEST);
  }

  /** That of one file of ours. */
  static List<FileAction> besides(Locations locations, Manifest.Owned owned) throws IOException {
    return besides(locations, owned.path(), owned.kind());
  }

  /** That of a file. */
  static List<FileAction> besides(Locations locations, Path place, FileKind kind)
      throws IOException {
    Path temporary = Disk.temporaryOf(place);
    Found parent = Inspector.look(locations.anchor(place), place);
    if (parent.is(Found.State.LINK)
        || parent.is(Found.State.BLOCKED)
        || !Inspector.isFile(temporary)) {
      return List.of();
    }
    Found found = Inspector.look(locations.anchor(temporary), temporary);
    return List.of(
        FileAction.of(Action.REMOVE, kind, temporary, found, "left by a run that was cut short"));
  }
}
