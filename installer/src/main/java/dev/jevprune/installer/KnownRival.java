package dev.jevprune.installer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A package that edits requests or results too, as its own pages say; none of them was run with us.
 * Where two are active, the later one sees what the earlier left.
 *
 * @param host where it runs; empty for all three
 * @param name as its users know it
 * @param part what its folder, file or entry in a list has in its name
 */
record KnownRival(Optional<Namespace> host, String name, String part) {
  private static final List<KnownRival> ALL =
      List.of(
          of(Namespace.PI, "pi-context-prune"),
          of(Namespace.PI, "pi-context-pruner"),
          of(Namespace.PI, "pi-context-gc"),
          of(Namespace.PI, "pi-dcp"),
          new KnownRival(
              Optional.of(Namespace.OPENCODE),
              "opencode-dynamic-context-pruning (DCP)",
              "dynamic-context-pruning"),
          new KnownRival(
              Optional.of(Namespace.OPENCODE),
              "opencode-dynamic-context-pruning (DCP)",
              "opencode-dcp"),
          of(Namespace.OPENCODE, "opencode-acp"),
          of(Namespace.OPENCODE, "magic-context"),
          of(Namespace.OPENCODE, "oh-my-opencode"),
          of(Namespace.OPENCODE, "oh-my-openagent"),
          new KnownRival(
              Optional.of(Namespace.HERMES),
              "hermes-prune-tool-outputs-plugin",
              "prune-tool-outputs"),
          of(Namespace.HERMES, "hermes-context-manager"),
          of(Namespace.HERMES, "hermes-context-optimizer"),
          of(Namespace.HERMES, "hermes-context-tuner"),
          of(Namespace.HERMES, "hermes-lcm"),
          of(Namespace.HERMES, "lossless-hermes"),
          of(Namespace.HERMES, "hermes-vcc-engine"),
          of(Namespace.HERMES, "hermes-jev-compact"),
          of(Namespace.HERMES, "hermes-laya"),
          of(Namespace.HERMES, "hermes-token-diet"),
          of(Namespace.HERMES, "noisegate"),
          of(Namespace.HERMES, "rtk-hermes"),
          of(Namespace.HERMES, "token-goat"),
          of(Namespace.HERMES, "zeroscan"),
          new KnownRival(Optional.empty(), "jev-context-fabric", "jev-context-fabric"));

  private static KnownRival of(Namespace host, String name) {
    return new KnownRival(Optional.of(host), name, name);
  }

  /** The package that a name in a host's folder or list stands for, the longest fitting one. */
  static Optional<KnownRival> named(Namespace host, String text) {
    String lower = text.toLowerCase(Locale.ROOT).replace('_', '-');
    return ALL.stream()
        .filter(rival -> rival.host().isEmpty() || rival.host().get() == host)
        .filter(rival -> lower.contains(rival.part()))
        .reduce((one, other) -> other.part().length() > one.part().length() ? other : one);
  }

  /** Every name of a host, for tests and texts. */
  static List<String> names(Namespace host) {
    return ALL.stream()
        .filter(rival -> rival.host().filter(host::equals).isPresent())
        .map(KnownRival::name)
        .distinct()
        .toList();
  }
}
