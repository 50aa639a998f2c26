package dev.jevprune.installer;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds and judges the manifest of a data home. Only reads. */
final class ManifestStore {
  /** The Python kit keeps its manifest here; two kits in one data home would undo each other. */
  private static final String KIT_FILE_NAME = "manifest.json";

  private static final String KIT_SCHEMA = "jev-prune.install.v1";

  private ManifestStore() {}

  static Path place(Path dataHome) {
    return dataHome.resolve(Manifest.FILE_NAME);
  }

  /**
   * The manifest of {@code locations}' data home, if there is one.
   *
   * @throws Problem when it is damaged, is a link, or was written for another data home
   */
  static Optional<Manifest> read(Locations locations) throws IOException {
    Path place = place(locations.dataHome());
    Found found = Inspector.look(locations.anchor(place), place);
    if (found.is(Found.State.ABSENT)) {
      return Optional.empty();
    }
    if (!found.is(Found.State.FILE)) {
      throw new Problem(
          found.detail()
              + ". Nothing was changed: put a real folder there, or name another one with --data-home.");
    }
    Manifest manifest = ManifestCodec.read(place, Files.readAllBytes(place));
    if (!manifest.dataHome().equals(locations.dataHome())) {
      throw new Problem(
          place
              + " was written for "
              + manifest.dataHome()
              + ": this data home is a copy or was moved. Move it back to uninstall it, or delete it by hand.");
    }
    return Optional.of(manifest);
  }

  /** What to tell the user when the Python kit is installed in this data home. */
  static Optional<String> kitProblem(Path dataHome) throws IOException {
    Path place = dataHome.resolve(KIT_FILE_NAME);
    if (!Inspector.isFile(place)) {
      return Optional.empty();
    }
    try {
      boolean kit =
          StrictJson.parse(Files.readAllBytes(place)) instanceof JsonObject root
              && root.string("schema").filter(KIT_SCHEMA::equals).isPresent();
      return kit ? Optional.of(kitText(dataHome, place)) : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty(); // whatever it is, it is not the kit's and not ours
    }
  }

  private static String kitText(Path dataHome, Path place) {
    return "The Python kit of Jev Prune is installed in "
        + dataHome
        + " ("
        + place
        + "). Uninstall it first with its own installer: ./jevprune-install --uninstall --apply --data-home "
        + ProgramScript.quoted(dataHome.toString())
        + " in that kit's folder, then move "
        + place
        + " away. Or name another data home here with --data-home.";
  }
}
