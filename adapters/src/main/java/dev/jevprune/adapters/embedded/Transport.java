package dev.jevprune.adapters.embedded;

/**
 * Takes the place of the socket between the shim and the worker. Requests and replies are the JSON
 * objects of the protocol, as text.
 */
@FunctionalInterface
public interface Transport {
  /** Hands one request over. The answer may come at once, later, twice or never. */
  void call(String request, Answer answer);

  /** Where an answer goes. Only the first one counts. */
  interface Answer {
    /** Gives the reply, a JSON object as text. What is not JSON reaches the shim as a failure. */
    void reply(String reply);

    /** Ends the call without a reply, as a broken connection does. */
    void fail(String code);
  }
}
