package dev.jevprune.adapters.embedded;

import java.util.Locale;
import java.util.Optional;

/**
 * A Pi to be simulated.
 *
 * @param generation {@code 1.6.0}, or {@code 0.73.1} with its differences
 * @param mode how it is driven
 * @param session the id of its first session
 * @param sessionFile where that session would be stored
 * @param model the model it talks to; none before one is chosen
 */
public record PiSettings(
    String generation,
    Mode mode,
    String session,
    Optional<String> sessionFile,
    Optional<Model> model) {

  /** How Pi is driven. Terminal and RPC can show and ask; print and JSON cannot. */
  public enum Mode {
    TUI,
    RPC,
    PRINT,
    JSON
  }

  /** A model as Pi names it: the family of its interface, its provider, its id. */
  public record Model(String api, String provider, String id) {
    String json() {
      return "{\"api\":%s,\"provider\":%s,\"id\":%s}"
          .formatted(quote(api), quote(provider), quote(id));
    }
  }

  /** Pi 1.6.0 in its terminal, on a model without signed thinking. */
  public static PiSettings standard(String session) {
    return new PiSettings(
        "1.6.0",
        Mode.TUI,
        session,
        Optional.empty(),
        Optional.of(new Model("openai-completions", "mock", "mock-1")));
  }

  public PiSettings with(Mode other) {
    return new PiSettings(generation, other, session, sessionFile, model);
  }

  public PiSettings with(Model other) {
    return new PiSettings(generation, mode, session, sessionFile, Optional.of(other));
  }

  /** The same on the older generation. */
  public PiSettings old() {
    return new PiSettings("0.73.1", mode, session, sessionFile, model);
  }

  public PiSettings storedIn(String file) {
    return new PiSettings(generation, mode, session, Optional.of(file), model);
  }

  String json() {
    return "{\"generation\":%s,\"mode\":%s,\"session\":%s,\"file\":%s,\"model\":%s}"
        .formatted(
            quote(generation),
            quote(mode.name().toLowerCase(Locale.ROOT)),
            quote(session),
            sessionFile.map(PiSettings::quote).orElse("null"),
            model.map(Model::json).orElse("null"));
  }

  static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < 0x20 || unit == '"' || unit == '\\') {
        out.append("\\u%04x".formatted((int) unit));
      } else {
        out.append(unit);
      }
    }
    return out.append('"').toString();
  }
}
