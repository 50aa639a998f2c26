package dev.jevprune.installer;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder of one host, or of one of its profiles.
 *
 * @param host whose
 * @param folder absolute, without {@code ..}
 * @param source who named it
 */
record HostRoot(Namespace host, Path folder, Source source) {
  /** Who named a folder. */
  enum Source {
    /** It is the usual one. */
    USUAL,
    /** A variable of the host. */
    VARIABLE,
    /** The command line. */
    GIVEN
  }

  /** The places of the files by which the host loads us. */
  List<Path> loaders() {
    List<Path> places = new ArrayList<>();
    for (Namespace.LoaderFile loader : host.loaders()) {
      places.add(folder.resolve(loader.path()));
    }
    return places;
  }

  /** The name of this folder's state: SHA-256 of the host's name, NUL and the absolute path. */
  String profile() {
    byte[] text = (host.wireName() + "\0" + folder).getBytes(StandardCharsets.UTF_8);
    return Content.of(text).sha256().hex();
  }

  /** Whether the two are the same place of the same host. */
  boolean samePlace(HostRoot other) {
    return host == other.host && folder.equals(other.folder);
  }
}
