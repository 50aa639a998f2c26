package dev.jevprune.core.model;

/** A model's version: two numbers. */
record Version(int major, int minor) implements Comparable<Version> {

  /** Reads {@code 5} or {@code 5.1}. */
  static Version parse(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new Version(Integer.parseInt(text), 0)
        : new Version(
            Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
  }

  @Override
  public int compareTo(Version other) {
    return major != other.major
        ? Integer.compare(major, other.major)
        : Integer.compare(minor, other.minor);
  }
}
