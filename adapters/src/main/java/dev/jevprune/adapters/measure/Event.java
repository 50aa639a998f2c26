package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Tokens;
import java.util.Optional;

/**
 * What a record of a session file says, in the words of no host. Records are read apart from each
 * other; what one means beside the others is worked out by {@link SessionMeter}.
 */
sealed interface Event {

  /** What follows belongs to that session. */
  record Start(String session) implements Event {}

  /**
   * An entry of a session that is kept as a tree.
   *
   * @param parent the entry it continues; empty for a root
   */
  record Entry(String id, String parent) implements Event {}

  /** A person wrote. */
  record User(Body text) implements Event {}

  /** A text in the context that no person wrote and no model answered: a summary, a note. */
  record Note(Body text) implements Event {}

  /** The model that answers from here on, where answers do not say it themselves. */
  record Model(String provider, String id) implements Event {}

  /**
   * The model answered a request. What it said follows.
   *
   * @param id of the answer; two records of the same answer have the same; empty when it has none
   * @param millis when, since 1970; 0 when that is not known
   * @param usage what the provider billed, if the file has it
   * @param recorded whether the file tells answers apart; else an answer was inferred
   */
  record Answer(
      String id,
      String provider,
      String model,
      long millis,
      Optional<Tokens> usage,
      boolean recorded)
      implements Event {}

  /** What was billed for the answer that was last. */
  record Usage(Tokens usage, long millis) implements Event {}

  /** What was billed for the whole session, where the file has no finer figures. */
  record Totals(Tokens usage) implements Event {}

  /** What follows was replaced by a summary long ago, and is only kept. */
  record Archived() implements Event {}

  /** What follows is in the context. */
  record Current() implements Event {}

  /** A part of an answer that is no call: text, or thinking. */
  record Said(Body text) implements Event {}

  /** A part of an answer that calls a tool. */
  record Call(String id, ToolCall call) implements Event {}

  /**
   * A call's result.
   *
   * @param images how many parts are no text
   */
  record Result(String callId, Body text, boolean failed, int images) implements Event {}

  /** What came before was replaced by a summary. */
  record Compaction() implements Event {}

  /** A saved request body, with the whole list. */
  record Request(Capture capture) implements Event {}
}
