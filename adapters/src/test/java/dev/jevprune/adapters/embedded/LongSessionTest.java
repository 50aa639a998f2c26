package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent stays what was sent, but for decisions that were announced. */
class LongSessionTest {
  private static final String AT_DEPTH =
      "pipeline: [readlifecycle]\ncomponents: {readlifecycle: {min_tokens: 10, stale_at_depth: true}}\n";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eachRequestBeginsWithTheOneBefore(long seed) throws IOException {
    assertPrefixes(LongSession.run(seed, folder, ""));
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void alsoWhereDecisionsAreTakenAtRequests(long seed) throws IOException {
    List<LongSession.Sent> all = LongSession.run(seed, folder, AT_DEPTH);
    assertPrefixes(all);
    assertThat(all).anyMatch(each -> each.sent().contains("was modified later"));
  }

  private static void assertPrefixes(List<LongSession.Sent> all) {
    int kept = 0;
    for (int i = 1; i < all.size(); i++) {
      if (!all.get(i).announced()) {
        String before = all.get(i - 1).sent();
        assertThat(all.get(i).sent()).startsWith(before.substring(0, before.length() - 1));
        kept++;
      }
    }
    assertThat(kept).isPositive();
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
                AT_DEPTH)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String told =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return told;
  }
}
