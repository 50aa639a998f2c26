package dev.jevprune.installer;

import dev.jevprune.installer.Found.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares every file with the hash that was recorded for it. */
final class FileCheck {
  private static final String AREA = "files";

  private FileCheck() {}

  static List<Finding> of(Locations locations, Manifest manifest) throws IOException {
    List<Finding> findings = new ArrayList<>();
    if (!manifest.complete()) {
      findings.add(
          Finding.wrong(
              AREA,
              "an installation or removal was cut short. Run jevprune-install --apply to finish it, or"
                  + " --uninstall --apply to undo it."));
    }
    int whole = 0;
    for (Manifest.Owned owned : manifest.files()) {
      Optional<String> damage = damage(locations, owned);
      if (damage.isEmpty()) {
        whole++;
      } else {
        findings.add(Finding.wrong(AREA, damage.get()));
      }
    }
    for (Manifest.Target target : manifest.targets()) {
      long loaders =
          manifest.files().stream().filter(file -> target.loaders().contains(file.place())).count();
      if (loaders < target.loaders().size()) {
        findings.add(
            Finding.wrong(
                AREA,
                target.host().title()
                    + " in "
                    + target.root()
                    + " has no adapter of ours any more."));
      }
      boolean stale =
          target.adapter()
              && manifest.files().stream().noneMatch(f -> f.path().startsWith(target.runtime()));
      if (stale) {
        findings.add(
            Finding.wrong(
                "versions",
                target.host().title()
                    + " loads from "
                    + target.runtime()
                    + ", which is not installed any more. Run jevprune-install --apply."));
      }
    }
    findings.add(Finding.ok(AREA, whole + " of " + manifest.files().size() + " as installed"));
    String program = Version.current();
    findings.add(
        manifest.version().equals(program)
            ? Finding.ok("versions", "installed " + manifest.version())
            : Finding.wrong(
                "versions",
                "installed is "
                    + manifest.version()
                    + ", this program is "
                    + program
                    + ". Run jevprune-install --apply from the newer one."));
    long runtimes = manifest.targets().stream().map(Manifest.Target::runtime).distinct().count();
    if (runtimes > 1) {
      findings.add(
          Finding.wrong(
              "versions",
              "hosts load from different runtimes, because an adapter was edited: "
                  + manifest.targets().stream()
                      .map(t -> t.host().wireName() + " from " + t.runtime().getFileName())
                      .toList()));
    }
    return findings;
  }

  private static Optional<String> damage(Locations locations, Manifest.Owned owned)
      throws IOException {
    Path path = owned.path();
    Found found = Inspector.look(locations.anchor(path), path);
    if (found.is(State.ABSENT)) {
      return Optional.of(path + " is missing. Run jevprune-install --apply to put it back.");
    }
    if (!found.is(State.FILE)) {
      return Optional.of(found.detail() + ".");
    }
    return found.sha256().filter(owned::wrote).isPresent()
        ? Optional.empty()
        : Optional.of(
            path
                + " was edited after it was installed. Move your copy away and run jevprune-install"
                + " --apply to have it written anew.");
  }
}
