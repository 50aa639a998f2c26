package dev.jevprune.adapters.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.LackingSums;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.RunUsage;
import dev.jevprune.adapters.protocol.TokenSums;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SessionUsageTest {
  private static final Request.ModelName OPUS =
      new Request.ModelName("", "anthropic", "claude-opus-5");

  private static RunUsage run(String name, long answers, Optional<Request.ModelName> model) {
    TokenSums sums =
        new TokenSums(answers, 0, answers * 3, answers * 100, answers * 20, answers * 7);
    return new RunUsage(
        name,
        answers,
        answers,
        model,
        sums,
        new LackingSums(sums, answers * 250, answers * 200, Map.of("call_1", answers)),
        LackingSums.NONE);
  }

  private static RunUsage run(String name, long answers) {
    return run(name, answers, Optional.of(OPUS));
  }

  @Test
  void addsUpTheRunsOfASession() {
    SessionUsage usage = SessionUsage.NONE.heard(run("a", 5)).heard(run("b", 2));
    assertThat(usage.total().all()).isEqualTo(run("", 7).all());
    assertThat(usage.total().pruned()).isEqualTo(run("", 7).pruned());
    assertThat(usage.total().model()).contains(OPUS);
  }

  @Test
  void aHeartbeatThatComesTwiceOrLateAddsNothing() {
    SessionUsage usage = SessionUsage.NONE.heard(run("a", 5)).heard(run("a", 5)).heard(run("a", 3));
    assertThat(usage.total().all().answers()).isEqualTo(5);
  }

  @Test
  void namesNoModelWhenThereWereSeveral() {
    SessionUsage usage =
        SessionUsage.NONE
            .heard(run("a", 5))
            .heard(run("b", 2, Optional.of(new Request.ModelName("", "openai", "gpt-5.6-sol"))));
    assertThat(usage.total().model()).isEmpty();
  }

  /** Any order of heartbeats of any runs, some of them lost, some of them doubled. */
  @Property
  void countsTheLastWordOfEachRunOnce(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 9) Integer> said) throws Exception {
    SessionUsage usage = SessionUsage.NONE;
    Map<Integer, Integer> answers = new HashMap<>();
    List<Integer> latest = new ArrayList<>();
    for (int run : said) {
      if (!latest.contains(run) && answers.containsKey(run)) {
        continue; // it ended long ago
      }
      latest.remove((Integer) run);
      latest.add(run);
      if (latest.size() > SessionUsage.MAX_RUNS) {
        latest.remove(0);
      }
      int count = answers.merge(run, 2, Integer::sum);
      usage = usage.heard(run("r" + run, count - 1)).heard(run("r" + run, count));
      usage = SessionUsage.of(Fields.of(usage.toJson())).heard(run("r" + run, count - 1));
    }
    long all = answers.values().stream().mapToLong(Integer::longValue).sum();
    assertThat(usage.total().all()).isEqualTo(run("", all).all());
    assertThat(usage.total().pruned().bytes()).isEqualTo(250 * all);
  }

  @Test
  void readsTheShortFormOfAShimThatTellsLess() throws Exception {
    TokenSums sums = new TokenSums(1, 0, 2, 3, 4, 5);
    JsonObject.Builder json = JsonObject.builder();
    json.put("answers", 1).put("input", 2).put("cacheRead", 3).put("cacheWrite", 4);
    json.put("output", 5);
    JsonObject pruned = json.build().toBuilder().put("bytes", 70).build();
    RunUsage usage = RunUsage.of(Fields.of(json.put("pruned", pruned).build()));
    assertThat(usage.all()).isEqualTo(sums);
    assertThat(usage.pruned()).isEqualTo(new LackingSums(sums, 70, 70, Map.of()));
    assertThat(usage.run()).isEmpty();
    assertThat(usage.requests()).as("at least what was answered").isEqualTo(1);
    assertThat(usage.projected()).isEqualTo(1);
  }
}
