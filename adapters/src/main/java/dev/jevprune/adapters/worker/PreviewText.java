package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.model.Binding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What {@code /prune} and {@code /prune why} print. Plain lines; what forbids something comes
 * first.
 */
final class PreviewText {
  private static final int NAME_COLUMN = 24;
  // The shares that most providers with a prompt cache ask for; the line names them.
  private static final double CACHE_WRITE = 1.25;
  private static final double CACHE_READ = 0.1;

  private final Guard guard;
  private final Ledger ledger;
  private final Assessment assessment;
  private final Sizes sizes;

  PreviewText(Guard guard, Ledger ledger, Assessment assessment, Sizes sizes) {
    this.guard = guard;
    this.ledger = ledger;
    this.assessment = assessment;
    this.sizes = sizes;
  }

  /** What the user must know before reading the list. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (guard.isClosed()) {
      notes.add(
          modelName(guard)
              + (guard.binding() == Binding.BOUND ? " binds" : " may bind")
              + " its signed thinking to everything before it: nothing new is left out before"
              + " message "
              + Wording.number(guard.lastSigned() + 1L)
              + " until the session is compacted.");
    }
    if (ledger.off()) {
      notes.add("Jev Prune is off in this session: every original goes out. /prune on resumes.");
    }
    long held = ledger.decisions().stream().filter(Decision::held).count();
    if (held > 0) {
      notes.add(
          Wording.count(held, "decision")
              + " held back: nothing may newly change before what the model signed.");
    }
    return notes;
  }

  static String modelName(Guard guard) {
    return guard.model().isEmpty()
        ? "The model (not named by the host)"
        : Wording.name(guard.model());
  }

  /** The pairs, and one line for each reason with its count. */
  String pairs() {
    List<String> lines = new ArrayList<>(notes());
    if (assessment.pairs().isEmpty()) {
      lines.add("No exact repeat can be left out of the next requests.");
    } else {
      lines.add("Exact repeats that can be left out of the next requests:");
      lines.addAll(table());
      lines.add(together());
      lines.add(price());
      lines.add(payback());
    }
    lines.add(counts());
    assessment.reasons().forEach((reason, count) -> lines.add(reasonLine(reason, count)));
    lines.add("Only exact repeats are listed: an older read with the same text as a later one.");
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

  private List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(row("#", "read", "bytes", "saved", "tokens", "behind it: bytes", "tokens"));
    for (Assessment.Found found : assessment.pairs()) {
      OutlineCall source = found.source();
      lines.add(
          row(
              String.valueOf(lines.size()),
              Wording.name(source.label()),
              Wording.number(source.bytes()),
              Wording.number(found.saved()),
              orDash(sizes.saved().get(lines.size() - 1)),
              Wording.number(source.after()),
              orDash(sizes.about(source.after()))));
    }
    return lines;
  }

  private static String row(String... cells) {
    return String.format("%3s  %-" + NAME_COLUMN + "s %9s %9s %9s %18s %9s", (Object[]) cells);
  }

  private static String orDash(OptionalLong tokens) {
    return tokens.isPresent() ? Wording.number(tokens.getAsLong()) : "-";
  }

  private String together() {
    long saved = assessment.pairs().stream().mapToLong(Assessment.Found::saved).sum();
    return "Together "
        + Wording.count(saved, "byte")
        + (sizes.isCounted()
            ? " and " + Wording.count(sizes.totalSaved(), "token") + " (o200k estimate)"
            : " (tokens are not counted yet)")
        + " less in each request.";
  }

  private long behind() {
    return assessment.pairs().stream().mapToLong(found -> found.source().after()).max().orElse(0);
  }

  /** How many requests it takes until the smaller requests have paid for the one rewrite. */
  private String payback() {
    long saved = assessment.pairs().stream().mapToLong(Assessment.Found::saved).sum();
    double requests = (CACHE_WRITE - CACHE_READ) / CACHE_READ * behind() / saved;
    return "Where a cache write costs "
        + CACHE_WRITE
        + " and a cache read "
        + CACHE_READ
        + " of the input price, that has paid after about "
        + Wording.count((long) Math.ceil(requests), "request")
        + ".";
  }

  private String price() {
    long behind = behind();
    OptionalLong tokens = sizes.about(behind);
    return "The price: the provider writes what stands behind the first one to its prompt cache"
        + " again, once: "
        + Wording.count(behind, "byte")
        + (tokens.isPresent()
            ? ", about " + Wording.count(tokens.getAsLong(), "token") + " (scaled o200k estimate)."
            : ".");
  }

  private String counts() {
    return Wording.count(assessment.reads(), "read")
        + ": "
        + assessment.pairs().size()
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
    if (mentionsWhy && !assessment.kept().isEmpty()) {
      words.add("/prune why names each kept read");
    }
    if (!ledger.decisions().isEmpty()) {
      words.add("/prune undo sends originals again");
    }
    return words.isEmpty() ? "Nothing to do." : "Next: " + String.join(", ", words) + ".";
  }
}
