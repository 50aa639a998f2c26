package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hermes 0.19.0 on the three wires that loopback can serve: what goes out with the adapter is what
 * goes out without it, but for the body that was decided on.
 */
class HermesLiveTest {
  private static final List<String> PROMPTS =
      List.of("Summarise the limits.", "And in one word?", "Thank you.");

  @ParameterizedTest
  @EnumSource
  void leavesOneBodyOutOnTheWireAndNothingElse(HermesWire wire) {
    try (HermesHome home = HermesHome.fresh(wire, "mock-1")) {
      String stored;
      try (HermesRpc rpc = home.start()) {
        HermesRpc.Open session = rpc.create();
        HermesConversation.tell(home, rpc, session);
        stored = session.stored();
      }
      assertThat(home.model().last().path()).endsWith(wire.pathEnd());
      home.save();
      List<RecordedRequest> plain = goOn(home, stored, List.of());
      String rows = home.storedRows(stored);

      home.restore();
      home.install();
      List<String> said = new ArrayList<>();
      List<RecordedRequest> ours = goOn(home, stored, said);
      assertThat(said.get(0)).contains("Exact repeats", "conf.ini", "Type /prune approve");
      assertThat(said.get(1)).contains("1 repeated read will be left out");

      assertThat(ours.get(0).body()).as("nothing decided").isEqualTo(plain.get(0).body());
      assertOnlyTheSourceDiffers(plain.get(1), ours.get(1));
      assertOnlyTheSourceDiffers(plain.get(2), ours.get(2));
      assertThat(home.storedRows(stored)).as("stored rows").isEqualTo(rows);
      assertThat(rows).contains("limits of the service").doesNotContain("Jev prune");

      assertItStaysWithoutAWorker(home, stored, ours.get(2));
      assertTheOriginalIsBackWhenUninstalled(home, stored);
    }
  }

  /** Opens the stored session in a new process and says three things. */
  private static List<RecordedRequest> goOn(HermesHome home, String stored, List<String> said) {
    boolean adapted = home.plugin().toFile().exists();
    int from = home.model().requests().size();
    try (HermesRpc rpc = home.start()) {
      HermesRpc.Open session = rpc.resume(stored);
      for (String prompt : PROMPTS) {
        home.model().script(Step.say("Answer to: " + prompt));
        rpc.say(session, prompt);
        if (adapted && said.isEmpty()) {
          said.add(rpc.prune(session, ""));
          said.add(rpc.prune(session, "approve"));
        }
      }
      if (adapted) {
        assertThatTheProvidersFiguresAreTold(home, rpc, session);
      }
    }
    List<RecordedRequest> all = home.model().requests();
    assertThat(all).hasSize(from + PROMPTS.size());
    return all.subList(from, all.size());
  }

  /** The model server reports the same for each answer, in the words of each wire. */
  private static void assertThatTheProvidersFiguresAreTold(
      HermesHome home, HermesRpc rpc, HermesRpc.Open session) {
    Worker.awaitThat(
        () -> {
          rpc.prune(session, "stats");
          return home.usage().path("answers").asInt() == PROMPTS.size();
        },
        "the figures of every answer");
    JsonNode usage = home.usage();
    assertThat(usage.path("input").asInt()).isEqualTo(3 * 60);
    assertThat(usage.path("cacheRead").asInt()).isEqualTo(3 * 40);
    assertThat(usage.path("cacheWrite").asInt()).isZero();
    assertThat(usage.path("output").asInt()).isEqualTo(3 * 10);
    assertThat(usage.at("/model/id").asText()).isEqualTo("mock-1");
    JsonNode pruned = usage.path("pruned");
    assertThat(pruned.path("answers").asInt()).isEqualTo(2);
    assertThat(pruned.path("cacheRead").asInt()).isEqualTo(2 * 40);
    assertThat(pruned.path("bytes").asInt()).isPositive();
    assertThat(pruned.at("/reads/" + HermesConversation.SOURCE).asInt()).isEqualTo(2);
  }

  private static void assertItStaysWithoutAWorker(
      HermesHome home, String stored, RecordedRequest before) {
    home.worker().kill();
    String loader = home.breakJava();
    try (HermesRpc rpc = home.start()) {
      HermesRpc.Open session = rpc.resume(stored);
      rpc.say(session, "Still there?");
      RecordedRequest after = home.model().last();
      int kept = before.messages().size() - 3; // the host moves its cache marks along the end
      assertThat(after.messages().subList(0, kept)).isEqualTo(before.messages().subList(0, kept));
      assertThat(after.body()).contains(HermesConversation.MARKER);
      assertThat(rpc.prune(session, "")).contains("/nonexistent/bin/java", "still replayed");
    }
    home.write(home.loader(), loader); // what a user edited is not removed
  }

  private static void assertTheOriginalIsBackWhenUninstalled(HermesHome home, String stored) {
    home.uninstall();
    assertThat(home.plugin()).doesNotExist();
    try (HermesRpc rpc = home.start()) {
      HermesRpc.Open session = rpc.resume(stored);
      rpc.say(session, "And now?");
      assertThat(home.model().last().body()).doesNotContain("Jev prune");
      assertThat(occurrences(home.model().last().body(), "limits of the service")).isEqualTo(2);
    }
  }

  /** Every other message is byte-equal, and so is everything beside the list. */
  private static void assertOnlyTheSourceDiffers(RecordedRequest plain, RecordedRequest ours) {
    assertThat(occurrences(plain.body(), "limits of the service")).isEqualTo(2);
    assertThat(occurrences(ours.body(), "limits of the service")).isEqualTo(1);
    assertThat(beside(ours)).isEqualTo(beside(plain));
    assertThat(ours.messages()).hasSameSizeAs(plain.messages());
    int differing = 0;
    for (int i = 0; i < plain.messages().size(); i++) {
      String before = plain.messages().get(i);
      String after = ours.messages().get(i);
      if (before.equals(after)) {
        continue;
      }
      differing++;
      JsonNode with = JsonLines.parse(before);
      assertThat(replaceBody(with)).as("bodies replaced in message %d", i).isEqualTo(1);
      assertThat(JsonLines.parse(after)).isEqualTo(with);
      assertThat(after).contains(HermesConversation.MARKER);
    }
    assertThat(differing).isEqualTo(1);
  }

  private static JsonNode beside(RecordedRequest request) {
    ObjectNode rest = request.json().deepCopy();
    rest.remove(List.of("messages", "input"));
    return rest;
  }

  /** Puts the marker in the place of every text that is the file's body; how many there were. */
  private static int replaceBody(JsonNode node) {
    int count = 0;
    if (node instanceof ObjectNode object) {
      for (String name : List.of("content", "output", "text")) {
        if (object.path(name).asText().startsWith("{\"content\"")) {
          object.put(name, HermesConversation.MARKER);
          count++;
        }
      }
    }
    for (JsonNode child : node) {
      count += replaceBody(child);
    }
    return count;
  }

  private static int occurrences(String text, String part) {
    return text.split(part, -1).length - 1;
  }
}
