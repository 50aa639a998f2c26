package dev.jevprune.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.lifecycle.ToolAction.Edit;
import dev.jevprune.core.lifecycle.ToolAction.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReadLifecycleTest {

  @Test
  void aReadIsStaleWhenItsFileIsEditedLater() {
    assertThat(classes(read("a", "x"), edit("b", "x"))).containsEntry("a", ReadClass.STALE);
  }

  @Test
  void anEditBeforeTheReadCountsNothing() {
    assertThat(classes(edit("b", "x"), read("a", "x"))).containsEntry("a", ReadClass.FRESH);
  }

  @Test
  void aReadIsSupersededWhenTheSameRangeIsReadAgain() {
    assertThat(classes(read("a", "x"), read("b", "x")))
        .containsEntry("a", ReadClass.SUPERSEDED)
        .containsEntry("b", ReadClass.FRESH);
  }

  @Test
  void staleWinsAndThePredicateStays() {
    ClassifiedRead read =
        ReadLifecycle.classify(List.of(read("a", "x"), read("b", "x"), edit("c", "x"))).get(0);
    assertThat(read.readClass()).isEqualTo(ReadClass.STALE);
    assertThat(read.superseded()).isTrue();
    assertThat(read.cause().orElseThrow().id()).isEqualTo("c");
  }

  @Test
  void afterEditAndRevertTheNewReadStays() {
    assertThat(classes(read("a", "x"), edit("b", "x"), edit("c", "x"), read("d", "x")))
        .containsEntry("a", ReadClass.STALE)
        .containsEntry("d", ReadClass.FRESH);
  }

  @Test
  void anEditOfAnotherFileCountsNothing() {
    assertThat(classes(read("a", "x"), read("b", "y"), edit("c", "y")))
        .containsEntry("a", ReadClass.FRESH)
        .containsEntry("b", ReadClass.STALE);
  }

  @Test
  @Tag("B14")
  void aFailedOrDeniedEditLeavesTheReadFresh() {
    ToolEvent failed = new ToolEvent("b", 2, new Edit(List.of("x")), false, true);
    assertThat(classes(read("a", "x"), failed)).containsEntry("a", ReadClass.FRESH);
  }

  @Test
  void aFailedReadHasNoClassAndSupersedesNothing() {
    ToolEvent failed = new ToolEvent("b", 2, new Read("x", ""), false, true);
    assertThat(classes(read("a", "x"), failed)).containsExactly(Map.entry("a", ReadClass.FRESH));
  }

  @Test
  @Tag("B20")
  void aPartOfTheFileDoesNotReplaceTheWholeNorTheOtherWayRound() {
    ToolEvent whole = new ToolEvent("a", 1, new Read("x", ""), true, true);
    ToolEvent part = new ToolEvent("b", 2, new Read("x", "offset=1;limit=50;"), true, true);
    ToolEvent more = new ToolEvent("c", 3, new Read("x", "offset=1;limit=100;"), true, true);
    assertThat(classes(whole, part, more).values()).containsOnly(ReadClass.FRESH);
  }

  @Test
  void callsOfOneBatchDoNotCountAgainstEachOther() {
    ToolEvent first = new ToolEvent("a", 7, new Read("x", ""), true, true);
    ToolEvent sameBatch = new ToolEvent("b", 7, new Edit(List.of("x")), true, true);
    assertThat(classes(first, sameBatch)).containsEntry("a", ReadClass.FRESH);
    assertThat(classes(first, sameBatch, edit("c", "x"))).containsEntry("a", ReadClass.STALE);
  }

  @Test
  void imagesHaveNoClassAndSupersedeNothing() {
    ToolEvent image = new ToolEvent("b", 2, new Read("x", ""), true, false);
    assertThat(classes(read("a", "x"), image)).containsExactly(Map.entry("a", ReadClass.FRESH));
  }

  @Test
  void twoFilesWithEqualTextAreTwoFiles() {
    assertThat(classes(read("a", "x"), read("b", "y")).values()).containsOnly(ReadClass.FRESH);
  }

  @Property(tries = 500)
  void appendingEventsNeverUnstalesARead(
      @ForAll("events") List<ToolEvent> events, @ForAll("events") List<ToolEvent> appended) {
    List<ToolEvent> numbered = numbered(events, 0);
    Map<String, ReadClass> before = classes(numbered.toArray(ToolEvent[]::new));
    List<ToolEvent> all = new ArrayList<>(numbered);
    all.addAll(numbered(appended, numbered.size()));
    Map<String, ReadClass> after = classes(all.toArray(ToolEvent[]::new));
    before.forEach(
        (id, was) -> {
          assertThat(after).containsKey(id);
          if (was == ReadClass.STALE) {
            assertThat(after.get(id)).isEqualTo(ReadClass.STALE);
          } else if (was == ReadClass.SUPERSEDED) {
            assertThat(after.get(id)).isNotEqualTo(ReadClass.FRESH);
          }
        });
  }

  @Property(tries = 200)
  void theSameEventsGiveTheSameClassesAndTheCauseIsLaterAndOfAnotherBatch(
      @ForAll("events") List<ToolEvent> events) {
    List<ToolEvent> numbered = numbered(events, 0);
    List<ClassifiedRead> classified = ReadLifecycle.classify(numbered);
    assertThat(ReadLifecycle.classify(List.copyOf(numbered))).isEqualTo(classified);
    for (ClassifiedRead read : classified) {
      assertThat(read.cause().isPresent()).isEqualTo(read.readClass() != ReadClass.FRESH);
      read.cause()
          .ifPresent(
              cause -> {
                assertThat(numbered.indexOf(cause)).isGreaterThan(numbered.indexOf(read.event()));
                assertThat(cause.batch()).isNotEqualTo(read.event().batch());
                assertThat(cause.succeeded()).isTrue();
              });
    }
  }

  @Provide
  Arbitrary<List<ToolEvent>> events() {
    Arbitrary<ToolAction> action =
        Arbitraries.of(
            new Read("x", ""),
            new Read("x", "limit=2;"),
            new Read("y", ""),
            new Edit(List.of("x")),
            new Edit(List.of("y", "z")),
            ToolAction.NONE);
    return Combinators.combine(
            action, Arbitraries.of(true, true, false), Arbitraries.of(true, false))
        .as((what, succeeded, text) -> new ToolEvent("?", 0, what, succeeded, text))
        .list()
        .ofMaxSize(30);
  }

  /** Ids by position; two neighbours in each batch. */
  private static List<ToolEvent> numbered(List<ToolEvent> events, int from) {
    List<ToolEvent> numbered = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      ToolEvent event = events.get(i);
      int at = from + i;
      numbered.add(
          new ToolEvent("id" + at, at / 2, event.action(), event.succeeded(), event.text()));
    }
    return numbered;
  }

  private static Map<String, ReadClass> classes(ToolEvent... events) {
    return ReadLifecycle.classify(List.of(events)).stream()
        .collect(Collectors.toMap(read -> read.event().id(), ClassifiedRead::readClass));
  }

  private static ToolEvent read(String id, String path) {
    return new ToolEvent(id, id.charAt(0), new Read(path, ""), true, true);
  }

  private static ToolEvent edit(String id, String path) {
    return new ToolEvent(id, id.charAt(0), new Edit(List.of(path)), true, true);
  }
}
