package dev.jevprune.installer;

import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.store.StoredSessions.Stored;
import dev.jevprune.adapters.worker.Wording;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.ReceiptCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The stored decisions for people and as JSON. */
final class ReceiptsReport {
  private static final String SCHEMA = "jev-prune.decisions.v1";
  private static final int SHORT = 8;

  private ReceiptsReport() {}

  static List<String> list(List<Stored> sessions) {
    if (sessions.isEmpty()) {
      return List.of("No decisions are stored.");
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT, "%-8s  %9s %8s  %-5s  session", "profile", "decisions", "receipts", ""));
    for (Stored stored : sessions) {
      Optional<SessionState> state = stored.state();
      lines.add(
          state.isEmpty()
              ? profile(stored) + "  cannot be read: " + stored.key() + ".json"
              : String.format(
                  Locale.ROOT,
                  "%-8s  %9d %8d  %-5s  %s",
                  profile(stored),
                  state.get().ledger().decisions().size(),
                  state.get().receipts().size(),
                  state.get().ledger().off() ? "off" : "",
                  Wording.name(state.get().ledger().session().value())));
    }
    return lines;
  }

  static String listAsJson(List<Stored> sessions) {
    List<Json> list = new ArrayList<>();
    for (Stored stored : sessions) {
      list.add(
          JsonObject.builder()
              .put("profile", stored.profile().hex())
              .put("key", stored.key())
              .put("readable", stored.state().isPresent())
              .put(
                  "session",
                  stored.session().<Json>map(id -> Json.of(id.value())).orElse(JsonNull.NULL))
              .put("decisions", stored.state().map(s -> s.ledger().decisions().size()).orElse(0))
              .put("receipts", stored.state().map(s -> s.receipts().size()).orElse(0))
              .put("off", stored.state().map(s -> s.ledger().off()).orElse(false))
              .build());
    }
    return ManifestCodec.canonical(
        JsonObject.builder().put("schema", SCHEMA).put("sessions", new JsonArray(list)).build());
  }

  static List<String> show(Stored stored) {
    SessionState state = stored.state().orElseThrow();
    Ledger ledger = state.ledger();
    List<String> lines = new ArrayList<>();
    lines.add("session " + Wording.name(ledger.session().value()) + ", profile " + profile(stored));
    if (ledger.off()) {
      lines.add("Switched off: every original goes out.");
    }
    if (ledger.decisions().isEmpty()) {
      lines.add("No decisions.");
    } else {
      lines.add(
          String.format(
              Locale.ROOT,
              "%3s  %-32s %9s  %-20s  id -> copy that stays",
              "#",
              "read",
              "bytes",
              "approved"));
    }
    int n = 0;
    for (Decision decision : ledger.decisions()) {
      n++;
      lines.add(
          String.format(
              Locale.ROOT,
              "%3d  %-32s %9s  %-20.20s  %s -> %s%s",
              n,
              Wording.name(decision.path().isEmpty() ? decision.tool() : decision.path()),
              Wording.number(decision.source().bytes()),
              decision.approvedAt(),
              Wording.name(decision.source().id().value()),
              Wording.name(
                  decision
                      .witness()
                      .map(copy -> copy.id().value())
                      .orElse(decision.kind().wireName())),
              decision.held() ? " (held back)" : ""));
    }
    int more = state.receipts().size() - state.onLedger().size();
    if (more > 0) {
      lines.add(Wording.count(more, "more receipt") + " without a decision on the ledger.");
    }
    return lines;
  }

  static String showAsJson(Stored stored) {
    SessionState state = stored.state().orElseThrow();
    return ManifestCodec.canonical(
        JsonObject.builder()
            .put("schema", SCHEMA)
            .put("profile", stored.profile().hex())
            .put("session", state.ledger().session().value())
            .put("ledger", state.ledger().toJson())
            .put("receipts", ReceiptCodec.write(state.receipts()))
            .build());
  }

  static String dropped(int removed, String session) {
    return Wording.count(removed, "decision")
        + " of session "
        + Wording.name(session)
        + " dropped: the originals go out again from the next request on.";
  }

  private static String profile(Stored stored) {
    return stored.profile().hex().substring(0, SHORT);
  }
}
