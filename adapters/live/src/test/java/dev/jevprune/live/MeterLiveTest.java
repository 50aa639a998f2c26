package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What was on the wire is what is reported; cold turns, and looking only, in the real Pi. */
@ParameterizedClass
@EnumSource
class MeterLiveTest {
  private static final String DEADLINES =
      "deadlines: {request_ms: 60000, cold_ms: 60000, preview_ms: 60000}\n";

  private final PiVersion pi;

  MeterLiveTest(PiVersion pi) {
    this.pi = pi;
  }

  private Seed seed() {
    return Seed.apart("meter", pi, Wire.OPENAI);
  }

  /** Settings that a shim reads when its process starts; the worker tells them. */
  private static PiHome settled(PiHome home, String config) {
    home.write(home.dataHome().resolve("config.yaml"), config);
    home.print("-c", "/prune status").orFail("/prune status");
    Path told = home.dataHome().resolve("settings.json");
    Worker.awaitThat(() -> Files.exists(told), told.toString());
    return home;
  }

  @Test
  void statsPrintTheNumbersThatWereOnTheWire() {
    Seed seed = seed();
    try (PiHome home = seed.approved()) {
      int before = home.model().requests().size();
      home.model().script(Step.say("One.").using(5_010), Step.say("Two.").using(7_010));
      String said;
      try (PiRpc rpc = home.rpc("-c")) {
        rpc.say(Seed.PROMPT);
        rpc.say("And then?");
        said = String.join("\n", rpc.command("/prune stats"));
        assertThat(rpc.extensionErrors()).isEmpty();
      }
      List<RecordedRequest> sent = home.model().requests();
      assertThat(sent.subList(before, sent.size()))
          .hasSize(2)
          .allSatisfy(request -> assertThat(request.body()).contains(Conversation.MARKER));
      // The mock reports 5,000 and 7,000 prompt tokens, 40 of each read from the cache.
      int saved = bytes(Conversation.CONFIG) - bytes(Conversation.MARKER);
      assertThat(said)
          .contains("2 requests, 2 with something left out. The provider reported 2 answers.")
          .contains("Left out of 2 answered requests: %,d bytes".formatted(2 * saved))
          .contains("once for each of 1 body: %,d bytes".formatted(saved))
          .contains(
              "12,000 tokens, of these 80 read from the cache, 0 written to it, 11,920 neither")
          .contains("behind 1 change in a warm cache")
          .contains("In dollars: unknown");
      agrees(home, saved);
    }
  }

  /** {@code jevprune stats --json} says the same, and its parts add up. */
  private static void agrees(PiHome home, int saved) {
    Finished stats = home.jevprune("stats", "--json").orFail("jevprune stats --json");
    JsonNode savings =
        JsonLines.tryParse(stats.out().strip())
            .orElseThrow()
            .path("sessions")
            .path(0)
            .path("savings");
    assertThat(savings.path("prompts").path("tokens").asLong()).isEqualTo(12_000);
    assertThat(savings.path("prompts").path("cacheRead").asLong()).isEqualTo(80);
    assertThat(savings.path("left").path("bytes").asLong()).isEqualTo(2L * saved);
    long tokens = savings.path("left").path("tokens").asLong();
    assertThat(tokens)
        .isPositive()
        .isEqualTo(
            savings.path("left").path("uniqueTokens").asLong()
                + savings.path("left").path("repeatTokens").asLong());
    assertThat(savings.path("prompts").path("without").asLong()).isEqualTo(12_000 + tokens);
    JsonNode net = savings.path("net");
    assertThat(net.path("total").asLong())
        .isEqualTo(
            net.path("read").path("worth").asLong()
                + net.path("written").path("worth").asLong()
                - net.path("again").path("worth").asLong());
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void autoColdLeavesRepeatsOutOnAColdTurn() {
    Seed seed = seed();
    try (PiHome home =
            settled(seed.withAdapter(), "auto: cold\ncache: {ttl_seconds: 1}\n" + DEADLINES);
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
      assertThat(home.hasDecision()).isTrue();
      assertThat(String.join("\n", rpc.command("/prune stats")))
          .contains("behind 0 changes in a warm cache and 1 in a cold one");
      assertThat(rpc.extensionErrors()).isEmpty();
    }
  }

  @Test
  void autoColdAppliesNothingOnAWarmTurn() {
    Seed seed = seed();
    String week = "auto: cold\ncache: {ttl_seconds: 604800}\n" + DEADLINES;
    try (PiHome home = settled(seed.withAdapter(), week);
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
      assertThat(home.hasDecision()).isFalse();
      assertThat(String.join("\n", rpc.command("/prune approve")))
          .contains("will be left out from the next cold turn on");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().body()).doesNotContain("retained witness");
      assertThat(rpc.extensionErrors()).isEmpty();
    }
  }

  /** The whole body, of a session with an approved pair and everything automatic switched on. */
  @Test
  void observeModeSendsTheSameBytesAsNoAdapter() {
    Seed seed = seed();
    String config =
        """
        mode: observe
        auto: cold
        pipeline: [readlifecycle]
        components: {readlifecycle: {cold_cache: true, marker_mode: summary}}
        cache: {ttl_seconds: 1}
        """
            + DEADLINES;
    String plain;
    try (PiHome bare = seed.copy()) {
      bare.print("-c", Seed.PROMPT).orFail("the reference request");
      plain = bare.model().last().body();
    }
    try (PiHome home = settled(seed.approved(), config);
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().body()).isEqualTo(plain);
      assertThat(String.join("\n", rpc.command("/prune status"))).contains("observing");
      assertThat(String.join("\n", rpc.command("/prune stats")))
          .contains("Observed, not left out: ")
          .contains("saved 0, lost 0");
      assertThat(rpc.extensionErrors()).isEmpty();
    }
  }
}
