package dev.jevprune.adapters.evaluate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The child process that makes one call. It has the body on its standard input and the key in its
 * environment, and writes one line that says how it went, then the reply. It needs the JDK and this
 * package alone, so that its class path is one jar.
 *
 * <p>The address is fixed. A system property may name another one for a service on this machine;
 * any other address in it is refused.
 */
final class TransportMain {

  /** The property that names a loopback address. */
  static final String ORIGIN_PROPERTY = "jevprune.evaluator.loopback";

  /** The property that says how long the child may live, in milliseconds. */
  static final String LIMIT_PROPERTY = "jevprune.evaluator.millis";

  /** The variable that carries the password of a trust store, which is no argument either. */
  static final String TRUST_STORE_PASSWORD = "JEV_PRUNE_TRUST_STORE_PASSWORD";

  private static final String TRUST_STORE_PASSWORD_PROPERTY = "javax.net.ssl.trustStorePassword";

  private TransportMain() {}

  /** Makes the call. Takes no arguments. */
  public static void main(String[] args) throws IOException {
    dieAfter(Duration.ofMillis(Long.getLong(LIMIT_PROPERTY, 10_000) + 1_000));
    // Read by the JDK's client when it is first used: a failed POST is sent again by default, and
    // a proxy may not ask for a password by default.
    System.setProperty("sun.net.http.retryPost", "false");
    System.setProperty("http.keepAlive", "false");
    System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
    Map<String, String> variables = System.getenv();
    String password = variables.get(TRUST_STORE_PASSWORD);
    if (password != null) {
      System.setProperty(TRUST_STORE_PASSWORD_PROPERTY, password);
    }
    TransportReport report = call(System.in, System.getProperty(ORIGIN_PROPERTY, ""), variables);
    OutputStream out = System.out;
    out.write(report.bytes());
    out.flush();
    // A connection of the JDK's may keep a thread that is no daemon.
    Runtime.getRuntime().halt(0);
  }

  private static TransportReport call(InputStream in, String origin, Map<String, String> variables)
      throws IOException {
    URI url = origin.isEmpty() ? Origin.TYPESAFE : URI.create(origin);
    if (!origin.isEmpty() && !Origin.isLoopback(url)) {
      return TransportReport.of(TransportReport.Word.ORIGIN);
    }
    byte[] body = in.readAllBytes();
    Optional<String> key = Optional.ofNullable(variables.get(EvaluatorSettings.API_KEY));
    return new TransportCall(url, key, variables).post(body);
  }

  /** A parent that was killed cannot end its child; the child ends itself. */
  private static void dieAfter(Duration limit) {
    Thread watch =
        new Thread(
            () -> {
              try {
                Thread.sleep(limit.toMillis());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(1);
            },
            "deadline");
    watch.setDaemon(true);
    watch.start();
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
