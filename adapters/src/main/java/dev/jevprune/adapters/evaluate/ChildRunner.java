package dev.jevprune.adapters.evaluate;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs a child process to its end or to a deadline, whichever comes first. */
@FunctionalInterface
interface ChildRunner {

  /**
   * What a child did.
   *
   * @param exit its exit code
   * @param output its standard output, cut behind the bound
   * @param late whether it was ended at the deadline; exit and output mean nothing then
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Result(int exit, byte[] output, boolean late) {
    static final Result LATE = new Result(-1, new byte[0], true);
  }

  /**
   * Runs one child. It is gone when this returns.
   *
   * @param variables the child's whole environment
   * @param maxOutputBytes how much output is read; what is more ends the child
   * @throws IOException if the child could not be started
   */
  Result run(
      List<String> command,
      Map<String, String> variables,
      byte[] input,
      int maxOutputBytes,
      Duration limit)
      throws IOException;
}
