package dev.jevprune.core.selection;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.snapshot.Item;
import java.util.Optional;

/**
 * Keeps bodies that look as if they held a credential or an error report. Goal, texts and arguments
 * are searched one by one: what ends one and begins the next is not one phrase.
 */
final class Veto {

  private Veto() {}

  /** Why the texts or the arguments of a read keep it, if they do. */
  static Optional<GateReason> of(Item read) {
    for (String text : read.texts()) {
      Optional<GateReason> reason = of(text);
      if (reason.isPresent()) {
        return reason;
      }
    }
    // As one text a name and its value stand together; one by one the values are free of escapes.
    return Credentials.in(read.canonicalArguments())
        ? Optional.of(GateReason.CREDENTIAL_VETO)
        : ofValues(unpacked(read.arguments()));
  }

  /** Why a text keeps what it belongs to, if it does. */
  static Optional<GateReason> of(String text) {
    if (Credentials.in(text)) {
      return Optional.of(GateReason.CREDENTIAL_VETO);
    }
    return ErrorReport.in(text) ? Optional.of(GateReason.ERROR_VETO) : Optional.empty();
  }

  /** Chat completions carry the arguments as JSON inside a text. */
  private static Json unpacked(Json arguments) {
    if (arguments instanceof JsonString text) {
      try {
        return StrictJson.parse(text.value());
      } catch (JsonException e) {
        return arguments;
      }
    }
    return arguments;
  }

  private static Optional<GateReason> ofValues(Json value) {
    if (value instanceof JsonString text) {
      return of(text.value());
    }
    Iterable<Json> children =
        value instanceof JsonObject object
            ? object.members().values()
            : value instanceof JsonArray array ? array : JsonArray.EMPTY;
    for (Json child : children) {
      Optional<GateReason> reason = ofValues(child);
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }
}
