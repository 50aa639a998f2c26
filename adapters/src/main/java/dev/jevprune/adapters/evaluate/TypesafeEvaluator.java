package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.core.evaluate.EvaluatorRequest;
import dev.jevprune.core.evaluate.Rules;
import java.util.function.Function;

/**
 * The remote service. Consent, key and body are checked in this order before a child is started.
 */
public final class TypesafeEvaluator implements ModelEvaluator {

  private final EvaluatorSettings settings;
  private final Rules rules;
  private final Function<ApiKey, Transport> transport;

  /**
   * @param settings the two switches
   * @param rules model and thresholds
   * @param transport makes the way to the service for a key
   */
  public TypesafeEvaluator(
      EvaluatorSettings settings, Rules rules, Function<ApiKey, Transport> transport) {
    this.settings = settings;
    this.rules = rules;
    this.transport = transport;
  }

  @Override
  public Rules rules() {
    return rules;
  }

  @Override
  public String destination() {
    return Origin.TYPESAFE.toString();
  }

  @Override
  public void check() throws EvaluatorException {
    var unused = settings.require();
  }

  @Override
  public byte[] ask(byte[] body) throws EvaluatorException {
    ApiKey key = settings.require();
    Bounds.checkRequest(body);
    if (key.isIn(body)) {
      throw new EvaluatorException(
          Kind.PAYLOAD,
          "The request holds the key itself, so that it is not sent. A file that the agent read"
              + " probably contains it; replace the key.");
    }
    return transport.apply(key).post(body);
  }

  /** Bounds that every request keeps, whoever built it. */
  static final class Bounds {
    private Bounds() {}

    static void checkRequest(byte[] body) throws EvaluatorException {
      if (body.length > EvaluatorRequest.MAX_BYTES) {
        throw new EvaluatorException(
            Kind.PAYLOAD,
            "The request has more than "
                + EvaluatorRequest.MAX_BYTES
                + " bytes. Nothing was sent.");
      }
    }
  }
}
