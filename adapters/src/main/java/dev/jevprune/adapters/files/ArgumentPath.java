package dev.jevprune.adapters.files;

import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.snapshot.Item;
import java.util.Optional;

/** The path a read names, also where the arguments are a text that spells an object. */
final class ArgumentPath {

  private ArgumentPath() {}

  static Optional<String> of(Item item) {
    return item.arguments() instanceof JsonString spelling
        ? Item.pathIn(PiForm.arguments(spelling))
        : item.path();
  }
}
