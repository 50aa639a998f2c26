package dev.jevprune.adapters.evaluate;

import dev.jevprune.core.evaluate.Rules;

/** An evaluator that a model stands behind. */
public interface ModelEvaluator {

  /** By whom and how strictly pairs are judged. */
  Rules rules();

  /** Where a request goes, for the user to read. */
  String destination();

  /**
   * Checks what can be checked before there is a request: consent, key, address.
   *
   * @throws EvaluatorException if nothing may be sent; the text says what to set
   */
  void check() throws EvaluatorException;

  /**
   * Sends one request.
   *
   * @param body canonical JSON in UTF-8
   * @return the reply, not yet looked at
   * @throws EvaluatorException if nothing may be sent, or no reply came
   */
  byte[] ask(byte[] body) throws EvaluatorException;
}
