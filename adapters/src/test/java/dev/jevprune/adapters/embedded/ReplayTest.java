package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replay by the shim alone: no worker answers in any of these tests. */
class ReplayTest {
  private static final Transport NO_WORKER = (request, answer) -> answer.fail("absent");
  private static final String SESSION = "s-1";

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    open(HostSettings.in(folder), PiSettings.standard(SESSION));
  }

  private void open(HostSettings settings, PiSettings pi) {
    bench = Bench.load(settings, pi, NO_WORKER);
    twoDecisions().write(bench.data, 1);
    bench.pi.append(Chats.twoPairs().json());
  }

  private static LedgerFile twoDecisions() {
    return new LedgerFile(SESSION)
        .pair("a1", "a2", Chats.PATH, Chats.BODY)
        .pair("b1", "b2", Chats.OTHER_PATH, Chats.OTHER);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private String original() {
    return bench.pi.conversation();
  }

  /**
   * The session's list with the first copies of both bodies replaced, and no other byte changed.
   */
  private String pruned() {
    return without(without(original(), Chats.BODY, "a2"), Chats.OTHER, "b2");
  }

  private static String without(String list, String body, String witness) {
    String inJson = body.replace("\n", "\\n");
    int at = list.indexOf(inJson);
    return list.substring(0, at)
        + LedgerFile.marker(witness)
        + list.substring(at + inJson.length());
  }

  @Test
  void leavesTheOlderBodiesOutAndChangesNoOtherByte() {
    bench.pi.start("startup");
    assertThat(bench.outgoing()).isEqualTo(pruned()).isNotEqualTo(original());
  }

  @Test
  void sendsTheSameBytesOnEveryRequest() {
    bench.pi.start("startup");
    String first = bench.outgoing();
    bench.pi.append(new PiMessages().user("And now?").json());
    String second = bench.outgoing();
    assertThat(second).startsWith(first.substring(0, first.length() - 1));
  }

  @Test
  void replaysBeforeTheSessionHasStarted() {
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  void seesALedgerThatChangedOutside() {
    bench.pi.start("startup");
    bench.outgoing();
    new LedgerFile(SESSION).write(bench.data, 2);
    assertThat(bench.outgoing()).isEqualTo(original());
    twoDecisions().write(bench.data, 3);
    assertThat(bench.outgoing()).isEqualTo(pruned());
    twoDecisions().off().write(bench.data, 4);
    assertThat(bench.outgoing()).isEqualTo(original());
  }

  @Test
  void keepsReplayingWhatIsOnTheWireWhenTheLedgerCannotBeRead() throws Exception {
    bench.pi.start("startup");
    bench.outgoing();
    Path state = bench.data.resolve("state").resolve(Bench.PROFILE);
    try (var files = Files.list(state.resolve("ledger"))) {
      Files.writeString(files.findFirst().orElseThrow(), "{");
    }
    Files.writeString(state.resolve("generation"), "broken");
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  void sendsEverythingWhenSwitchedOffFromOutside() {
    bench.close();
    open(HostSettings.in(folder).with(Map.of("JEV_PRUNE_OFF", "1")), PiSettings.standard(SESSION));
    bench.pi.start("startup");
    assertThat(bench.outgoing()).isEqualTo(original());
  }

  @Test
  void keepsTheOriginalWhenTheWitnessChanged() {
    bench.pi.start("startup");
    String changed =
        original().replaceFirst("(\"toolCallId\":\"a2\".{60,200}?)port = 8080", "$1port = 9090");
    assertThat(changed).isNotEqualTo(original());
    assertThat(Bench.outgoing(bench.pi.request(changed)))
        .isEqualTo(without(changed, Chats.OTHER, "b2"));
  }

  @Test
  void leavesAHeldDecisionOffTheWire() {
    new LedgerFile(SESSION).pair("a1", "a2", Chats.PATH, Chats.BODY, true).write(bench.data, 2);
    bench.pi.start("startup");
    assertThat(bench.outgoing()).isEqualTo(original());
  }

  @Test
  void editsTheMessagesInPlaceAndKeepsTheListItself() {
    bench.pi.tamper(
        """
        (pi) => {
          let list, copy;
          pi.hooks.messages = (m) => { list = m; copy = [...m]; };
          pi.hooks.answered = (m) => {
            if (m !== list || m.length !== copy.length || m.some((each, i) => each !== copy[i])) throw new Error('another list');
          };
        }
        """);
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  void keepsTheOtherMembersOfTheOnePart() {
    bench.pi.tamper(
        "(pi) => { pi.hooks.messages = (m) => { m[2].content[0].textSignature = 'keep'; }; }");
    assertThat(bench.outgoing())
        .contains(LedgerFile.marker("a2") + "\",\"textSignature\":\"keep\"");
  }

  @Test
  void copesWithListsThatAreFrozenOutside() {
    bench.pi.tamper(
        "(pi) => { pi.hooks.messages = (m) => { Object.freeze(m); Object.freeze(m[2].content); }; }");
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(m) => { Object.freeze(m[4]); }",
        "(m) => { const c = m[4].content; Object.defineProperty(m[4], 'content', { enumerable: true, get: () => c, set() { throw new Error('no'); } }); }",
        "(m) => { const c = m[4].content; Object.defineProperty(m[4], 'content', { enumerable: true, writable: false, value: c }); }",
        "(m) => { m[4] = new Proxy(m[4], { set() { throw new Error('no'); } }); }",
      })
  void takesBackTheFirstEditWhenTheSecondCannotBeMade(String oddity) {
    bench.pi.tamper("(pi) => { pi.hooks.messages = " + oddity + "; }");
    assertThat(bench.outgoing()).isEqualTo(original());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "trap(m[2], 'content')",
        "trap(m[2], 'role')",
        "trap(m[2], 'isError')",
        "trap(m[2], 'toolCallId')",
        "trap(m[2].content[0], 'text')",
        "trap(m[2].content[0], 'type')",
        "trap(m[1], 'content')",
        "trap(m[1].content[0], 'arguments')",
        "trap(m[1].content[0].arguments, 'path')",
        "trap(m[6], 'content')",
        "trap(m, 3)",
        "trap(m, 'length')",
      })
  void sendsTheOriginalWhenAGetterThrows(String trap) {
    bench.pi.tamper(
        """
        (pi) => {
          let armed = true;
          const trap = (object, key) => {
            if (Array.isArray(object) && key === 'length') return;
            const value = object[key];
            Object.defineProperty(object, key, { enumerable: true, configurable: true, set() {},
              get() { if (armed) throw new Error('a getter threw'); return value; } });
          };
          pi.hooks.messages = (m) => { %s; };
          pi.hooks.answered = () => { armed = false; };
        }
        """
            .formatted(trap));
    String sent = bench.outgoing();
    if (trap.contains("length")) {
      assertThat(sent).isEqualTo(pruned());
    } else {
      assertThat(sent).isEqualTo(original());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(e) => { Object.defineProperty(e, 'messages', { get() { throw new Error('a getter threw'); } }); return e; }",
        "(e) => ({ type: e.type })",
        "(e) => ({ type: e.type, messages: null })",
        "(e) => ({ type: e.type, messages: 'x' })",
        "(e) => ({ type: e.type, messages: {} })",
        "(e) => null",
        "(e) => undefined",
      })
  void sendsTheOriginalWhenTheEventIsOdd(String oddity) {
    bench.pi.start("startup");
    bench.pi.tamper("(pi) => { pi.hooks.event = " + oddity + "; }");
    assertThat(bench.outgoing()).isEqualTo(original());
  }

  @Test
  void looksAtNothingElseInTheContextOnceTheSessionIsKnown() {
    bench.pi.start("startup");
    bench.pi.tamper(THROWING_CONTEXT);
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  void sendsTheOriginalWhenTheContextThrowsBeforeTheSessionIsKnown() {
    bench.pi.tamper(THROWING_CONTEXT);
    assertThat(bench.outgoing()).isEqualTo(original());
  }

  private static final String THROWING_CONTEXT =
      "(pi) => { pi.hooks.context = () => new Proxy({}, { get() { throw new Error('a getter threw'); } }); }";

  @Test
  @Tag("B38")
  void getsThroughWithAContextThatIsStaleAfterTheFirstWait() {
    bench.pi.tamper(
        """
        (pi) => {
          pi.hooks.context = (context) => {
            let stale = false;
            queueMicrotask(() => { stale = true; });
            return new Proxy(context, { get(target, key) { if (stale) throw new Error('This extension ctx is stale'); return target[key]; } });
          };
        }
        """);
    bench.pi.start("startup");
    bench.settle();
    assertThat(bench.outgoing()).isEqualTo(pruned());
    bench.pi.command("/prune");
    bench.pi.command("/prune status");
    bench.pi.beginTurn();
    bench.pi.endTurn();
    bench.settle();
    assertThat(bench.outgoing()).isEqualTo(pruned());
  }

  @Test
  void passesOverMessagesOfUnknownShape() {
    bench.pi.tamper(
        """
        (pi) => { pi.hooks.messages = (m) => {
          m[0].content = null; m.push(null, 7, 'x', [], {}, { role: 'assistant' }, { role: 'assistant', content: [null, 3, {}] },
            { role: 'toolResult' }, { role: 'toolResult', toolCallId: {}, content: 5 }, { role: 'bashExecution', output: 'x' });
        }; }
        """);
    assertThat(bench.outgoing())
        .contains(LedgerFile.marker("a2"))
        .contains(LedgerFile.marker("b2"));
  }

  @Test
  @Tag("B94")
  void leavesACompactionAloneWhateverItsReason() {
    bench.pi.start("startup");
    String kept = bench.pi.append(new PiMessages().user("more").json());
    assertThat(bench.pi.compact(kept, Optional.empty()).value()).isEqualTo("0");
    assertThat(bench.pi.compact(kept, Optional.of("something new")).value()).isEqualTo("0");
    assertThat(bench.pi.compact(kept, Optional.of("threshold")).value()).isEqualTo("0");
  }

  @Test
  @Tag("B39")
  void returnsNothingFromAnyEventSoThatOthersAreHeard() {
    bench.pi.loadSource(
        "/agent/extensions/other.js",
        "(pi) => pi.on('session_before_compact', () => ({ compaction: { summary: 'from another extension' } }))");
    bench.pi.start("startup");
    String kept = bench.pi.append(new PiMessages().user("more").json());
    assertThat(bench.pi.compact(kept, Optional.of("manual")).value()).isEqualTo("1");
    assertThat(bench.pi.conversation()).contains("from another extension");
    for (String event :
        new String[] {
          "session_before_switch",
          "session_before_fork",
          "session_before_tree",
          "turn_end",
          "tool_result",
          "tool_call",
          "input",
          "before_agent_start",
          "before_provider_request"
        }) {
      assertThat(bench.pi.emit(event, "{}").value()).as(event).isEqualTo("[]");
    }
  }

  @Test
  @Tag("B06")
  void leavesAnOrphanResultAloneAndStillHandlesAValidPair() {
    bench.compactedBetweenCallAndResult();
    new LedgerFile(SESSION)
        .pair("orphan", "c2", Chats.PATH, Chats.BODY)
        .pair("c1", "c2", Chats.PATH, Chats.BODY)
        .write(bench.data, 2);

    String inJson = Chats.BODY.replace("\n", "\\n");
    int orphan = original().indexOf(inJson);
    String behind = original().substring(orphan + inJson.length());
    assertThat(bench.outgoing())
        .isEqualTo(
            original().substring(0, orphan + inJson.length()) + without(behind, Chats.BODY, "c2"));
  }
}
