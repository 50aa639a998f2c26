package dev.jevprune.core.evaluate;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A reply whose model and questions are the right ones. Its single answers may still be unusable.
 *
 * @param answers the answers by the key of their question, in the order of the reply
 */
public record EvaluatorReply(Map<String, Answer> answers) {

  /** The longest reply that is read, in bytes. */
  public static final int MAX_BYTES = 32_000;

  /** Copies the map. */
  public EvaluatorReply {
    answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
  }

  /**
   * Reads a reply.
   *
   * @param bytes the body as it came
   * @param questions the keys of the questions that were asked
   * @param model the model that was asked
   * @throws ReplyException if nothing of the reply can be used
   */
  public static EvaluatorReply parse(byte[] bytes, Set<String> questions, String model)
      throws ReplyException {
    if (bytes.length > MAX_BYTES) {
      throw new ReplyException(ReplyException.Kind.JSON);
    }
    Json reply;
    try {
      reply = StrictJson.parse(bytes);
    } catch (JsonException e) {
      throw new ReplyException(ReplyException.Kind.JSON);
    }
    return read(reply, questions, model);
  }

  /**
   * Checks a reply.
   *
   * @throws ReplyException if nothing of the reply can be used
   */
  public static EvaluatorReply read(Json reply, Set<String> questions, String model)
      throws ReplyException {
    if (!(reply instanceof JsonObject object)
        || object.string("model").filter(model::equals).isEmpty()) {
      throw new ReplyException(ReplyException.Kind.MODEL);
    }
    Optional<JsonObject> given = object.object("answers");
    if (given.isEmpty() || !given.get().members().keySet().equals(questions)) {
      throw new ReplyException(ReplyException.Kind.ANSWER_KEYS);
    }
    Map<String, Answer> answers = new LinkedHashMap<>();
    given.get().members().forEach((key, value) -> answers.put(key, Answer.read(value)));
    return new EvaluatorReply(answers);
  }
}
