package dev.jevprune.installer;

import java.util.Locale;

/** What a plan does with a file. */
enum Action {
  CREATE,
  UPGRADE,
  /** A part of a file is changed that is not ours as a whole. */
  EDIT,
  UNCHANGED,
  REMOVE,
  /** It was to be removed but is not there any more. */
  GONE,
  /** It stays, and the reason is told. */
  KEPT,
  /** It stands in the way: nothing is done until it is dealt with. */
  REFUSED;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean changesDisk() {
    return writes() || this == REMOVE;
  }

  boolean writes() {
    return this == CREATE || this == UPGRADE || this == EDIT;
  }
}
