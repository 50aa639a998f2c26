package dev.jevprune.installer;

/** A command line that asks for something that cannot be asked for. */
final class UsageProblem extends Problem {
  private static final long serialVersionUID = 1L;

  UsageProblem(String message) {
    super(message);
  }
}
