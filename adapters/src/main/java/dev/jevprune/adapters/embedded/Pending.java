package dev.jevprune.adapters.embedded;

import java.util.Optional;
import org.graalvm.polyglot.Value;

/**
 * Something the scripts were asked for, which may be waiting for a timer, an answer or a dialog.
 */
public final class Pending {
  private final Value outcome;
  private final Value json;

  Pending(Value outcome, Value json) {
    this.outcome = outcome;
    this.json = json;
  }

  /** Whether it has ended, well or not. */
  public boolean settled() {
    return outcome.getMember("settled").asBoolean();
  }

  /** Why it failed; empty when it did not. */
  public Optional<String> error() {
    Value error = outcome.getMember("error");
    return error.isNull() ? Optional.empty() : Optional.of(error.asString());
  }

  /**
   * What it came to, as JSON text.
   *
   * @throws IllegalStateException when it has not ended, or has failed
   */
  public String value() {
    if (!settled()) {
      throw new IllegalStateException("The script is still waiting");
    }
    error()
        .ifPresent(
            message -> {
              throw new IllegalStateException("The script failed: " + message);
            });
    return json.execute(outcome.getMember("value")).asString();
  }
}
