package dev.jevprune.installer;

import java.util.Optional;

/**
 * What an installation was asked for beside its places.
 *
 * @param skillsOnly no native adapters where there are none yet
 * @param piChoice whether Pi asks before it compacts by itself; empty: as it is
 * @param activateHermes put our name on Hermes' list of plugins
 * @param seedOpenCode keep OpenCode from its npm install
 * @param bus take part in the bus
 * @param forceCarrier carry a host also where another package does
 * @param followLinks write through links
 */
record InstallOptions(
    boolean skillsOnly,
    Optional<Boolean> piChoice,
    boolean activateHermes,
    boolean seedOpenCode,
    boolean bus,
    boolean forceCarrier,
    boolean followLinks) {
  static final InstallOptions NONE =
      new InstallOptions(false, Optional.empty(), false, false, true, false, false);
}
