package dev.jevprune.installer;

import java.util.List;

/**
 * What a run does to the bus, for the user to read.
 *
 * @param carriers one line a host: who carries it afterwards
 * @param stages the names of our stages afterwards
 */
record BusPlan(List<String> carriers, List<String> stages) {
  static final BusPlan NONE = new BusPlan(List.of(), List.of());

  BusPlan {
    carriers = List.copyOf(carriers);
    stages = List.copyOf(stages);
  }
}
