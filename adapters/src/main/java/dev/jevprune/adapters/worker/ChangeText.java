package dev.jevprune.adapters.worker;

import dev.jevprune.core.lifecycle.ReadClass;
import java.util.ArrayList;
import java.util.List;

/** What the user reads when decisions were taken, withdrawn, switched or refused. */
final class ChangeText {
  static final String APPROVE_WHILE_OFF =
      "Jev Prune is switched off in this session, so nothing can be approved. Type /prune on first.";
  static final String FULL =
      "This session has as many decisions as it may have. Type /prune undo, or go on without.";
  static final String NOTHING_TO_APPROVE =
      "There is no exact repeat to leave out; nothing changed. /prune why names each read.";
  static final String NOTHING_TO_UNDO = "Nothing is left out in this session; nothing changed.";

  static final String WAITING =
      "They wait for a cold turn (auto: cold); until then every original goes out.";

  private ChangeText() {}

  static String noPair(String id) {
    return "The read "
        + Wording.name(id)
        + " is not among the pairs of this list; nothing changed."
        + " Type /prune to see the pairs.";
  }

  static String noDecision(String id) {
    return "The read "
        + Wording.name(id)
        + " is not left out in this session; nothing changed."
        + " /prune status names those that are.";
  }

  static String approved(
      List<Assessment.Found> pairs, List<Aged> aged, Worth worth, Ticket.Terms terms) {
    return what(pairs.size(), aged)
        + " will be left out of the next requests: "
        + worth.size()
        + " less in each.\n"
        + worth.price(terms)
        + "\nThe session itself keeps every body. /prune undo sends the originals again.";
  }

  static String waiting(List<Assessment.Found> pairs, List<Aged> aged, Worth worth) {
    return what(pairs.size(), aged)
        + " will be left out from the next cold turn on (auto: cold): "
        + worth.size()
        + " less in each request, and nothing is written to the prompt cache again for it.\nUntil"
        + " then every original goes out. /prune undo takes that back.";
  }

  static String takenBack(int decisions) {
    return Wording.count(decisions, "decision") + " taken back; nothing had been left out yet.";
  }

  static String onWaits(int decisions) {
    return "Jev Prune is on in this session: "
        + Wording.count(decisions, "decision")
        + " for the next cold turn (auto: cold). Until then every original goes out.";
  }

  private static String what(int repeats, List<Aged> aged) {
    List<String> parts = new ArrayList<>();
    if (repeats > 0) {
      parts.add(Wording.count(repeats, "repeated read"));
    }
    for (ReadClass readClass : List.of(ReadClass.SUPERSEDED, ReadClass.STALE)) {
      long count = aged.stream().filter(one -> one.readClass() == readClass).count();
      if (count > 0) {
        parts.add(Wording.count(count, readClass.wireName() + " read"));
      }
    }
    return parts.size() == 1
        ? parts.get(0)
        : String.join(", ", parts.subList(0, parts.size() - 1))
            + " and "
            + parts.get(parts.size() - 1);
  }

  static String undone(int removed, Worth worth, Ticket.Terms terms, int waiting) {
    String text =
        (removed == 1 ? "1 original goes" : Wording.number(removed) + " originals go")
            + " out again from the next request on: "
            + worth.size()
            + " more in each.\n"
            + worth.price(terms);
    return waiting == 0
        ? text
        : text
            + "\n"
            + Wording.count(waiting, "other")
            + " stay left out until compaction: the model bound what it signed to them.";
  }

  static String undoWaits(Guard guard, int waiting) {
    return bound(guard, waiting)
        + " Undo waits for compaction: after /compact the originals can go out again. Nothing"
        + " changed.";
  }

  static String offWaits(Guard guard, int waiting) {
    return bound(guard, waiting)
        + " Switching off waits for compaction: after /compact it works. Nothing changed.";
  }

  private static String bound(Guard guard, int waiting) {
    return PreviewText.modelName(guard)
        + " signed its thinking after "
        + Wording.count(waiting, "body", "bodies")
        + " had been left out, and the provider refuses a request in which that changes.";
  }

  static String already(boolean on) {
    return "Jev Prune is " + (on ? "on" : "off") + " in this session already; nothing changed.";
  }

  static String switched(boolean on, int decisions, int held) {
    if (!on) {
      return "Jev Prune is off in this session: every original goes out. /prune on resumes with "
          + Wording.count(decisions, "decision")
          + ".";
    }
    String text =
        "Jev Prune is on in this session: "
            + Wording.count(decisions - held, "decision")
            + " replayed from the next request on.";
    return held == 0
        ? text
        : text
            + "\n"
            + Wording.count(held, "decision")
            + " held back: nothing may newly change before what the model signed meanwhile.";
  }
}
