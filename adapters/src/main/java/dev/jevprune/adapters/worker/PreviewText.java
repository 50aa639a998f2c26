package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.economics.BreakEven;
import dev.jevprune.core.lifecycle.CacheState;
import dev.jevprune.core.lifecycle.ReadClass;
import dev.jevprune.core.model.Binding;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What {@code /prune} and {@code /prune why} print. Plain lines; what forbids something comes
 * first.
 */
final class PreviewText {
  private static final int NAME_COLUMN = 24;
  private static final int MAX_ROWS = 15;
  // The shares that most providers with a prompt cache ask for; the line names them.
  private static final double CACHE_WRITE = 1.25;
  private static final double CACHE_READ = 0.1;

  private final Guard guard;
  private final Ledger ledger;
  private final Assessment assessment;
  private final Sizes sizes;
  private final Ticket.Terms terms;

  PreviewText(Guard guard, Ledger ledger, Assessment assessment, Sizes sizes) {
    this(guard, ledger, assessment, sizes, Ticket.Terms.STANDARD);
  }

  PreviewText(Guard guard, Ledger ledger, Assessment assessment, Sizes sizes, Ticket.Terms terms) {
    this.terms = terms;
    this.guard = guard;
    this.ledger = ledger;
    this.assessment = assessment;
    this.sizes = sizes;
  }

  /** What the user must know before reading the list. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(terms.notes());
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
    aged(lines);
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

  private void aged(List<String> lines) {
    int number = assessment.pairs().size();
    for (ReadClass readClass : List.of(ReadClass.SUPERSEDED, ReadClass.STALE)) {
      List<Aged> reads = assessment.aged(readClass);
      if (!reads.isEmpty()) {
        lines.add(
            readClass == ReadClass.STALE
                ? "Stale reads: the file was edited later, so the text is out of date:"
                : "Superseded reads: the same part of the file was read again later:");
        lines.add(row("#", "read", "bytes", "saved", "tokens", "behind it: bytes", "tokens"));
        for (Aged read : reads.subList(0, Math.min(MAX_ROWS, reads.size()))) {
          lines.add(row(++number, read));
        }
        if (reads.size() > MAX_ROWS) {
          lines.add("     and " + Wording.number(reads.size() - (long) MAX_ROWS) + " more");
          number += reads.size() - MAX_ROWS;
        }
        lines.add(together(Chosen.of(List.of(), reads)));
      }
    }
    if (!assessment.aged().isEmpty()) {
      Chosen all = Chosen.of(assessment.pairs(), assessment.aged());
      lines.add("All classes: " + together(all));
      lines.add(price(all.behind()));
      lines.add(
          terms.cache() == CacheState.COLD
              ? "The cache is cold now: what stands behind is written anew in any case."
              : payback(all));
    }
  }

  private String row(int number, Aged read) {
    return row(
        String.valueOf(number),
        Wording.name(read.call().label()),
        Wording.number(read.call().bytes()),
        Wording.number(read.saved()),
        orDash(read.savedTokens()),
        Wording.number(read.call().after()),
        orDash(sizes.about(read.call().after())));
  }

  /** What a choice saves, and what stands behind the first of it. */
  private record Chosen(long bytes, OptionalLong agedTokens, long behind) {
    static Chosen of(List<Assessment.Found> pairs, List<Aged> aged) {
      return new Chosen(
          pairs.stream().mapToLong(Assessment.Found::saved).sum()
              + aged.stream().mapToLong(Aged::saved).sum(),
          aged.stream().allMatch(read -> read.savedTokens().isPresent())
              ? OptionalLong.of(aged.stream().mapToLong(r -> r.savedTokens().orElse(0)).sum())
              : OptionalLong.empty(),
          Math.max(
              pairs.stream().mapToLong(found -> found.source().after()).max().orElse(0),
              aged.stream().mapToLong(read -> read.call().after()).max().orElse(0)));
    }
  }

  private String together(Chosen chosen) {
    boolean all = chosen.bytes() > agedBytes();
    long repeats = all ? sizes.totalSaved() : 0;
    return "Together "
        + Wording.count(chosen.bytes(), "byte")
        + (chosen.agedTokens().isPresent()
            ? " and "
                + Wording.count(chosen.agedTokens().getAsLong() + repeats, "token")
                + " (o200k estimate)"
            : " (tokens are not counted yet)")
        + " less in each request.";
  }

  private long agedBytes() {
    return assessment.aged().stream().mapToLong(Aged::saved).sum();
  }

  private String payback(Chosen chosen) {
    double write = terms.price().map(price -> price.rates().writeRatio()).orElse(CACHE_WRITE);
    double read = terms.price().map(price -> price.rates().readRatio()).orElse(CACHE_READ);
    return payback(chosen.behind(), chosen.bytes(), write, read);
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
    return payback(Chosen.of(assessment.pairs(), List.of()));
  }

  private static String payback(long behind, long saved, double write, double read) {
    OptionalDouble requests = BreakEven.requests(write, read, behind, saved);
    return "Where a cache write costs "
        + spelled(write)
        + " and a cache read "
        + spelled(read)
        + " of the input price, that has paid after about "
        + (requests.isPresent()
            ? Wording.count((long) Math.ceil(requests.getAsDouble()), "request")
            : "no number of requests")
        + ".";
  }

  private static String spelled(double ratio) {
    return BigDecimal.valueOf(ratio)
        .setScale(3, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private String price() {
    return price(behind());
  }

  private String price(long behind) {
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
