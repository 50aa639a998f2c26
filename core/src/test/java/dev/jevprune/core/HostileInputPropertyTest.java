package dev.jevprune.core;

import static dev.jevprune.core.testing.PiTranscript.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.testing.Dialects;
import dev.jevprune.core.testing.HostileJson;
import dev.jevprune.core.testing.PiTranscript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever a host wrote: no exception but the one of broken grammar, and the healthy reads beside
 * an odd value are still found.
 */
class HostileInputPropertyTest {

  private static final String BODY = body("a.txt", 400);
  private static final String CALL =
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"toolCall\",\"id\":%s,\"name\":\"read\",\"arguments\":%s}]}";
  private static final String RESULT =
      "{\"role\":\"toolResult\",\"toolCallId\":%s,\"content\":%s,\"isError\":%s,\"details\":%s}";

  @Property(tries = 600)
  @Tag("W21")
  void anOddValueCostsOnlyWhatItStandsIn(@ForAll long seed) throws JsonException {
    Random random = new Random(seed);
    List<String> healthy = healthy();
    List<String> list = new ArrayList<>(healthy);
    int odd = 1 + random.nextInt(3);
    for (int i = 0; i < odd; i++) {
      List<String> messages = odd("odd" + i, HostileJson.text(random), random);
      // Behind the goal nothing may be put: it could be a new one.
      int place = random.nextInt(list.size() - 17);
      for (String message : messages) {
        list.add(Math.min(place, list.size() - 17), message);
        place += 1 + random.nextInt(2);
      }
    }
    String text = "[" + String.join(",", list) + "]";
    readOrRefuse(text);
    JsonArray messages = (JsonArray) ConversationJson.parse(text);
    assertThat(messages.size()).isGreaterThan(healthy.size());
    assertThat(Pruned.pi(messages).pairs()).contains("healthy1→healthy2");
  }

  @Property(tries = 300)
  @Tag("W21")
  void anOddValueCostsOnlyWhatItStandsInElsewhereToo(@ForAll long seed) throws JsonException {
    Random random = new Random(seed);
    JsonArray pi = (JsonArray) ConversationJson.parse("[" + String.join(",", healthy()) + "]");
    for (Format format : List.of(Format.OPENAI, Format.OPENCODE)) {
      String text = JsonText.write(Dialects.of(format, pi));
      String odd =
          switch (random.nextInt(4)) {
            case 0 -> HostileJson.text(random);
            case 1 -> "{\"info\":" + HostileJson.text(random) + ",\"parts\":[]}";
            case 2 -> "{\"role\":\"tool\",\"tool_call_id\":" + HostileJson.text(random) + "}";
            default ->
                ("{\"role\":\"assistant\",\"info\":{\"role\":\"assistant\"},"
                        + "\"tool_calls\":[%1$s,{\"type\":\"function\",\"id\":\"o\",\"function\":%1$s}],"
                        + "\"parts\":[%1$s,{\"type\":\"tool\",\"id\":\"o\",\"tool\":\"read\",\"state\":%1$s}]}")
                    .formatted(HostileJson.text(random));
          };
      JsonArray messages = (JsonArray) ConversationJson.parse("[" + odd + "," + text.substring(1));
      Pruned pruned =
          Pruned.of(format, messages, dev.jevprune.core.selection.SelectionPolicy.STANDARD);
      assertThat(pruned.pairs()).contains("healthy1→healthy2");
    }
  }

  @Property(tries = 300)
  void damagedTextIsReadOrRefused(@ForAll long seed, @ForAll byte[] junk) {
    Random random = new Random(seed);
    byte[] bytes = ("[" + String.join(",", healthy()) + "]").getBytes(StandardCharsets.UTF_8);
    for (byte b : junk.length > 4 ? java.util.Arrays.copyOf(junk, 4) : junk) {
      bytes[random.nextInt(bytes.length)] = b;
    }
    try {
      StrictJson.parse(bytes);
    } catch (JsonException e) {
      assertThat(e.kind()).isNotNull();
    }
    try {
      if (ConversationJson.parse(bytes) instanceof JsonArray messages) {
        Pruned.pi(messages);
      }
    } catch (JsonException e) {
      assertThat(e.kind()).isEqualTo(JsonException.Kind.SYNTAX);
    }
  }

  @Test
  @Tag("W21")
  void aBrokenByteCostsOnlyItsItem() throws JsonException {
    String text =
        "["
            + CALL.formatted("\"b1\"", "{}")
            + ","
            + RESULT.formatted("\"b1\"", "\"x@y\"", "false", "null")
            + ","
            + String.join(",", healthy())
            + "]";
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    bytes[text.indexOf('@')] = (byte) 0xc3;
    assertThatThrownBy(() -> StrictJson.parse(bytes)).isInstanceOf(JsonException.class);
    Pruned pruned = Pruned.pi((JsonArray) ConversationJson.parse(bytes));
    assertThat(pruned.reasons("b1")).containsExactly(GateReason.ILL_FORMED);
    assertThat(pruned.pairs()).contains("healthy1→healthy2");
  }

  @Test
  @Tag("W44")
  void aByteOrderMarkIsDroppedAndOtherEncodingsAreRefused() throws JsonException {
    byte[] utf8 = "\ufeff[1]".getBytes(StandardCharsets.UTF_8);
    assertThat(ConversationJson.parse(utf8)).isEqualTo(JsonArray.of(Json.of(1)));
    for (var charset :
        List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThatThrownBy(() -> ConversationJson.parse("[1]".getBytes(charset)))
          .isInstanceOf(JsonException.class);
    }
  }

  /** A goal, two equal reads, and what must stand behind them. */
  private static List<String> healthy() {
    PiTranscript transcript =
        new PiTranscript()
            .user("Start.")
            .read("healthy1", "a.txt", BODY)
            .read("healthy2", "a.txt", BODY);
    List<String> texts = new ArrayList<>();
    for (Json message : transcript.user("Go on.").tail(16).messages()) {
      try {
        texts.add(JsonText.write(message));
      } catch (JsonException e) {
        throw new AssertionError(e);
      }
    }
    return texts;
  }

  /** Messages in which the value stands somewhere. */
  private static List<String> odd(String id, String value, Random random) {
    String text = "[{\"type\":\"text\",\"text\":\"" + BODY.replace("\n", "\\n") + "\"}]";
    String first = "\"" + id + "a\"";
    String second = "\"" + id + "b\"";
    return switch (random.nextInt(9)) {
      case 0 -> List.of(value);
      case 1 -> List.of("{\"role\":\"assistant\",\"content\":" + value + "}");
      case 2 -> List.of("{\"role\":" + value + ",\"content\":[]}");
      case 3 -> List.of(RESULT.formatted(value, text, "false", "{}"));
      case 4 -> List.of("{\"role\":\"custom\",\"role\":\"custom\",\"x\":" + value + "}");
      default -> {
        int part = random.nextInt(4);
        String arguments = part == 0 ? value : "{}";
        String content = part == 1 ? value : text;
        String failed = part == 2 ? value : "false";
        String details = part == 3 ? value : "null";
        yield List.of(
            CALL.formatted(first, arguments),
            RESULT.formatted(first, content, failed, details),
            CALL.formatted(second, arguments),
            RESULT.formatted(second, content, failed, details));
      }
    };
  }

  private static void readOrRefuse(String text) {
    try {
      assertThat(StrictJson.parse(text)).isInstanceOf(JsonArray.class);
    } catch (JsonException e) {
      assertThat(e.kind()).isNotNull();
    }
  }
}
