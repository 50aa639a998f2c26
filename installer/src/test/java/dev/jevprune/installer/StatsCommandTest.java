package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.adapters.store.SessionStats;
import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.adapters.store.StatsStore;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatsCommandTest {

  @TempDir Path data;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(String... more) {
    List<String> words = new ArrayList<>(List.of("stats", "--data-home", data.toString()));
    words.addAll(List.of(more));
    return Main.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        Map.of("HOME", data.toString()),
        words);
  }

  private void write(String profile, String session, long attempted) throws Exception {
    new StatsStore(new StateLayout(data, new Digest(profile.repeat(64))), Clock.systemUTC())
        .write(
            new SessionId(session),
            SessionFigures.NONE.looked(
                new SessionStats(attempted, 1, Map.of("fresh_read", attempted - 1))));
  }

  @Test
  void addsUpOverSessionsAndProfiles() throws Exception {
    write("a", "one", 3);
    write("a", "two", 4);
    write("b", "three", 5);
    assertThat(run()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("All sessions: 12 reads looked at, 3 left out.")
        .contains("  9  fresh_read");
  }

  @Test
  void printsOneLineOfJson() throws Exception {
    write("a", "one", 3);
    run("--json");
    JsonObject json = (JsonObject) StrictJson.parse(out.toString(StandardCharsets.UTF_8).strip());
    assertThat(json.array("sessions").orElseThrow().size()).isEqualTo(1);
    assertThat(json.object("total").orElseThrow().integer("attempted")).hasValue(3);
  }

  @Test
  void saysThatNothingWasLookedAt() {
    assertThat(run()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("All sessions: 0 reads looked at");
  }
}
