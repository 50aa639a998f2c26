package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.model.Binding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What {@code /prune} and {@code /prune why} print. Plain lines; what forbids something comes
 * first.
 */
final class PreviewText {
  private final Guard guard;
  private final Ledger ledger;
  private final Assessment assessment;
  private final List<String> notes;
  private final ReadTable table;

  PreviewText(
      Guard guard, Ledger ledger, Assessment assessment, List<String> notes, ReadTable table) {
    this.guard = guard;
    this.ledger = ledger;
    this.assessment = assessment;
    this.notes = notes;
    this.table = table;
  }

  /** What the user must know before reading the list. */
  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (guard.isClosed()) {
      all.add(
          modelName(guard)
              + (guard.binding() == Binding.BOUND ? " binds" : " may bind")
              + " its signed thinking to everything before it: nothing new is left out before"
              + " message "
              + Wording.number(guard.lastSigned() + 1L)
              + " until the session is compacted.");
    }
    if (ledger.off()) {
      all.add("Jev Prune is off in this session: every original goes out. /prune on resumes.");
    }
    long held = ledger.decisions().stream().filter(Decision::held).count();
    if (held > 0) {
      all.add(
          Wording.count(held, "decision")
              + (guard.isClosed()
                  ? " held back: nothing may newly change before what the model signed."
                  : " held back: with auto: cold until a cold turn, else until /prune off and"
                      + " /prune on."));
    }
    return all;
  }

  static String modelName(Guard guard) {
    return guard.model().isEmpty()
        ? "The model (not named by the host)"
        : Wording.name(guard.model());
  }

  /** The pairs, and one line for each reason with its count. */
  String pairs() {
    List<String> lines = new ArrayList<>(notes());
    lines.addAll(table.lines());
    lines.add(counts());
    assessment.reasons().forEach((reason, count) -> lines.add(reasonLine(reason, count)));
    lines.add(
        assessment.aged().isEmpty()
            ? "Only exact repeats are listed: an older read with the same text as a later one."
            : "Only the exact repeats are chosen by themselves: a stale or superseded body is not"
                + " replaced by an equal one, its marker says what happened.");
    lines.add(next(true));
    return String.join("\n", lines);
  }

  /** One line for each kept read, then the counts. */
  String why() {
    List<String> lines = new ArrayList<>(notes());
    for (Assessment.KeptRead read : assessment.kept()) {
      OutlineCall call = read.call();
      lines.add(
          Wording.name(call.label())
              + "  "
              + Wording.name(call.id())
              + "  "
              + read.reason().wireName()
              + ": "
              + ReasonText.of(read.reason()));
    }
    lines.add(counts());
    for (Map.Entry<GateReason, Integer> reason : assessment.reasons().entrySet()) {
      lines.add("  " + reason.getValue() + "  " + reason.getKey().wireName());
    }
    lines.add(next(false));
    return String.join("\n", lines);
  }

  private String counts() {
    return Wording.count(assessment.reads(), "read")
        + ": "
        + (assessment.pairs().size() + assessment.aged().size())
        + " can be left out, "
        + assessment.pruned()
        + " left out already, "
        + assessment.kept().size()
        + " kept"
        + (assessment.kept().isEmpty() ? "." : ":");
  }

  private static String reasonLine(GateReason reason, int count) {
    return "  " + count + "  " + reason.wireName() + ": " + ReasonText.of(reason);
  }

  private String next(boolean mentionsWhy) {
    List<String> words = new ArrayList<>();
    if (!assessment.pairs().isEmpty()) {
      words.add("/prune approve leaves the pairs out");
    }
    if (!assessment.aged().isEmpty()) {
      words.add("/prune approve superseded, stale or all leaves those out");
    }
    if (mentionsWhy && !assessment.kept().isEmpty()) {
      words.add("/prune why names each kept read");
    }
    if (!ledger.decisions().isEmpty()) {
      words.add("/prune undo sends originals again");
    }
    return words.isEmpty() ? "Nothing to do." : "Next: " + String.join(", ", words) + ".";
  }
}
