package dev.jevprune.core.economics;

/** A table of prices that cannot be used. The message names the member and what it must be. */
public final class PriceException extends Exception {

  private static final long serialVersionUID = 1L;

  PriceException(String message) {
    super(message);
  }
}
