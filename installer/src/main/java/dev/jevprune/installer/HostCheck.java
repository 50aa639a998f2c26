package dev.jevprune.installer;

import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one host did with us, by what the shim wrote from inside it, and what in the host's folder
 * stands in the way.
 */
final class HostCheck {
  private final Surroundings surroundings;
  private final Locations locations;
  private final Manifest.Target target;
  private final List<Finding> findings = new ArrayList<>();

  HostCheck(Surroundings surroundings, Locations locations, Manifest.Target target) {
    this.surroundings = surroundings;
    this.locations = locations;
    this.target = target;
  }

  List<Finding> findings() throws IOException {
    if (target.adapter()) {
      declined();
      heartbeat();
      if (target.host() == Namespace.HERMES) {
        enabled();
      }
      if (target.host() == Namespace.PI) {
        PiFolderNotes.of(target.root()).forEach(text -> add(Finding.Level.FINDING, text));
      }
      for (String rival : Rivals.of(target.hostRoot())) {
        add(
            Finding.Level.NOTE,
            rival + " may edit requests too; where both do, look at /prune status");
      }
    } else {
      add(Finding.Level.OK, "skill only: it reports and measures");
    }
    return findings;
  }

  private void add(Finding.Level level, String text) {
    findings.add(new Finding(level, target.host().wireName(), text + " (" + target.root() + ")"));
  }

  /** Switched off on purpose: not the same as never loaded, or loaded with nothing to do. */
  private void declined() throws IOException {
    if (surroundings.variable("JEV_PRUNE_OFF").filter("1"::equals).isPresent()) {
      add(Finding.Level.NOTE, "declined: JEV_PRUNE_OFF=1 is set here; every original goes out");
    }
    Optional<String> mode =
        read(locations.dataHome().resolve("settings.json")).flatMap(json -> json.string("mode"));
    if (mode.filter("off"::equals).isPresent()) {
      add(Finding.Level.NOTE, "declined: mode is off in config.yaml; every original goes out");
    }
  }

  private void heartbeat() throws IOException {
    Path place =
        new StateLayout(locations.dataHome(), new Digest(target.hostRoot().profile())).heartbeat();
    Instant installed =
        Files.getLastModifiedTime(ManifestStore.place(locations.dataHome()))
            .toInstant()
            .truncatedTo(ChronoUnit.SECONDS);
    Optional<JsonObject> beat = read(place);
    if (beat.isEmpty()) {
      add(
          Finding.Level.NOTE,
          "never loaded: installed, not observed since "
              + installed
              + ". Restart "
              + target.host().title()
              + ", send one request, and look again");
      return;
    }
    JsonObject seen = beat.get();
    int requests = seen.integer("requests").orElse(0);
    int projected = seen.integer("projected").orElse(0);
    String at = seen.string("at").orElse("an unknown time");
    String text =
        "seen in "
            + target.host().title()
            + " "
            + seen.string("hostVersion").orElse("of unknown version")
            + " at "
            + at
            + ", "
            + requests
            + " requests, "
            + projected
            + " projected";
    if (projected == 0) {
      text = "loaded, but nothing was eligible or approved yet: " + text;
    }
    if (isBefore(at, installed)) {
      text += "; not observed since the installation of " + installed;
    }
    add(projected > 0 ? Finding.Level.OK : Finding.Level.NOTE, text);
    if (seen.integer("invalid").orElse(0) > 0) {
      add(
          Finding.Level.NOTE,
          seen.integer("invalid").orElse(0)
              + " decision(s) did not fit the last request any more, so those originals went out");
    }
  }

  private static boolean isBefore(String at, Instant installed) {
    try {
      return Instant.parse(at).isBefore(installed);
    } catch (java.time.DateTimeException e) {
      return false;
    }
  }

  private void enabled() throws IOException {
    Path file = target.root().resolve(HermesSettings.FILE_NAME);
    Optional<HermesSettings> settings =
        Files.isRegularFile(file)
            ? HermesSettings.parse(Files.readAllBytes(file))
            : Optional.empty();
    if (settings.isEmpty()) {
      add(Finding.Level.FINDING, file + " is not there or is no YAML, so no plugin is enabled");
      return;
    }
    switch (settings.get().standing()) {
      case ENABLED -> add(Finding.Level.OK, "on the list of enabled plugins");
      case MISSING ->
          add(
              Finding.Level.FINDING,
              "not on the list of enabled plugins: add \"- jev-prune\" under plugins: enabled: in "
                  + file
                  + ", or run jevprune-install --apply --activate-hermes");
      case DISABLED ->
          add(Finding.Level.FINDING, file + " names the plugin under plugins.disabled, which wins");
      case QUOTED ->
          add(
              Finding.Level.FINDING,
              "plugins.enabled in "
                  + file
                  + " is a text in quotes and not a list: Hermes then loads no plugin at all. Take the"
                  + " quotes away");
      case ODD -> add(Finding.Level.FINDING, "plugins.enabled in " + file + " is not a list");
    }
  }

  private static Optional<JsonObject> read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return StrictJson.parse(Files.readAllBytes(file)) instanceof JsonObject json
          ? Optional.of(json)
          : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty(); // the store's check names it
    }
  }
}
