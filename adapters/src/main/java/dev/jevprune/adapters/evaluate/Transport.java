package dev.jevprune.adapters.evaluate;

/** Carries one request to an evaluator and its reply back. */
@FunctionalInterface
public interface Transport {

  /**
   * Sends the body once.
   *
   * @param body canonical JSON in UTF-8
   * @return the body of the reply, at most 32,000 bytes
   * @throws EvaluatorException if there is no reply that can be used; it is not tried again
   */
  byte[] post(byte[] body) throws EvaluatorException;
}
