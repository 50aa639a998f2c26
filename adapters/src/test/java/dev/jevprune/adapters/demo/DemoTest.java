package dev.jevprune.adapters.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoTest {
  private static String output(boolean colour) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      Demo.run(out, colour);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void findsApprovesLeavesOutAndPutsBack() throws IOException {
    String plain = output(false);
    assertThat(plain)
        .contains("A session of 26 messages")
        .containsSubsequence(
            "nothing is approved yet",
            "conf/server.toml",
            "[Jev prune: repeated read-result body omitted; retained witness: call_3]",
            "applied 1, invalid 0",
            "The kept copy changes",
            "applied 0, invalid 1");
    List<String> lines = plain.lines().toList();
    assertThat(lines)
        .hasSizeLessThanOrEqualTo(40)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
  }

  @Test
  void saysTheSameInColour() throws IOException {
    String coloured = output(true);
    assertThat(coloured).contains("\u001b[");
    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(output(false));
  }
}
