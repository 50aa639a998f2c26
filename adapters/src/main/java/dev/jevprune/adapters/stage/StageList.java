package dev.jevprune.adapters.stage;

import dev.jevprune.adapters.files.OpenCodeParts;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.projection.Edit;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.HermesForm;
import java.util.List;
import java.util.OptionalInt;

/**
 * A list as a carrier sends it, beside the form in which decisions know it. Both have the same
 * messages in the same places.
 *
 * @param format the shape of the list
 * @param raw the list as it came
 * @param normal the list as receipts prove it
 */
record StageList(Format format, JsonArray raw, JsonArray normal) {

  static StageList of(Format format, JsonArray messages) {
    return switch (format) {
      case PI -> new StageList(format, messages, messages);
      case OPENCODE -> new StageList(format, messages, OpenCodeParts.normal(messages));
      case OPENAI -> {
        // The one form of Hermes' requests that carriers hand on.
        JsonArray chat = HermesForm.CHAT_COMPLETIONS.chat(messages);
        yield new StageList(format, messages, chat.size() == messages.size() ? chat : messages);
      }
    };
  }

  /** The list as it came, with these bodies replaced. */
  JsonArray apply(List<Edit> edits) {
    return Edits.apply(raw, format, edits.stream().map(this::fitting).toList());
  }

  /** A bare text is one part in the normal form. */
  private Edit fitting(Edit edit) {
    boolean bare =
        raw.get(edit.messageIndex()) instanceof JsonObject message
            && message.get("content").filter(JsonString.class::isInstance).isPresent();
    return bare ? new Edit(edit.messageIndex(), OptionalInt.empty(), edit.marker()) : edit;
  }
}
