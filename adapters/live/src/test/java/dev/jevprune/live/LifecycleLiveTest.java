package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A read that goes stale, in the real Pi: cold, warm, given back, and on a binding model. */
@ParameterizedClass
@EnumSource
class LifecycleLiveTest {
  private static final Pattern HANDLE =
      Pattern.compile("jev_prune_expand gives this older text back: ([0-9a-f]{12})");
  private static final String COMPONENT =
      """
      pipeline: [readlifecycle]
      components: {readlifecycle: {min_tokens: 10, cold_cache: true}}
      deadlines: {request_ms: 60000, cold_ms: 60000}
      """;
  private static final String SHORT_LIFE = COMPONENT + "cache: {ttl_seconds: 1}\n";

  private final PiVersion pi;

  LifecycleLiveTest(PiVersion pi) {
    this.pi = pi;
  }

  private static List<Step> answers() {
    List<Step> steps = new ArrayList<>();
    steps.add(Step.read(Conversation.SOURCE, "settings.ini"));
    steps.add(
        Step.call(
            "call_edit",
            "edit",
            "{\"path\":\"settings.ini\",\"edits\":[{\"oldText\":\"workers = 4\",\"newText\":\"workers ="
                + " 5\"}]}"));
    steps.add(Step.say("Changed."));
    steps.addAll(Conversation.secondTurn());
    return steps;
  }

  /** A copy of the session in a Pi that has read the settings. */
  private static PiHome started(Seed seed, String config) {
    PiHome home = seed.withAdapter();
    try {
      Files.createDirectories(home.dataHome());
      Files.writeString(home.dataHome().resolve("config.yaml"), config);
      // The worker tells the shims when it starts; a shim reads it when its process starts.
      home.print("-c", "/prune status").orFail("/prune status");
      Path told = home.dataHome().resolve("settings.json");
      Worker.awaitThat(() -> Files.exists(told), told.toString());
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The messages but for the system prompt, which names the tools. */
  private static List<String> conversation(List<String> messages) {
    return messages.stream().filter(message -> !message.contains("\"role\":\"system\"")).toList();
  }

  @Test
  void leavesItOutOnAColdTurnReplaysItAndGivesItBack() {
    Seed seed = Seed.of("aged", pi, Wire.OPENAI, "mock-1", answers());
    try (PiHome home = started(seed, SHORT_LIFE);
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      List<String> sent = conversation(home.model().last().messages());
      List<String> whole = conversation(seed.nextMessages());
      assertThat(sent).hasSameSizeAs(whole);
      List<Integer> changed = new ArrayList<>();
      for (int i = 0; i < sent.size(); i++) {
        if (!sent.get(i).equals(whole.get(i))) {
          changed.add(i);
        }
      }
      assertThat(changed).as(String.join("\n", rpc.command("/prune stats"))).hasSize(1);
      int at = changed.get(0);
      assertThat(whole.get(at)).contains(JsonLines.quoted(Conversation.SETTINGS));
      assertThat(sent.get(at))
          .contains("this read of settings.ini is left out, the file was modified");
      Matcher handle = HANDLE.matcher(sent.get(at));
      assertThat(handle.find()).isTrue();
      home.model()
          .script(
              Step.call("call_expand", "jev_prune_expand", "{\"id\":\"" + handle.group(1) + "\"}"),
              Step.say("So it was four."));
      rpc.say("What did it say before?");
      List<String> later = conversation(home.model().last().messages());
      assertThat(later.subList(0, sent.size())).as("frozen").isEqualTo(sent);
      assertThat(later.get(later.size() - 1))
          .contains("call_expand")
          .contains(JsonLines.quoted(Conversation.SETTINGS));
      assertThat(rpc.extensionErrors()).isEmpty();
    }
  }

  @Test
  void keepsItOnAWarmTurn() {
    Seed seed = Seed.of("aged", pi, Wire.OPENAI, "mock-1", answers());
    try (PiHome home = started(seed, COMPONENT);
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      assertThat(conversation(home.model().last().messages()))
          .isEqualTo(conversation(seed.nextMessages()));
      assertThat(String.join("\n", rpc.command("/prune stats"))).contains("cached_prefix");
      assertThat(rpc.extensionErrors()).isEmpty();
    }
  }

  @Test
  void editsNothingInFrontOfWhatABindingModelSigned() {
    List<Step> signed = new ArrayList<>();
    for (Step step : answers()) {
      signed.add(step.thinking("Let me see.", "signature-" + signed.size()));
    }
    Seed seed = Seed.of("aged-signed", pi, Wire.ANTHROPIC, "claude-fable-5-2", signed);
    try (PiHome home = started(seed, SHORT_LIFE);
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
      assertThat(String.join("\n", rpc.command("/prune stats"))).contains("prefix_bound_model");
    }
  }

  @Test
  void leavesItOutWhenTheUserSaysSoWithTheComponentOff() {
    Seed seed = Seed.of("aged", pi, Wire.OPENAI, "mock-1", answers());
    try (PiHome home = seed.withAdapter();
        PiRpc rpc = home.rpc("-c")) {
      assertThat(String.join("\n", rpc.command("/prune"))).contains("Stale reads");
      assertThat(String.join("\n", rpc.command("/prune approve stale"))).contains("1 stale read");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().body())
          .contains("the file itself is intact]")
          .doesNotContain("jev_prune_expand");
      rpc.command("/prune undo stale");
      rpc.say("And now?");
      assertThat(home.model().last().messages().subList(0, seed.nextMessages().size()))
          .isEqualTo(seed.nextMessages());
    }
  }
}
