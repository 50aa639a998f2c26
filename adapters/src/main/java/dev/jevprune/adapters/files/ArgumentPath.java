package dev.jevprune.adapters.files;

import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.snapshot.Item;
import java.util.Optional;

/** The path a read names, also where the arguments are a text that spells an object. */
final class ArgumentPath {

  private ArgumentPath() {}

  static Optional<String> of(Item item) {
    if (item.arguments() instanceof JsonString spelling
        && PiForm.arguments(spelling) instanceof JsonObject object) {
      return object
          .string("path")
          .or(() -> object.string("filePath"))
          .or(() -> object.string("file_path"));
    }
    return item.path();
  }
}
