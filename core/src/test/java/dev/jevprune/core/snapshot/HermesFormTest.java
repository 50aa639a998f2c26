package dev.jevprune.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.testing.HostileJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hermes' wire forms as one chat: what the real host sent, and what it puts into a read itself. */
class HermesFormTest {
  private static final SessionId SESSION = new SessionId("hermes");
  private static final String BODY = "{\"content\": \"1|a\\n2|b\\n\", \"truncated\": false}";

  private static JsonArray json(String text) throws Exception {
    return (JsonArray) ConversationJson.parse(text);
  }

  /** A read in the chat form with that result; the result's reason, if it is no body. */
  private static String reason(String result) throws Exception {
    String text = JsonText.write(Json.of(result));
    Snapshot snapshot =
        Snapshot.of(
            Format.OPENAI,
            SESSION,
            HermesForm.CHAT_COMPLETIONS.chat(
                json(
                    "[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\","
                        + "\"function\":{\"name\":\"read_file\",\"arguments\":\"{}\"}}]},"
                        + "{\"role\":\"tool\",\"tool_call_id\":\"a\",\"content\":"
                        + text
                        + "}]")));
    return snapshot
        .item(new CallId("a"))
        .flatMap(Item::ineligible)
        .map(GateReason::wireName)
        .orElse("body");
  }

  @Test
  @Tag("B12")
  void onlyAWholeAnswerIsABody() throws Exception {
    assertThat(reason(BODY)).isEqualTo("body");
    assertThat(reason(BODY + "\n\n[Tool loop warning: x]")).isEqualTo("host_suffix");
    assertThat(reason("{\"status\":\"unchanged\",\"dedup\":true,\"content_returned\":false}"))
        .isEqualTo("host_suffix");
    assertThat(reason("<persisted-output>\nThis tool result was too large"))
        .isEqualTo("host_suffix");
    assertThat(reason("{\"content\":\"x\",\"_warning\":\"again\"}")).isEqualTo("host_suffix");
    assertThat(reason("{\"content\":\"x\",\"truncated\":true}")).isEqualTo("host_suffix");
    assertThat(reason("plain")).isEqualTo("host_suffix");
    assertThat(reason("{\"error\":\"BLOCKED: You have called read_file\"}"))
        .isEqualTo("failed_read");
    assertThat(reason("[Jev prune: repeated read-result body omitted; retained witness: b]"))
        .isEqualTo("body");
  }

  @ParameterizedTest
  @EnumSource(value = HermesForm.class, names = "BEDROCK_CONVERSE", mode = EnumSource.Mode.EXCLUDE)
  void readsWhatTheRealHostSent(HermesForm form) throws Exception {
    Path file =
        Path.of(System.getProperty("project.root"), "testdata/hermes/" + form.wireName() + ".json");
    JsonObject capture = (JsonObject) ConversationJson.parse(Files.readAllBytes(file));
    JsonArray list = capture.array("messages").or(() -> capture.array("input")).orElseThrow();
    Snapshot snapshot = Snapshot.of(Format.OPENAI, SESSION, form.chat(list));
    assertThat(snapshot.goal()).isEqualTo("Go on");
    assertThat(snapshot.lastUserIndex()).isEqualTo(snapshot.messageCount() - 1);
    List<Item> reads = snapshot.items().stream().filter(Item::isRead).toList();
    assertThat(reads).hasSize(3);
    assertThat(reads.get(0).ineligible()).isEmpty();
    assertThat(reads.get(1).ineligible()).contains(GateReason.HOST_SUFFIX);
    assertThat(reads.get(2).ineligible()).contains(GateReason.HOST_SUFFIX);
    assertThat(reads.get(0).requestKey()).isEqualTo(reads.get(1).requestKey());
    assertThat(snapshot.messageCount() - reads.get(0).messageIndex()).isEqualTo(9);
  }

  @Property(tries = 300)
  void neverFails(@ForAll long seed) {
    Random random = new Random(seed);
    List<Json> hostile = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      try {
        hostile.add(ConversationJson.parse(HostileJson.text(random)));
      } catch (JsonException e) {
        // no JSON at all: it cannot stand in a list
      }
    }
    for (HermesForm form : HermesForm.values()) {
      assertThat(Snapshot.of(Format.OPENAI, SESSION, form.chat(new JsonArray(hostile))).items())
          .isEmpty();
    }
  }
}
