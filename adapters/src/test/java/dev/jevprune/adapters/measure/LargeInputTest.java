package dev.jevprune.adapters.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines and documents that are larger than what is looked at first, or than what fits. */
class LargeInputTest {
  private static final String SYSTEM = "\"instructions\":\"" + "be good ".repeat(100_000) + "\"";
  private static final String TOOLS =
      "\"tools\":[" + "{\"query\":\"x\"},".repeat(50_000) + "{\"name\":\"t\"}]";
  private static final String MODEL = "\"model\":\"gpt-5.6-sol\"";
  private static final String LIST =
      "\"messages\":[{\"role\":\"user\",\"content\":\"go\"},{\"role\":\"assistant\",\"tool_calls\":"
          + "[{\"id\":\"c\",\"function\":{\"name\":\"read\",\"arguments\":\"{\\\"path\\\":\\\"a\\\"}\"}}]},"
          + "{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"text\"}]";

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"%1$s,%2$s,%3$s,%4$s", "%4$s,%3$s,%2$s,%1$s", "%3$s,%4$s,%1$s,%2$s"})
  void knowsARequestWhateverStandsInFrontOfItsList(String order) throws IOException {
    String body = "{" + String.format(order, MODEL, SYSTEM, TOOLS, LIST) + "}";
    SessionReport plain = measured(List.of(body, body));
    assertThat(plain.counts.calls).isEqualTo(1);
    assertThat(plain.counts.modelTurns).isEqualTo(2);
    SessionReport wrapped = measured(List.of("{\"body\":" + body + "}"));
    assertThat(wrapped.counts.calls).isEqualTo(1);
  }

  @Test
  void readsARequestThatSomebodyHasLaidOut() throws IOException {
    String body = "{\n " + String.join(",\n ", MODEL, SYSTEM, TOOLS, LIST) + "\n}";
    assertThat(measured(List.of(body)).counts.calls).isEqualTo(1);
  }

  @Test
  void passesOverALineThatDoesNotFitAndReadsOnBehindIt() throws IOException {
    List<String> lines =
        Files.readAllLines(
            new PiLog("claude-opus-5").user("go").read("A", "text").turns(1).write(folder));
    Path file = folder.resolve("long.jsonl");
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write(lines.get(0) + "\n{\"type\":\"message\",\"message\":{\"content\":\"");
      String megabyte = "x".repeat(1 << 20);
      for (int i = 0; i <= LineSource.MAX_LINE_BYTES >> 20; i++) {
        out.write(megabyte);
      }
      out.write("\"}}\n" + String.join("\n", lines.subList(1, lines.size())) + "\n");
    }
    FileReport report = PiLog.measured(file).files().get(0);
    assertThat(report.problem).isEmpty();
    assertThat(report.brokenLines).isEqualTo(1);
    assertThat(report.total.counts.calls).isEqualTo(1);
  }

  private SessionReport measured(List<String> lines) throws IOException {
    Path file = Files.write(folder.resolve("requests.jsonl"), lines);
    FileReport report = PiLog.measured(file).files().get(0);
    assertThat(report.problem).isEmpty();
    assertThat(report.format).isEqualTo("request-bodies-jsonl");
    assertThat(report.brokenLines).isZero();
    return report.total;
  }
}
