package dev.jevprune.adapters.protocol;

import java.util.OptionalInt;

/** The protocol versions one side speaks, both ends included. */
public record ProtocolRange(int min, int max) {
  /** What this build speaks. Protocol N serves N−1; version 1 has no predecessor. */
  public static final ProtocolRange OURS = new ProtocolRange(1, 1);

  public ProtocolRange {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException("protocol range " + min + ".." + max);
    }
  }

  public boolean contains(long version) {
    return version >= min && version <= max;
  }

  /** The highest version both sides speak. */
  public OptionalInt common(ProtocolRange other) {
    int highest = Math.min(max, other.max);
    return highest >= Math.max(min, other.min) ? OptionalInt.of(highest) : OptionalInt.empty();
  }

  @Override
  public String toString() {
    return min == max ? String.valueOf(min) : min + " to " + max;
  }
}
