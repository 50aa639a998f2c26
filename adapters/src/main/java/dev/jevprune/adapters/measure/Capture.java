package dev.jevprune.adapters.measure;

import java.util.List;

/**
 * A saved request: the whole list that went out.
 *
 * @param model the model that was asked
 * @param millis when; 0 when that is not known
 * @param messages in their order
 */
record Capture(String model, long millis, List<Message> messages) {

  /**
   * One message of it.
   *
   * @param print equal for equal messages; marks for the cache do not count, since they move
   * @param events what the message says
   */
  record Message(Print print, List<Event> events) {}

  /** A digest of a message. */
  record Print(long high, long low) {}
}
