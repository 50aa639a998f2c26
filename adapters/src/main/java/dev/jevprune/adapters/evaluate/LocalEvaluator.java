package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.evaluate.Thresholds;
import dev.jevprune.core.receipt.Evaluator;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;

/**
 * A service of the same wire on this machine. It needs no consent, since nothing leaves the
 * machine, and gets no key. Its replies must name its own model.
 */
public final class LocalEvaluator implements ModelEvaluator {

  private final URI url;
  private final Rules rules;
  private final Function<URI, Transport> transport;

  /**
   * @param url the address; without a path it means {@code /v1/systemone}
   * @param model the model's name, as its replies spell it
   * @param thresholds which scores approve
   * @param transport makes the way to an address
   */
  public LocalEvaluator(
      URI url, String model, Thresholds thresholds, Function<URI, Transport> transport) {
    this.url = Origin.withPath(url);
    this.rules =
        new Rules(
            new Evaluator(Evaluator.Kind.LOCAL, Optional.of(model), Evaluator.VERSION), thresholds);
    this.transport = transport;
  }

  @Override
  public Rules rules() {
    return rules;
  }

  @Override
  public String destination() {
    return url.toString();
  }

  @Override
  public void check() throws EvaluatorException {
    if (!Origin.isLoopback(url)) {
      throw new EvaluatorException(
          Kind.URL,
          "The local evaluator's url must name this machine: http://127.0.0.1:PORT, or localhost or"
              + " [::1]. Nothing was sent.");
    }
  }

  @Override
  public byte[] ask(byte[] body) throws EvaluatorException {
    check();
    TypesafeEvaluator.Bounds.checkRequest(body);
    return transport.apply(url).post(body);
  }
}
