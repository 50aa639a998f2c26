package dev.jevprune.installer;

import java.util.List;

final class Doctor {
  Doctor(Surroundings surroundings, InstallWorld world, Locations locations, List<HostRoot> only) {}

  int run(boolean selfTest, boolean json) {
    return Program.OK;
  }
}
