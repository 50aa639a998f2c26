package dev.jevprune.core.evaluate;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import java.util.Optional;

/** The answer to one question. */
public sealed interface Answer {

  /**
   * A probability.
   *
   * @param value finite, from 0 to 1
   */
  record Noul(double value) implements Answer {}

  /** No usable answer. It costs the pair it belongs to, and no other. */
  record Unusable(Fault fault) implements Answer {}

  /** What makes an answer unusable. */
  enum Fault {
    /** No object of the type that was asked for. */
    TYPE("answer-type"),
    /** The value is no number, not finite, or not from 0 to 1. */
    PROBABILITY("probability");

    private final String code;

    Fault(String code) {
      this.code = code;
    }

    /** The short code in reports. */
    public String code() {
      return code;
    }
  }

  /** Reads one answer; members that we do not know are ignored. */
  static Answer read(Json value) {
    if (!(value instanceof JsonObject object)
        || object.string("type").filter("noul"::equals).isEmpty()) {
      return new Unusable(Fault.TYPE);
    }
    Optional<Json> noul = object.get("noul");
    if (noul.isEmpty() || !(noul.get() instanceof JsonNumber number)) {
      return new Unusable(Fault.PROBABILITY);
    }
    // A whole -0 is 0; only the double would keep its sign.
    double probability = number.doubleValue() + 0.0;
    return probability >= 0 && probability <= 1
        ? new Noul(probability)
        : new Unusable(Fault.PROBABILITY);
  }
}
