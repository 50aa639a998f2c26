package dev.jevprune.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.JsonArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proof puts a result one level deeper than the list does: the deepest results have none. */
class DepthLimitTest {

  @ParameterizedTest
  @ValueSource(ints = {990, 996, 997, 998, 999, 1000, 1001})
  void everyItemHasAProof(int depth) throws Exception {
    JsonArray list =
        (JsonArray)
            ConversationJson.parse(
                "[{\"role\":\"assistant\",\"content\":[{\"type\":\"toolCall\",\"id\":\"a\",\"name\":\"read\","
                    + "\"arguments\":{}}]},{\"role\":\"toolResult\",\"toolCallId\":\"a\",\"isError\":false,"
                    + "\"content\":\"text\",\"deep\":"
                    + "[".repeat(depth)
                    + "]".repeat(depth)
                    + "}]");
    Snapshot snapshot = Snapshot.of(Format.PI, new SessionId("depth"), list);
    snapshot.items().forEach(item -> assertThat(item.proof().call().hex()).hasSize(64));
    assertThat(snapshot.items().size() + snapshot.dropped().size()).isEqualTo(1);
  }
}
