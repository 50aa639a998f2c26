package dev.jevprune.adapters.store;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.lifecycle.ReadMarker;
import dev.jevprune.core.projection.Marker;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Proof;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** States of one session for tests. */
final class States {
  static final Clock NOON = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
  static final SessionId SESSION = new SessionId("session-1");
  static final SessionState NONE = new SessionState(Ledger.none(SESSION, Format.PI), List.of());

  private States() {}

  static StateLayout layout(Path dataHome) {
    return new StateLayout(dataHome, new Digest("cd".repeat(32)));
  }

  /** The first version of a session with that many decisions. */
  static SessionState with(int decisions) {
    List<Decision> list = new ArrayList<>();
    List<Receipt> receipts = new ArrayList<>();
    for (int i = 0; i < decisions; i++) {
      list.add(decision("call_" + i, "call_last"));
      receipts.add(
          new Receipt(
              Receipt.EXACT_READ_REPEAT,
              Evaluator.OPERATOR,
              SESSION,
              Format.PI,
              proof("call_" + i),
              proof("call_last")));
    }
    return new SessionState(Ledger.none(SESSION, Format.PI).with(list), receipts);
  }

  /** The version after {@code state} with nothing decided. */
  static SessionState without(SessionState state) {
    return new SessionState(state.ledger().with(List.of()), List.of());
  }

  /** The first version of a session with that many stale reads left out. */
  static SessionState aged(int decisions) {
    List<Decision> list = new ArrayList<>();
    for (int i = 0; i < decisions; i++) {
      list.add(stale("call_" + i));
    }
    return new SessionState(Ledger.none(SESSION, Format.PI).with(list), List.of());
  }

  /** A stale read that is left out. */
  static Decision stale(String source) {
    return new Decision(
        DecisionKind.STALE,
        print(source),
        Optional.empty(),
        Optional.of(new Cause(new CallId("edit_1"), "edit", Digest.ofWellFormed("edit"))),
        "read",
        "src/é.txt",
        ReadMarker.shortest(),
        false,
        NOON.instant());
  }

  private static Decision decision(String source, String witness) {
    return Decision.repeat(
        print(source),
        print(witness),
        "read",
        "src/é.txt",
        Marker.repeatedRead(new CallId(witness)),
        NOON.instant());
  }

  private static ReadPrint print(String id) {
    return new ReadPrint(
        new CallId(id), Digest.ofWellFormed("args"), Digest.ofWellFormed("text"), "parts:1", 900);
  }

  private static Proof proof(String id) {
    return new Proof(
        new CallId(id), Digest.ofWellFormed("call " + id), Digest.ofWellFormed("request"));
  }
}
