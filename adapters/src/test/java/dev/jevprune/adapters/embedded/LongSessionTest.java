package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent stays what was sent, but for decisions that were announced. */
class LongSessionTest {
  private static final String AT_DEPTH =
      "pipeline: [readlifecycle]\ncomponents: {readlifecycle: {min_tokens: 10, stale_at_depth: true}}\n";
  private static final String COLD =
      """
      auto: cold
      pipeline: [readlifecycle]
      components: {readlifecycle: {min_tokens: 10, cold_cache: true}}
      cache: {ttl_seconds: 3600}
      """;
  private static final String COLD_READS = COLD.replace("auto: cold", "auto: never");

  @TempDir Path folder;

  private static LongSession.Plan plan(long seed, String config) {
    return new LongSession.Plan(seed, config, false, false);
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  @Tag("B26")
  void eachRequestBeginsWithTheOneBefore(long seed) throws Exception {
    assertPrefixes(LongSession.run(plan(seed, ""), folder));
  }

  @ParameterizedTest
  @ValueSource(longs = 4)
  void alsoWhereDecisionsAreTakenAtRequests(long seed) throws Exception {
    List<LongSession.Sent> all = LongSession.run(plan(seed, AT_DEPTH), folder);
    assertPrefixes(all);
    assertThat(all).anyMatch(each -> each.sent().contains("was modified later"));
  }

  @ParameterizedTest
  @ValueSource(longs = 7)
  void alsoWhereTurnsAreWarmAndCold(long seed) throws Exception {
    List<LongSession.Sent> all = LongSession.run(plan(seed, COLD), folder);
    assertPrefixes(all);
    assertThat(all.stream().filter(LongSession.Sent::announced).count()).isGreaterThan(4);
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 11})
  void alsoWhereTheSessionGoesBackAndIsCompacted(long seed) throws Exception {
    String config = seed % 2 == 0 ? COLD_READS : AT_DEPTH;
    List<LongSession.Sent> all =
        LongSession.run(new LongSession.Plan(seed, config, true, false), folder);
    assertPrefixes(all);
    assertThat(all).anyMatch(each -> !each.grown()).anyMatch(LongSession.Sent::announced);
  }

  private static void assertPrefixes(List<LongSession.Sent> all) {
    int kept = 0;
    for (int i = 1; i < all.size(); i++) {
      if (all.get(i).grown() && !all.get(i).announced()) {
        assertThat(all.get(i).sent()).startsWith(LongSession.open(all.get(i - 1).sent()));
        kept++;
      }
    }
    assertThat(kept).isGreaterThan(20);
  }

  /** Host and worker end and start again between turns; nobody can tell from the requests. */
  @ParameterizedTest
  @ValueSource(longs = 20)
  void restartsChangeNothing(long seed) throws Exception {
    String config = seed % 2 == 0 ? COLD_READS : AT_DEPTH;
    List<LongSession.Sent> straight =
        LongSession.run(new LongSession.Plan(seed, config, true, false), made("straight"));
    List<LongSession.Sent> broken =
        LongSession.run(new LongSession.Plan(seed, config, true, true), made("broken"));
    for (int i = 0; i < straight.size(); i++) {
      assertThat(broken.get(i).sent()).as("request " + i).isEqualTo(straight.get(i).sent());
    }
  }

  private Path made(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name)).toRealPath();
  }

  @Test
  void threeMachinesSendTheSameBytes() throws IOException, InterruptedException {
    String first = digest("one");
    assertThat(first).matches("[0-9a-f]{64}");
    assertThat(digest("two")).isEqualTo(first);
    assertThat(digest("three")).isEqualTo(first);
  }

  private String digest(String name) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpolyglot.engine.WarnInterpreterOnly=false",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                LongSession.class.getName(),
                "7",
                folder.resolve(name).toString(),
                COLD_READS)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String told =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return told;
  }
}
