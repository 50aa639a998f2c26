package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;

/** The texts for a call that did not go well. */
final class TransportFailure {

  private static final String NOTHING = " Nothing was approved.";

  private TransportFailure() {}

  static EvaluatorException of(TransportReport report, boolean local) {
    return new EvaluatorException(Kind.TRANSPORT, text(report, local) + NOTHING);
  }

  private static String text(TransportReport report, boolean local) {
    return switch (report.word()) {
      case OK, TOO_LONG -> "The evaluator's reply has more than 32,000 bytes and was not read.";
      case STATUS -> status(report.number()) + id(report.text());
      case WAIT ->
          status(report.number()) + " It asks to wait " + report.text() + " s before the next try.";
      case REDIRECT ->
          "The evaluator answered with a redirect ("
              + report.number()
              + "), which is never followed. A proxy or a login page may stand in between."
              + id(report.text());
      case PROXY ->
          "The proxy that HTTPS_PROXY names did not let the call through"
              + (report.number() == 0 ? "" : " (" + report.number() + ")")
              + ". Check its address and password, or list the host in NO_PROXY.";
      case PROXY_ADDRESS ->
          "HTTPS_PROXY does not name a proxy that can be used. Write it as http://HOST:PORT.";
      case CERTIFICATES ->
          "The file that SSL_CERT_FILE names cannot be read or holds no certificate.";
      case TLS ->
          "No trusted connection to the evaluator came about. Behind a proxy that opens"
              + " connections, name its certificates in SSL_CERT_FILE.";
      case CONNECT ->
          local
              ? "Nothing answers at the local evaluator's url. Start it, or correct the url."
              : "The evaluator could not be reached. Check the network, or set HTTPS_PROXY.";
      case BROKEN -> "The connection to the evaluator broke before an answer came.";
      case ORIGIN -> "The local evaluator's url must name this machine.";
    };
  }

  private static String status(int status) {
    return switch (status) {
      case 401 -> "The evaluator refused the key (401). Check " + EvaluatorSettings.API_KEY + ".";
      case 403 ->
          "The evaluator did not accept the key for this call (403). Check "
              + EvaluatorSettings.API_KEY
              + " and what its account may use.";
      case 422 -> "The evaluator could not work with the request (422). Please report this.";
      case 429 -> "The evaluator takes no more calls of this account for now (429).";
      case 529 -> "The evaluator is overloaded (529). Try again later.";
      default ->
          status >= 500
              ? "The evaluator has a fault of its own (" + status + "). Try again later."
              : "The evaluator did not accept the call (" + status + ").";
    };
  }

  private static String id(String requestId) {
    return requestId.isEmpty() ? "" : " Its name for this request is " + requestId + ".";
  }
}
