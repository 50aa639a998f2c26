package dev.jevprune.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GateTest {

  private static final String ROOM =
      """
      {"input_tokens": 10, "generation_reserve": 5, "uncertainty_margin": 1, "window": 100,
       "scoped_tokens": 10, "scoped_limit": 90, "hysteresis": 10}""";

  @Test
  void goesOnOnlyWhenTheConversationIsKnownToFit() throws JsonException {
    assertThat(pruneWith(ROOM)).isEqualTo(GateOutcome.READY);
    assertThat(pruneWith(ROOM.replace("\"input_tokens\": 10", "\"input_tokens\": 95")))
        .isEqualTo(GateOutcome.WAITING);
    assertThat(pruneWith("null")).isEqualTo(GateOutcome.WAITING);
    assertThat(pruneWith(ROOM.replace("\"window\": 100", "\"window\": \"100\"")))
        .isEqualTo(GateOutcome.WAITING);
  }

  @Test
  void prunesOnlyOnceInAnEpisode() throws JsonException {
    Gate<String> gate = new Gate<>(host("null"));
    gate.begin("e", "threshold");
    assertThat(gate.choose("e", Optional.of(Choice.PRUNE))).isEqualTo(GateOutcome.WAITING);
    assertThat(gate.choose("e", Optional.of(Choice.PRUNE))).isEqualTo(GateOutcome.REFUSED);
    assertThat(gate.choose("e", Optional.of(Choice.COMPACT))).isEqualTo(GateOutcome.COMPACTED);
  }

  @Test
  void isTheSameEpisodeWhenTheHostAsksAgain() throws JsonException {
    Gate<String> gate = new Gate<>(host(ROOM));
    Episode first = gate.begin("a", "threshold");
    assertThat(gate.begin("b", "threshold")).isEqualTo(first);
  }

  @Test
  void endsStaleWhenTheHostCannotNameItsRevisionAfterAFailure() throws JsonException {
    ScriptedHost host = host("null");
    Gate<String> gate =
        new Gate<>(
            new GateHost<>() {
              private boolean down;

              @Override
              public String revision() {
                if (down) {
                  throw new ScriptedHost.Scripted();
                }
                return host.revision();
              }

              @Override
              public String proposePrune() {
                return host.proposePrune();
              }

              @Override
              public boolean commitPrune(String expectedRevision, String proposal) {
                down = host.commitPrune(expectedRevision, proposal);
                return down;
              }

              @Override
              public Optional<Budget> budget() {
                down = false;
                return Optional.empty();
              }

              @Override
              public void compact(String trigger) {
                host.compact(trigger);
              }
            });
    gate.begin("e", "threshold");
    assertThat(gate.choose("e", Optional.of(Choice.PRUNE))).isEqualTo(GateOutcome.WAITING);
    assertThat(gate.episode().map(Episode::revision)).contains("r1");
  }

  private static GateOutcome pruneWith(String budget) throws JsonException {
    Gate<String> gate = new Gate<>(host(budget));
    gate.begin("e", "threshold");
    return gate.choose("e", Optional.of(Choice.PRUNE));
  }

  private static ScriptedHost host(String budget) throws JsonException {
    return new ScriptedHost(
        (JsonObject) StrictJson.parse("{\"revision\": \"r1\", \"budget\": " + budget + "}"));
  }
}
