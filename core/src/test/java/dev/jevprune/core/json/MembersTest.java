package dev.jevprune.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MembersTest {

  @Property(tries = 1000)
  void membersAreWhatALinkedMapHolds(
      @ForAll @Size(max = 60) List<@IntRange(max = 40) Integer> puts) {
    Members.Building building = new Members.Building();
    Map<String, Json> expected = new LinkedHashMap<>();
    for (int i = 0; i < puts.size(); i++) {
      String name = "n" + puts.get(i);
      assertThat(building.put(name, Json.of(i))).isEqualTo(expected.containsKey(name));
      expected.put(name, Json.of(i));
    }
    Members members = building.members();
    assertThat(members).isEqualTo(expected).hasSameHashCodeAs(expected);
    assertThat(List.copyOf(members.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
    for (int i = 0; i <= 41; i++) {
      assertThat(members.get("n" + i)).isEqualTo(expected.get("n" + i));
      assertThat(members.containsKey("n" + i)).isEqualTo(expected.containsKey("n" + i));
    }
  }

  @Test
  void whatIsPutLaterDoesNotChangeAnObject() {
    for (int size : new int[] {0, 3, Members.SEARCHED, Members.SEARCHED + 5}) {
      JsonObject.Builder builder = JsonObject.builder();
      for (int i = 0; i < size; i++) {
        builder.put("n" + i, i);
      }
      JsonObject before = builder.build();
      builder.put("n0", "other").put("late", true);
      assertThat(before.members()).hasSize(size).doesNotContainKey("late");
      assertThat(before.string("n0")).isEmpty();
      assertThatThrownBy(() -> before.members().put("late", JsonNull.NULL))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }
}
