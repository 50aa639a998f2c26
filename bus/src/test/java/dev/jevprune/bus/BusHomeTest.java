package dev.jevprune.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BusHomeTest {

  private static final Path HOME = Path.of("/home/u");

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void anEmptyVariableIsUnset(String value) {
    assertThat(BusHome.of(Optional.of(value), HOME).registry())
        .isEqualTo(Path.of("/home/u/.jev/bus/v1/registry.json"));
  }

  @Test
  void theVariableMovesTheBus() {
    assertThat(BusHome.of(Optional.of("/srv/bus"), HOME).registry())
        .isEqualTo(Path.of("/srv/bus/v1/registry.json"));
    assertThat(BusHome.of(Optional.of("~/bus"), HOME).folder()).isEqualTo(Path.of("/home/u/bus"));
  }

  @Tag("W12")
  @Test
  void theBusMovesWithAGivenHome() {
    assertThat(BusHome.of(Optional.empty(), Path.of("/sandbox")).registry().toString())
        .startsWith("/sandbox/");
  }
}
