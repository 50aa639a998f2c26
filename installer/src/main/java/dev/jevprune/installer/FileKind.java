package dev.jevprune.installer;

import java.util.Locale;

/** What a file of an installation is for. The order is the one in which they are written. */
enum FileKind {
  /** A part of the runtime folder. */
  RUNTIME,
  /** The former text of a loader that an upgrade replaced. */
  BACKUP,
  /** The file that a host loads. */
  LOADER,
  /** The list of what we own. */
  MANIFEST,
  /** What the worker keeps: decisions, logs, locks. */
  STATE,
  /** Something in the data home that is not ours. */
  OTHER;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
