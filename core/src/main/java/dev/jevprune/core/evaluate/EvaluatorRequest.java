package dev.jevprune.core.evaluate;

import dev.jevprune.core.Digest;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Item;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One call to an evaluator: at most {@value #MAX_BYTES} bytes of canonical JSON. */
public final class EvaluatorRequest {

  /** The longest request, in bytes. */
  public static final int MAX_BYTES = 24_000;

  private final String model;
  private final String goal;
  private final List<Json> candidates = new ArrayList<>();
  private final Map<String, Json> questions = new LinkedHashMap<>();
  private final Map<Digest, Integer> numbers = new LinkedHashMap<>();

  EvaluatorRequest(String model, String goal) {
    this.model = model;
    this.goal = goal;
  }

  /**
   * Adds the content of a read unless the request would grow too long.
   *
   * @param key names the content; content that stands in the request already is not added again
   * @return whether the request asks about this content now
   */
  boolean add(Digest key, Item source) {
    if (numbers.containsKey(key)) {
      return true;
    }
    // Escaping only makes a text longer.
    if (source.bodyBytes() > MAX_BYTES) {
      return false;
    }
    int number = candidates.size();
    candidates.add(Wording.candidate(number, source));
    for (Wording.Question question : Wording.Question.values()) {
      questions.put(question.key(number), question.json(number));
    }
    if (Wording.bytes(json()) > MAX_BYTES) {
      candidates.remove(number);
      for (Wording.Question question : Wording.Question.values()) {
        questions.remove(question.key(number));
      }
      return false;
    }
    numbers.put(key, number);
    return true;
  }

  /** Whether nothing is asked; such a request is never sent. */
  public boolean isEmpty() {
    return candidates.isEmpty();
  }

  /** The keys of the questions. */
  public Set<String> questions() {
    return Set.copyOf(questions.keySet());
  }

  /** The model that is asked. */
  public String model() {
    return model;
  }

  /** The body as JSON. */
  public JsonObject json() {
    return JsonObject.builder()
        .put("model", model)
        .put("questions", new JsonObject(questions))
        .put(
            "state",
            JsonObject.builder()
                .put("candidates", new JsonArray(candidates))
                .put("goal", goal)
                .build())
        .build();
  }

  /** The body as it is sent: canonical JSON. */
  public String text() {
    try {
      return CanonicalJson.write(json());
    } catch (JsonException e) {
      throw new AssertionError("Every selected pair has a canonical form.", e);
    }
  }

  /** What was answered about a content that this request asks about. */
  Judgement judgement(Digest key, EvaluatorReply reply, Thresholds thresholds) {
    int number = Objects.requireNonNull(numbers.get(key));
    Map<Wording.Question, Double> values = new EnumMap<>(Wording.Question.class);
    for (Wording.Question question : Wording.Question.values()) {
      Answer answer = reply.answers().get(question.key(number));
      if (!(answer instanceof Answer.Noul noul)) {
        return new Judgement.Unanswered(
            answer instanceof Answer.Unusable unusable ? unusable.fault() : Answer.Fault.TYPE);
      }
      values.put(question, noul.value());
    }
    Scores scores =
        Scores.of(
            values.getOrDefault(Wording.Question.COVERAGE, 0.0),
            values.getOrDefault(Wording.Question.UNIQUE, 1.0),
            values.getOrDefault(Wording.Question.UNRESOLVED, 1.0));
    return Judgement.of(scores, thresholds);
  }
}
