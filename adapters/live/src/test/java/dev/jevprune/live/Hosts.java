package dev.jevprune.live;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What the tests are run over. */
final class Hosts {
  private Hosts() {}

  /** Both generations on both wires. */
  static Stream<Arguments> onEachWire() {
    return Stream.of(PiVersion.values())
        .flatMap(pi -> Stream.of(Wire.values()).map(wire -> Arguments.of(pi, wire)));
  }
}
