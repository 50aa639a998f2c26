package dev.jevprune.installer;

import java.util.Locale;

/** What a file of an installation is for. The order is the one in which they are written. */
enum FileKind {
  /** A part of the runtime folder. */
  RUNTIME,
  /** The former text of a file of ours that an upgrade replaced. */
  BACKUP,
  /** A skill, or a part of one. */
  SKILL,
  /** A file that keeps a host from fetching something of its own. */
  SEED,
  /** The file that a host loads. */
  LOADER,
  /** The settings of a host, in which a few lines are ours. */
  SETTINGS,
  /** The registry of the bus, in which some entries are ours. */
  REGISTRY,
  /** The list of what we own. */
  MANIFEST,
  /** What the worker keeps: decisions, logs, locks. */
  STATE,
  /** Something that is not ours, or that others made of ours. */
  OTHER;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether we own the whole file; of the others we own a part. */
  boolean isWhole() {
    return this != SETTINGS && this != REGISTRY;
  }
}
