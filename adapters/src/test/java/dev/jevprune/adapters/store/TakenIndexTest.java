package dev.jevprune.adapters.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.CallId;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.snapshot.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** What comes back when the ledger of a session is lost, and what does not. */
class TakenIndexTest {
  private Path dataHome = Path.of("");

  @BeforeTry
  void open() throws IOException {
    dataHome = Files.createTempDirectory("taken").toRealPath();
  }

  @AfterTry
  void close() throws IOException {
    try (Stream<Path> all = Files.walk(dataHome)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private StateLayout layout() {
    return States.layout(dataHome);
  }

  private SessionStore store() {
    return new SessionStore(layout(), Format.PI, States.NOON);
  }

  private Path ledger() {
    return layout().ledger(States.SESSION);
  }

  /** Takes decisions: the state that is then stored. */
  private SessionState stored(int stale) throws IOException {
    SessionState state = States.aged(stale);
    store().replace(States.NONE, state);
    return state;
  }

  @Example
  void aLedgerThatIsGoneComesBackFromTheIndex() throws IOException {
    SessionState taken = stored(2);
    Files.delete(ledger());
    Ledger found = store().load(States.SESSION).ledger();
    assertThat(found.decisions()).isEqualTo(taken.ledger().decisions());
    assertThat(found.version()).as("newer than what was lost").isEqualTo(2);
    assertThat(ledger()).as("looking writes nothing").doesNotExist();

    String generation = Files.readString(layout().generation());
    assertThat(store().recover(States.SESSION).ledger()).isEqualTo(found);
    assertThat(ledger()).exists();
    assertThat(Files.readString(layout().generation())).isNotEqualTo(generation);
    assertThat(store().recover(States.SESSION).ledger()).as("once").isEqualTo(found);
  }

  @Example
  void aDamagedLedgerIsKeptAsideAndComesBack() throws IOException {
    SessionState taken = stored(1);
    Files.writeString(ledger(), "{");
    assertThat(store().recover(States.SESSION).ledger().decisions())
        .isEqualTo(taken.ledger().decisions());
    try (Stream<Path> files = Files.list(layout().ledgerFolder())) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .hasSize(2)
          .anyMatch(name -> name.contains(".damaged-"));
    }
  }

  @Example
  void anOlderLedgerThatWasPutBackGetsItsDecisionsAgain() throws IOException {
    SessionState one = stored(1);
    byte[] older = Files.readAllBytes(ledger());
    SessionState two =
        new SessionState(one.ledger().with(States.aged(2).ledger().decisions()), List.of());
    store().replace(one, two);
    Files.write(ledger(), older);
    assertThat(store().recover(States.SESSION).ledger().decisions()).hasSize(2);
  }

  @Example
  void whatWasTakenBackStaysAway() throws IOException {
    SessionState two = stored(2);
    Decision first = two.ledger().decisions().get(0);
    store().replace(two, new SessionState(two.ledger().with(List.of(first)), List.of()));
    Files.delete(ledger());
    assertThat(store().load(States.SESSION).ledger().decisions()).containsExactly(first);
  }

  @Example
  void aSessionThatWasSwitchedOffStaysOff() throws IOException {
    SessionState one = stored(1);
    store()
        .replace(
            one,
            new SessionState(one.ledger().switched(true, one.ledger().decisions()), List.of()));
    Files.delete(ledger());
    assertThat(store().load(States.SESSION).ledger().off()).isTrue();
  }

  @Example
  void aForkTakesTheIndexAlong() throws IOException {
    SessionId child = new SessionId("child");
    store()
        .replace(
            new SessionState(Ledger.none(child, Format.PI), List.of()), stored(2).adoptedBy(child));
    Files.delete(layout().ledger(child));
    Ledger found = store().load(child).ledger();
    assertThat(found.decisions()).hasSize(2);
    assertThat(found.adoptedFrom()).contains(States.SESSION);
  }

  @Example
  void nothingComesBackWithoutAnIndex() throws IOException {
    stored(1);
    Files.delete(ledger());
    Files.delete(layout().taken(States.SESSION));
    assertThat(store().recover(States.SESSION).ledger().exists()).isFalse();
    assertThat(ledger()).doesNotExist();
  }

  @Example
  void aLostOrDamagedIndexIsWrittenAnew() throws IOException {
    SessionState taken = stored(1);
    for (String left : new String[] {"", "{"}) {
      if (left.isEmpty()) {
        Files.delete(layout().taken(States.SESSION));
      } else {
        Files.writeString(layout().taken(States.SESSION), left);
      }
      assertThat(store().recover(States.SESSION)).isEqualTo(taken);
      Files.delete(ledger());
      assertThat(store().recover(States.SESSION).ledger().decisions()).hasSize(1);
      taken = store().load(States.SESSION);
    }
  }

  @Example
  void theIndexOfANewerVersionIsLeftAlone() throws IOException {
    stored(1);
    Path index = layout().taken(States.SESSION);
    String newer = Files.readString(index).replace("taken.v1", "taken.v2");
    Files.writeString(index, newer);
    assertThatThrownBy(() -> store().recover(States.SESSION))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.NEWER));
    assertThat(index).hasContent(newer);
  }

  /** Ends a write as a killed process does. */
  private static final class Crash extends Error {}

  /**
   * A change of the ledger.
   *
   * @param kind what is done
   * @param call the decision it is done to
   * @param crashAt the write step before which the process ends; more than there are: it does not
   */
  private record Change(Kind kind, int call, int crashAt) {
    enum Kind {
      TAKE,
      UNDO,
      OFF,
      ON_HELD
    }

    Ledger of(Ledger ledger) {
      List<Decision> decisions = new ArrayList<>(ledger.decisions());
      CallId id = new CallId("call_" + call);
      decisions.removeIf(d -> d.id().equals(id));
      return switch (kind) {
        case TAKE -> {
          decisions.add(States.stale(id.value()));
          yield ledger.with(decisions);
        }
        case UNDO -> ledger.with(decisions);
        case OFF -> ledger.switched(true, ledger.decisions());
        case ON_HELD ->
            ledger.switched(
                false, ledger.decisions().stream().map(d -> d.held(d.id().equals(id))).toList());
      };
    }
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    return Combinators.combine(
            Arbitraries.of(Change.Kind.class),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, 60))
        .as(Change::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void noKillLosesADecisionOrInventsOne(@ForAll("changes") List<Change> changes)
      throws IOException {
    for (Change change : changes) {
      SessionState old = store().recover(States.SESSION);
      SessionState next = new SessionState(change.of(old.ledger()), List.of());
      boolean killed = killed(change, old, next);
      Ledger onDisk = store().load(States.SESSION).ledger();
      assertThat(onDisk)
          .isIn(killed ? List.of(old.ledger(), next.ledger()) : List.of(next.ledger()));
      // Lost at once: nothing comes back that was not on the ledger.
      assertThat(wire(onDisk)).containsAll(wire(whenLost()));
      // Lost after the worker looked: everything comes back, and nothing else.
      store().recover(States.SESSION);
      assertThat(whenLost().decisions()).isEqualTo(onDisk.decisions());
      assertThat(whenLost().off()).isEqualTo(onDisk.off());
    }
  }

  private boolean killed(Change change, SessionState old, SessionState next) throws IOException {
    AtomicInteger count = new AtomicInteger();
    SessionStore store =
        new SessionStore(
            layout(),
            Format.PI,
            States.NOON,
            new PrivateFiles(
                (name, file) -> {
                  if (count.getAndIncrement() == change.crashAt()) {
                    throw new Crash();
                  }
                }));
    try {
      store.replace(old, next);
      return false;
    } catch (Crash e) {
      return true;
    }
  }

  /** What would be sent as a marker. */
  private static List<Decision> wire(Ledger ledger) {
    return ledger.off()
        ? List.of()
        : ledger.decisions().stream().filter(decision -> !decision.held()).toList();
  }

  /** What would hold if the ledger were lost now; it is not. */
  private Ledger whenLost() throws IOException {
    if (!Files.exists(ledger())) {
      return store().load(States.SESSION).ledger();
    }
    byte[] kept = Files.readAllBytes(ledger());
    Files.delete(ledger());
    Ledger found = store().load(States.SESSION).ledger();
    Files.write(ledger(), kept);
    return found;
  }
}
