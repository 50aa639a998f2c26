package dev.jevprune.adapters.measure;

import java.util.Locale;

/** A rule for what is left out, and when. */
enum Policy {
  /** Exact repeats of reads, as {@code /prune} offers them, as soon as they may be left out. */
  EXACT_REPEATS("exact repeats, at once"),
  /** Reads whose file was edited later, in the request after the edit. */
  STALE_AT_DEPTH("stale reads, at once"),
  /** Exact repeats, stale and superseded reads, only when the cache is cold anyway. */
  COLD_ONLY("all classes, cold turns only"),
  /** New reads whose text is in the context already, before they are sent for the first time. */
  TAIL("already in context, before first send");

  private final String title;

  Policy(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
