package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.core.model.Binding;
import dev.jevprune.core.model.ModelGuard;
import dev.jevprune.core.selection.NewEditFloor;
import java.util.Optional;

/**
 * What the model allows: one that binds signed thinking to everything before it refuses a request
 * in which something before its last signed block was changed.
 *
 * @param binding what the model does; an unknown one is treated like one that binds
 * @param model the model's id, empty when the host named none
 * @param lastSigned index of the last signed block, −1 when there is none
 */
record Guard(Binding binding, String model, int lastSigned) {

  static Guard of(ModelGuard models, Optional<Request.ModelName> model, Outline outline) {
    String id = model.map(Request.ModelName::id).orElse("");
    String api = model.map(Request.ModelName::api).orElse("");
    return new Guard(models.judge(api, id), id, outline.lastSigned());
  }

  /** Where something new may be left out. */
  NewEditFloor floor() {
    return binding.restrictsEdits() ? new NewEditFloor(lastSigned + 1) : NewEditFloor.NONE;
  }

  /** Whether a change of the message at {@code index} would break what the model signed. */
  boolean forbids(int index) {
    return index >= 0 && index < floor().firstMessage();
  }

  /** Whether anything stands behind the guard at all. */
  boolean isClosed() {
    return floor().firstMessage() > 0;
  }
}
