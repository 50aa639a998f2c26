package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.Tokens;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request for an answer: what was in the context, and what was billed. */
final class Ask {
  /** How many items were in the context. */
  final int items;

  /** How many messages. */
  final int messages;

  /** The message of the last person's text; -1 when there is none. */
  final int lastUser;

  long millis;
  final String model;
  final Optional<ModelPrice> price;

  /** What was billed; nothing where the file does not say. */
  @Nullable Tokens billed;

  /** Whether the prompt cache held nothing of it. Decided once all requests are known. */
  boolean cold;

  Ask(
      int items,
      int messages,
      int lastUser,
      long millis,
      String model,
      Optional<ModelPrice> price,
      @Nullable Tokens billed) {
    this.items = items;
    this.messages = messages;
    this.lastUser = lastUser;
    this.millis = millis;
    this.model = model;
    this.price = price;
    this.billed = billed;
  }
}
