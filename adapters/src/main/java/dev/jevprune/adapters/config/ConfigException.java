package dev.jevprune.adapters.config;

import java.util.List;

/** The file cannot be used; each problem names the place and what is wanted there. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * One or more problems.
   *
   * @param problems one line each, without the file's name
   */
  public ConfigException(String file, List<String> problems) {
    super(file + ": " + String.join("\n" + file + ": ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line each. */
  public List<String> problems() {
    return problems;
  }
}
