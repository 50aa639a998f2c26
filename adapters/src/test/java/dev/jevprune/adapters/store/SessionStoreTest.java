package dev.jevprune.adapters.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.adapters.store.StoreException.Kind;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.snapshot.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionStoreTest {
  @TempDir Path dataHome;

  private StateLayout layout() {
    return States.layout(dataHome);
  }

  private SessionStore store() {
    return new SessionStore(layout(), Format.PI, States.NOON);
  }

  @Test
  void readsBackWhatItWrote() throws IOException {
    SessionState two = States.with(2);
    store().replace(States.NONE, two);

    assertThat(store().load(States.SESSION)).isEqualTo(two);
    assertThat(Files.readString(layout().generation())).isEqualTo("1\n");
  }

  @Test
  @Tag("W43")
  void makesEverythingPrivate() throws IOException {
    store().replace(States.NONE, States.with(1));

    try (Stream<Path> all = Files.walk(dataHome.resolve("state"))) {
      for (Path path : all.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .as(path.toString())
            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  void changesTheGenerationWithEveryChange() throws IOException {
    store().replace(States.NONE, States.with(1));
    Files.writeString(layout().generation(), "no number");
    store().replace(States.with(1), States.without(States.with(1)));

    assertThat(Files.readString(layout().generation()).strip())
        .isEqualTo(String.valueOf(States.NOON.millis()));
  }

  @Test
  void refusesToReplaceWhatItDidNotRead() throws IOException {
    store().replace(States.NONE, States.with(1));

    assertThatThrownBy(() -> store().replace(States.NONE, States.with(2)))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CHANGED));
  }

  /** Ends a write as a killed process does: nothing is tidied up. */
  private static final class Crash extends Error {}

  // Receipts, ledger, index and generation; before a removal the index is written once more.
  private static final int STEPS_OF_A_CHANGE = 4 * WriteSteps.Step.values().length;
  private static final int STEPS_OF_A_REMOVAL = 5 * WriteSteps.Step.values().length;

  private SessionStore failingAt(int step, boolean crash) {
    AtomicInteger count = new AtomicInteger();
    return new SessionStore(
        layout(),
        Format.PI,
        States.NOON,
        new PrivateFiles(
            (name, file) -> {
              if (count.getAndIncrement() == step) {
                if (crash) {
                  throw new Crash();
                }
                throw new IOException("no space left");
              }
            }));
  }

  @Test
  void leavesTheOldOrTheNewStateWhereverAWriteFails() throws IOException {
    SessionState three = States.with(3);
    SessionState none = States.without(three);
    for (boolean crash : new boolean[] {false, true}) {
      for (int step = 0; step < STEPS_OF_A_CHANGE; step++) {
        clear();
        assertOldOrNew(States.NONE, three, step, crash);
      }
      for (int step = 0; step < STEPS_OF_A_REMOVAL; step++) {
        clear();
        store().replace(States.NONE, three);
        assertOldOrNew(three, none, step, crash);
      }
    }
  }

  private void assertOldOrNew(SessionState old, SessionState next, int step, boolean crash)
      throws IOException {
    assertThatThrownBy(() -> failingAt(step, crash).replace(old, next))
        .isInstanceOf(crash ? Crash.class : IOException.class);

    SessionState found = store().load(States.SESSION);
    assertThat(found.ledger()).isIn(old.ledger(), next.ledger());
    // The ledger never names a decision whose receipt is not there.
    assertThat(found.onLedger()).hasSize(found.ledger().decisions().size());
    // The change can be made again, and then everything is as if nothing had happened.
    if (found.ledger().equals(old.ledger())) {
      store().replace(found, next);
    }
    assertThat(store().load(States.SESSION).ledger()).isEqualTo(next.ledger());
    assertThat(store().load(States.SESSION).onLedger()).isEqualTo(next.onLedger());
  }

  @Test
  void leavesNoTemporaryFileBehindWhenAWriteFails() throws IOException {
    for (int step = 0; step < STEPS_OF_A_CHANGE; step++) {
      clear();
      int failing = step;
      assertThatThrownBy(() -> failingAt(failing, false).replace(States.NONE, States.with(1)))
          .isInstanceOf(IOException.class);
      try (Stream<Path> all = Files.walk(dataHome)) {
        assertThat(all.map(Path::toString)).noneMatch(name -> name.contains(".tmp-"));
      }
    }
  }

  private void clear() throws IOException {
    try (Stream<Path> all = Files.walk(dataHome)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  @Tag("W20")
  void keepsADamagedLedgerAsideAndSaysSo() throws IOException {
    store().replace(States.NONE, States.with(1));
    Files.delete(layout().taken(States.SESSION));
    String half = Files.readString(layout().ledger(States.SESSION)).substring(0, 100);
    Files.writeString(layout().ledger(States.SESSION), half);

    assertThatThrownBy(() -> store().load(States.SESSION))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DAMAGED))
        .hasMessageContaining("not valid JSON")
        .hasMessageContaining(".damaged-")
        .hasMessageContaining("/prune");

    assertThat(store().load(States.SESSION).ledger().exists()).isFalse();
    assertThat(Files.readString(layout().generation())).isEqualTo("2\n");
    try (Stream<Path> files = Files.list(layout().ledgerFolder())) {
      assertThat(files).singleElement().satisfies(f -> assertThat(f).hasContent(half));
    }
  }

  @Test
  void keepsReplayingWhenOnlyTheReceiptsAreDamaged() throws IOException {
    store().replace(States.NONE, States.with(1));
    Files.writeString(layout().receipts(States.SESSION), "{\"schema\":7}");

    assertThatThrownBy(() -> store().load(States.SESSION)).isInstanceOf(StoreException.class);

    assertThat(store().load(States.SESSION).ledger()).isEqualTo(States.with(1).ledger());
  }

  @Test
  void leavesTheFileOfANewerVersionAlone() throws IOException {
    store().replace(States.NONE, States.with(1));
    Path ledger = layout().ledger(States.SESSION);
    String newer = Files.readString(ledger).replace("ledger.v1", "ledger.v2");
    Files.writeString(ledger, newer);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> store().load(States.SESSION))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NEWER));
    }
    assertThat(ledger).hasContent(newer);
  }

  @Test
  void followsNoLink() throws IOException {
    Path elsewhere = Files.createDirectory(dataHome.resolve("elsewhere"));
    Files.createSymbolicLink(dataHome.resolve("state"), elsewhere);
    assertForeign();
    Files.delete(dataHome.resolve("state"));

    store().replace(States.NONE, States.with(1));
    Path ledger = layout().ledger(States.SESSION);
    Path target = elsewhere.resolve("ledger.json");
    Files.move(ledger, target);
    Files.createSymbolicLink(ledger, target);
    String before = Files.readString(target);
    assertForeign();

    assertThat(target).hasContent(before);
    assertThat(Files.isSymbolicLink(ledger)).isTrue();
    try (Stream<Path> files = Files.list(elsewhere)) {
      assertThat(files).containsExactly(target);
    }
  }

  private void assertForeign() {
    assertThatThrownBy(() -> store().replace(States.NONE, States.with(1)))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FOREIGN));
  }

  @Test
  void readsTheOlderKitsReceipts() throws Exception {
    store().replace(States.NONE, States.with(1));
    JsonObject ours =
        (JsonObject) StrictJson.parse(Files.readString(layout().receipts(States.SESSION)));
    JsonObject receipt = (JsonObject) ours.array("receipts").orElseThrow().get(0);
    JsonObject.Builder kit = JsonObject.builder().put("model", Evaluator.KIT_MODEL);
    receipt
        .members()
        .forEach(
            (name, v) -> {
              if (!name.equals("evaluator")) {
                kit.put(name, v);
              }
            });
    JsonObject old =
        ours.with("schema", Json.of("jev-prune.receipts.v1"))
            .with("receipts", JsonArray.of(kit.build()));
    Files.writeString(
        layout().receipts(States.SESSION), dev.jevprune.core.json.JsonText.write(old));

    SessionState state = store().load(States.SESSION);

    assertThat(state.receipts())
        .singleElement()
        .satisfies(r -> assertThat(r.evaluator()).isEqualTo(Evaluator.KIT));
    // What another evaluator approved is not lost when our decision goes.
    store().replace(state, new SessionState(state.ledger().with(List.of()), state.receipts()));
    assertThat(store().load(States.SESSION).receipts()).hasSize(1);
  }

  @Test
  @Tag("B69")
  void dropsTheStateOfSessionsThatNobodyOpens() throws IOException {
    store().replace(States.NONE, States.with(1));
    Path ledger = layout().ledger(States.SESSION);
    Path receipts = layout().receipts(States.SESSION);
    Path left = ledger.resolveSibling("." + ledger.getFileName() + ".tmp-1");
    Files.writeString(left, "half");
    age(left, 1);
    age(ledger, 89);
    age(receipts, 91);
    Files.createSymbolicLink(ledger.resolveSibling("x.json"), receipts);

    assertThat(new StateSweep(dataHome, States.NOON).run()).isEqualTo(2);
    assertThat(ledger).exists();
    assertThat(receipts).doesNotExist();
    assertThat(left).doesNotExist();

    Path index = layout().taken(States.SESSION);
    age(ledger, 91);
    age(index, 91);
    store().touch(States.SESSION);
    assertThat(new StateSweep(dataHome, States.NOON).run()).isZero();
    age(ledger, 91);
    age(index, 91);
    assertThat(new StateSweep(dataHome, States.NOON).run()).isEqualTo(2);
    assertThat(store().load(States.SESSION).ledger().exists()).isFalse();
    assertThat(store().load(States.SESSION).ledger().adoptedFrom()).isEqualTo(Optional.empty());
  }

  private static void age(Path file, int days) throws IOException {
    Files.setLastModifiedTime(
        file, FileTime.from(States.NOON.instant().minus(Duration.ofDays(days))));
  }
}
