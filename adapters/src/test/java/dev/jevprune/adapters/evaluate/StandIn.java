package dev.jevprune.adapters.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A service on loopback that answers as it is told, and remembers what it was asked. */
final class StandIn implements AutoCloseable {

  /** What the service does with one request. */
  interface Behaviour {
    void answer(HttpExchange exchange, StandIn service) throws IOException;
  }

  /** A request that came. */
  record Seen(String path, String authorization, String body) {}

  private static final char[] PASSWORD = "throw-away".toCharArray();

  final List<Seen> seen = new CopyOnWriteArrayList<>();

  /** Counts down when the first request has come whole. */
  final CountDownLatch asked = new CountDownLatch(1);

  private final CountDownLatch closing = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  private StandIn(HttpServer server, Behaviour behaviour) throws IOException {
    this.server = server;
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            seen.add(
                new Seen(
                    exchange.getRequestURI().getPath(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            asked.countDown();
            behaviour.answer(exchange, this);
          }
        });
    server.start();
  }

  /** A service behind TLS with the certificate of {@code folder}. */
  static StandIn secure(Path folder, Behaviour behaviour)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("server.p12"))) {
      store.load(in, PASSWORD);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new StandIn(server, behaviour);
  }

  /** A service without TLS, as a local model's server is. */
  static StandIn plain(Behaviour behaviour) throws IOException {
    return new StandIn(HttpServer.create(loopback(), 0), behaviour);
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Makes a key pair and its certificate, {@code server.p12} and {@code ca.pem}. */
  static void makeCertificate(Path folder) throws IOException, InterruptedException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String store = folder.resolve("server.p12").toString();
    run(
        List.of(
            keytool,
            "-genkeypair",
            "-alias",
            "ca",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=localhost",
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-ext",
            "bc:c",
            "-validity",
            "2",
            "-keystore",
            store,
            "-storetype",
            "PKCS12",
            "-storepass",
            new String(PASSWORD)));
    run(
        List.of(
            keytool,
            "-exportcert",
            "-rfc",
            "-alias",
            "ca",
            "-keystore",
            store,
            "-storepass",
            new String(PASSWORD),
            "-file",
            folder.resolve("ca.pem").toString()));
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).as("exit code of %s", command.get(1)).isZero();
  }

  URI url(String scheme) {
    return URI.create(scheme + "://localhost:" + server.getAddress().getPort() + "/v1/systemone");
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Answers with a status and a body. */
  static Behaviour status(int status, String body) {
    return (exchange, service) -> send(exchange, status, body);
  }

  static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Says yes to every question of the request, as {@code model}. */
  static Behaviour yes(String model) {
    return (exchange, service) -> {
      JsonObject asked = (JsonObject) Vectors.parse(service.seen.get(0).body());
      JsonObject.Builder answers = JsonObject.builder();
      for (String key : asked.object("questions").orElseThrow().members().keySet()) {
        Json yes = Json.of(key.endsWith("coverage") ? 1 : 0);
        answers.put(key, JsonObject.builder().put("type", "noul").put("noul", yes).build());
      }
      send(exchange, 200, text(model, answers.build()));
    };
  }

  static String text(String model, JsonObject answers) {
    try {
      return JsonText.write(
          JsonObject.builder().put("model", model).put("answers", answers).build());
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until the test is over. */
  void hang() {
    try {
      assertThat(closing.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets go of the requests that hang. */
  void release() {
    closing.countDown();
  }

  @Override
  public void close() {
    release();
    server.stop(0);
    threads.shutdownNow();
  }
}
