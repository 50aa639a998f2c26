package dev.jevprune.installer;

import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.adapters.store.StoredSessions.Stored;
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
  private final String version;
  private final List<Stored> sessions;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param version what is installed
   * @param sessions those that have decisions, of all hosts
   */
  HostCheck(
      Surroundings surroundings,
      Locations locations,
      Manifest.Target target,
      String version,
      List<Stored> sessions) {
    this.surroundings = surroundings;
    this.locations = locations;
    this.target = target;
    this.version = version;
    this.sessions = List.copyOf(sessions);
  }

  List<Finding> findings() throws IOException {
    if (target.adapter()) {
      state();
      exceptions();
      if (target.host() == Namespace.HERMES) {
        enabled();
      }
      if (target.host() == Namespace.PI) {
        PiFolderNotes.of(target.root()).forEach(text -> add(Finding.Level.FINDING, text));
      }
      for (String rival : Rivals.of(target.hostRoot())) {
        add(Finding.Level.NOTE, rival);
      }
    } else {
      add(Finding.Level.OK, "skill only: it reports and measures");
    }
    return findings;
  }

  private void add(Finding.Level level, String text) {
    findings.add(new Finding(level, target.host().wireName(), text + " (" + target.root() + ")"));
  }

  /**
   * One line on what the host did with us: never loaded, loaded with nothing to do, declined, or at
   * work. An agent that is switched off writes no heartbeat, so this is asked first.
   */
  private void state() throws IOException {
    Optional<String> declined = declined();
    Optional<JsonObject> beat = read(heartbeat());
    Instant installed =
        Files.getLastModifiedTime(ManifestStore.place(locations.dataHome()))
            .toInstant()
            .truncatedTo(ChronoUnit.SECONDS);
    if (declined.isPresent()) {
      String text = "declined: " + declined.get() + "; every original goes out";
      add(
          Finding.Level.NOTE,
          text + beat.map(seen -> ". Last " + seen(seen, installed)).orElse(""));
    } else if (beat.isEmpty()) {
      add(
          Finding.Level.NOTE,
          "never loaded: installed, not observed since "
              + installed
              + ". Restart "
              + target.host().title()
              + ", send one request, and look again");
    } else if (beat.get().integer("projected").orElse(0) == 0) {
      add(
          Finding.Level.NOTE,
          "loaded, but nothing was eligible or approved yet: " + seen(beat.get(), installed));
    } else {
      add(Finding.Level.OK, seen(beat.get(), installed));
    }
    if (beat.isPresent()) {
      oldShim(beat.get(), installed);
    }
    int invalid = beat.map(seen -> seen.integer("invalid").orElse(0)).orElse(0);
    if (invalid > 0) {
      add(
          Finding.Level.NOTE,
          invalid
              + " decision(s) did not fit the last request any more, so those originals went out");
    }
  }

  /** An agent that ran through an upgrade goes on with what it has loaded. */
  private void oldShim(JsonObject beat, Instant installed) {
    Optional<String> shim = beat.string("shimVersion").filter(seen -> !seen.equals(version));
    if (shim.isPresent() && !isBefore(beat.string("at").orElse(""), installed)) {
      add(
          Finding.Level.FINDING,
          "a running "
              + target.host().title()
              + " has loaded the adapter of version "
              + shim.get()
              + ", installed is "
              + version
              + ". Restart it");
    }
  }

  private Path heartbeat() {
    return new StateLayout(locations.dataHome(), new Digest(target.hostRoot().profile()))
        .heartbeat();
  }

  /** Why everything is switched off on purpose. */
  private Optional<String> declined() throws IOException {
    if (surroundings.variable("JEV_PRUNE_OFF").filter("1"::equals).isPresent()) {
      return Optional.of("JEV_PRUNE_OFF=1 is set here");
    }
    return mode().filter("off"::equals).map(off -> "mode is off in config.yaml");
  }

  /** What agents were told, as they read it: their own entry, else what holds for all. */
  private Optional<String> mode() throws IOException {
    Optional<JsonObject> settings = read(locations.dataHome().resolve("settings.json"));
    return settings
        .flatMap(all -> all.object("hosts"))
        .flatMap(hosts -> hosts.object(target.host().wireName()))
        .or(() -> settings)
        .flatMap(own -> own.string("mode"));
  }

  /** What is switched off, or only counted, beside the state. */
  private void exceptions() throws IOException {
    if (mode().filter("observe"::equals).isPresent()) {
      add(
          Finding.Level.NOTE,
          "mode is observe in config.yaml: what would be left out is counted only");
    }
    long off =
        sessions.stream()
            .filter(stored -> stored.profile().hex().equals(target.hostRoot().profile()))
            .filter(stored -> stored.state().filter(state -> state.ledger().off()).isPresent())
            .count();
    if (off > 0) {
      add(Finding.Level.NOTE, "declined in " + off + " session(s) by /prune off");
    }
  }

  private String seen(JsonObject seen, Instant installed) {
    String at = seen.string("at").orElse("an unknown time");
    return "seen in "
        + target.host().title()
        + " "
        + seen.string("hostVersion").orElse("of unknown version")
        + " at "
        + at
        + ", "
        + seen.integer("requests").orElse(0)
        + " requests, "
        + seen.integer("projected").orElse(0)
        + " projected"
        + (isBefore(at, installed) ? "; not observed since the installation of " + installed : "");
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

  /** A JSON object of ours; empty when it is not there or cannot be read. */
  static Optional<JsonObject> read(Path file) throws IOException {
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
