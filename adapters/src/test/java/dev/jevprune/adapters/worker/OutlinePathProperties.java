package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.protocol.Choice;
import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.RequestCodec;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.DecisionLog;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.core.Digest;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.model.Binding;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.Kept;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.Conversations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What is decided from outline and bodies is what would be decided from the whole list. */
class OutlinePathProperties {
  private static final SessionId SESSION = new SessionId("session-1");
  private static final Scope SCOPE = new Scope("pi", new Digest("ab".repeat(32)), SESSION);
  private static final Assessor ASSESSOR = new Assessor(SelectionPolicy.STANDARD);

  @Property(tries = 500)
  void findsTheSamePairsAsTheWholeList(@ForAll long seed, @ForAll @IntRange(max = 3) int approved)
      throws Exception {
    JsonArray messages = Conversations.pi(seed);
    SessionState state = new SessionState(Ledger.none(SESSION, Format.PI), List.of());
    Assessment first = assess(messages, state);
    assertSame(first, select(messages, state), messages);

    List<String> some = first.pairs().stream().map(Assessment.Found::id).limit(approved).toList();
    if (!some.isEmpty()) {
      SessionState decided = approve(messages, state, some);
      assertSame(assess(messages, decided), select(messages, decided), messages);
    }
  }

  private static void assertSame(Assessment ours, SelectionResult whole, JsonArray messages) {
    assertThat(ours.pairs().stream().map(found -> found.id() + ">" + found.witness().id()))
        .containsExactlyElementsOf(
            whole.pairs().stream().map(p -> p.source().id() + ">" + p.witness().id()).toList());
    assertThat(ours.pruned()).isEqualTo(whole.pruned().size());
    // A record that cannot be hashed for a member beside text and arguments shows in no outline.
    if (!hasHiddenFault(messages)) {
      assertThat(ours.kept().stream().map(read -> read.call().id() + " " + read.reason()))
          .containsExactlyInAnyOrderElementsOf(
              whole.kept().stream()
                  .filter(OutlinePathProperties::hasTextId)
                  .map(read -> read.id() + " " + read.reason())
                  .toList());
    }
  }

  private static boolean hasTextId(Kept read) {
    return read.reason() != GateReason.BAD_ID || !read.id().isEmpty();
  }

  private static boolean hasHiddenFault(JsonArray messages) {
    return messages.elements().stream()
        .anyMatch(message -> message instanceof JsonObject object && object.has("extra"));
  }

  private static SelectionResult select(JsonArray messages, SessionState state)
      throws ReceiptException, ProtocolException {
    return Selection.select(
        Snapshot.of(Format.PI, SESSION, messages),
        state.onLedger(),
        SelectionPolicy.STANDARD,
        guard(outline(messages)).floor());
  }

  private static Assessment assess(JsonArray messages, SessionState state)
      throws ProtocolException {
    return ASSESSOR.assess(ticket(messages, state), state);
  }

  private static SessionState approve(JsonArray messages, SessionState state, List<String> ids)
      throws ProtocolException {
    return new LedgerChange(
            ticket(messages, state),
            state,
            ASSESSOR,
            Optional.empty(),
            DecisionLog.NONE,
            Instant.EPOCH)
        .approve(new Choice(false, ids))
        .state();
  }

  private static Ticket ticket(JsonArray messages, SessionState state) throws ProtocolException {
    Outline outline = outline(messages);
    Collection<OutlineCall> need = ASSESSOR.judge(outline, state.ledger()).need();
    Ticket ticket =
        new Ticket("t", SCOPE, guard(outline), Ticket.Terms.STANDARD, outline, 0, Instant.EPOCH);
    ticket.need(need);
    List<Json> ids = new ArrayList<>(ticket.need().stream().map(Json::of).toList());
    for (Json body : PiOutline.of(messages).bodies(new JsonArray(ids))) {
      JsonObject object = (JsonObject) body;
      Request.Body sent =
          new Request.Body(
              object.string("id").orElseThrow(),
              object.get("call").orElseThrow(),
              object.get("result").orElseThrow());
      assertThat(BodyCheck.fits(Format.PI, sent, ticket.needed(sent.id()).orElseThrow())).isTrue();
      ticket.put(sent, 1);
    }
    return ticket;
  }

  private static Guard guard(Outline outline) {
    // Bound on every other conversation length, so that the floor is tried too.
    return new Guard(
        outline.messages() % 2 == 0 ? Binding.BOUND : Binding.FREE, "model", outline.lastSigned());
  }

  private static Outline outline(JsonArray messages) throws ProtocolException {
    JsonObject request =
        JsonObject.builder()
            .put("v", 1)
            .put("op", "outline")
            .put("host", "pi")
            .put("profile", SCOPE.profile().hex())
            .put("session", SESSION.value())
            .put("outline", PiOutline.of(messages).outline())
            .build();
    return ((Request.OutlineOf) RequestCodec.parse(request)).outline();
  }
}
