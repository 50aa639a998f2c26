package dev.jevprune.core.selection;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.snapshot.Item;
import java.util.Optional;

/** Keeps bodies that look as if they held a credential or an error report. */
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
    return of(read.canonicalArguments());
  }

  /** Why a text keeps what it belongs to, if it does. */
  static Optional<GateReason> of(String text) {
    return text.contains("password=") ? Optional.of(GateReason.CREDENTIAL_VETO) : Optional.empty();
  }
}
