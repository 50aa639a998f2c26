package dev.jevprune.core.evaluate;

import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.snapshot.Item;
import java.util.List;
import java.util.Locale;

/**
 * What is asked about a repeated read. A judge of this kind reads literally and sees neither keys
 * nor order, so each question names its candidate by path, asks for one thing, and is put so that a
 * high answer means yes. Two of the three are put so that the answer which allows the omission is
 * no: a plain no reaches .01 where a plain yes seldom reaches .99.
 *
 * <p>A change of any sentence is a change of {@link Evaluator#VERSION}: stored verdicts were given
 * to these words.
 */
final class Wording {

  /** The questions of one candidate, in the order in which they are asked. */
  enum Question {
    COVERAGE("Does the later result of %s contain everything that its older result contains?"),
    UNIQUE("Does the older result of %s contain any information that its later result lacks?"),
    UNRESOLVED(
        "Does the work described in `goal` still need the older result of %s at its own place in"
            + " the conversation, even though the later result stays?");

    private final String text;

    Question(String text) {
      this.text = text;
    }

    String key(int candidate) {
      return "c" + candidate + "_" + name().toLowerCase(Locale.ROOT);
    }

    JsonObject json(int candidate) {
      String path = "`candidates[" + candidate + "]`";
      return JsonObject.builder()
          .put("type", "noul")
          .put("instructions", String.format(Locale.ROOT, text, path))
          .build();
    }
  }

  private static final String COPIES =
      "The same call was made twice and both results are exactly equal, byte for byte; `text` holds"
          + " them once. The older result would be left out of the next requests, the later result"
          + " stays in the conversation.";

  private Wording() {}

  /**
   * What the judge gets to see of a candidate: the text once, with the word that it stood twice.
   */
  static JsonObject candidate(int number, Item source) {
    return JsonObject.builder()
        .put("candidate", number)
        .put("tool", source.tool())
        .put("arguments", source.arguments())
        .put("copies", COPIES)
        .put("text", text(source.texts()))
        .build();
  }

  private static Json text(List<String> texts) {
    return texts.size() == 1
        ? new JsonString(texts.get(0))
        : new JsonArray(texts.stream().<Json>map(JsonString::new).toList());
  }

  /** The canonical bytes; all that stands in a request comes from items that can be hashed. */
  static int bytes(Json value) {
    try {
      return Utf8.length(CanonicalJson.write(value));
    } catch (JsonException e) {
      throw new AssertionError("Every selected pair has a canonical form.", e);
    }
  }
}
