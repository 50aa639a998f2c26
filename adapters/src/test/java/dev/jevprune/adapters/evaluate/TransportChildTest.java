package dev.jevprune.adapters.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The child process against a service on loopback: what each trouble is called, and no more. */
class TransportChildTest {

  private static final String KEY = "sk-sentinel-0123456789";
  private static final byte[] BODY = "{\"model\":\"é\"}".getBytes(StandardCharsets.UTF_8);

  @TempDir static Path certificates;

  @BeforeAll
  static void makeCertificate() throws Exception {
    StandIn.makeCertificate(certificates);
  }

  private static ChildRuntime runtime(Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>(variables);
    environment.putIfAbsent("SSL_CERT_FILE", certificates.resolve("ca.pem").toString());
    return ChildRuntime.of(System.getProperties(), environment);
  }

  private static TransportChild to(URI url, Map<String, String> variables, Duration limit) {
    return new TransportChild(
        runtime(variables),
        Optional.of(url),
        Optional.of(new ApiKey(KEY)),
        limit,
        new SystemChildRunner());
  }

  private static TransportChild to(StandIn service) {
    return to(service.url("https"), Map.of(), Duration.ofSeconds(30));
  }

  private static EvaluatorException failure(TransportChild child) {
    EvaluatorException failure =
        catchThrowableOfType(EvaluatorException.class, () -> child.post(BODY));
    assertThat(failure).as("a failure").isNotNull();
    assertThat(failure.getMessage()).doesNotContain(KEY).contains("Nothing was approved.");
    return failure;
  }

  @Test
  void sendsTheBodyOnceWithTheKeyAndGivesTheReplyBack() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "{\"ü\":1}"))) {
      assertThat(to(service).post(BODY)).isEqualTo("{\"ü\":1}".getBytes(StandardCharsets.UTF_8));
      assertThat(service.seen)
          .containsExactly(new StandIn.Seen("/v1/systemone", "Bearer " + KEY, "{\"model\":\"é\"}"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401, refused the key (401)",
    "403, did not accept the key for this call (403)",
    "422, could not work with the request (422)",
    "429, takes no more calls of this account for now (429)",
    "529, is overloaded (529)",
    "500, has a fault of its own (500)",
    "400, did not accept the call (400)",
  })
  void aStatusHasItsOwnTextAndIsNotTriedAgain(int status, String text) throws Exception {
    String details = "{\"details\":\"quotes the goal\"}";
    try (StandIn service = StandIn.secure(certificates, StandIn.status(status, details))) {
      EvaluatorException failure = failure(to(service));
      assertThat(failure.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(failure).hasMessageContaining(text).hasMessageNotContaining("quotes");
      assertThat(service.seen).hasSize(1);
    }
  }

  @Test
  void theServicesNameForTheRequestIsToldAndItsWishToWaitToo() throws Exception {
    StandIn.Behaviour behaviour =
        (exchange, service) -> {
          exchange.getResponseHeaders().add("x-typesafe-request-id", "req_42");
          exchange.getResponseHeaders().add("Retry-After", "7");
          StandIn.send(exchange, service.seen.size() == 1 ? 422 : 429, "");
        };
    try (StandIn service = StandIn.secure(certificates, behaviour)) {
      assertThat(failure(to(service))).hasMessageContaining("req_42");
      assertThat(failure(to(service))).hasMessageContaining("wait 7 s");
    }
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    StandIn.Behaviour behaviour =
        (exchange, service) -> {
          exchange.getResponseHeaders().add("Location", "/elsewhere");
          StandIn.send(exchange, 307, "");
        };
    try (StandIn service = StandIn.secure(certificates, behaviour)) {
      assertThat(failure(to(service))).hasMessageContaining("redirect (307)");
      assertThat(service.seen).extracting(StandIn.Seen::path).containsExactly("/v1/systemone");
    }
  }

  @Test
  void aReplyOfOneByteTooManyIsNotRead() throws Exception {
    String bound = "\"" + "r".repeat(31_998) + "\"";
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, bound))) {
      assertThat(to(service).post(BODY)).hasSize(32_000);
    }
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, bound + " "))) {
      assertThat(failure(to(service))).hasMessageContaining("more than 32,000 bytes");
    }
  }

  @Test
  void slowHeadersEndAtTheDeadlineAndTheChildIsGone() throws Exception {
    try (StandIn service = StandIn.secure(certificates, (exchange, standIn) -> standIn.hang())) {
      EvaluatorException failure =
          failure(to(service.url("https"), Map.of(), Duration.ofMillis(2_500)));
      assertThat(failure.kind()).isEqualTo(Kind.DEADLINE);
      assertThat(failure).hasMessageContaining("within 2.5 s");
    }
  }

  @Test
  void aSlowBodyEndsAtTheDeadline() throws Exception {
    StandIn.Behaviour behaviour =
        (exchange, service) -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          service.hang();
        };
    try (StandIn service = StandIn.secure(certificates, behaviour)) {
      EvaluatorException failure =
          failure(to(service.url("https"), Map.of(), Duration.ofMillis(2_500)));
      assertThat(failure.kind()).isEqualTo(Kind.DEADLINE);
    }
  }

  @Test
  @Tag("slow")
  void theWallClockHoldsAtTenSeconds() throws Exception {
    try (StandIn service = StandIn.secure(certificates, (exchange, standIn) -> standIn.hang())) {
      long start = System.nanoTime();
      EvaluatorException failure =
          failure(to(service.url("https"), Map.of(), TransportChild.LIMIT));
      assertThat(failure.kind()).isEqualTo(Kind.DEADLINE);
      // The shims wait 13 s; the call must have ended well before.
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
    }
  }

  @Test
  void aConnectionThatBreaksIsNotTriedAgain() throws Exception {
    try (BrokenServer server = new BrokenServer()) {
      URI url = URI.create("http://127.0.0.1:" + server.port() + "/v1/systemone");
      EvaluatorException failure = failure(to(url, Map.of(), Duration.ofSeconds(30)));
      assertThat(failure).hasMessageContaining("broke before an answer came");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aCertificateThatIsNotTrustedSendsNothing() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "{}"))) {
      Map<String, String> other = Map.of("SSL_CERT_FILE", otherCertificate().toString());
      EvaluatorException failure = failure(to(service.url("https"), other, Duration.ofSeconds(30)));
      assertThat(failure).hasMessageContaining("SSL_CERT_FILE");
      assertThat(service.seen).isEmpty();
    }
  }

  @Test
  void aFileWithoutCertificatesIsNamedAsTheReason() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "{}"))) {
      Map<String, String> none = Map.of("SSL_CERT_FILE", "/nowhere/ca.pem");
      assertThat(failure(to(service.url("https"), none, Duration.ofSeconds(30))))
          .hasMessageContaining("cannot be read or holds no certificate");
    }
  }

  @Test
  void aTrustStoreOfTheRuntimeHoldsForTheChild() throws Exception {
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    properties.setProperty(
        "javax.net.ssl.trustStore", certificates.resolve("server.p12").toString());
    properties.setProperty("javax.net.ssl.trustStorePassword", "throw-away");
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "{}"))) {
      TransportChild child =
          new TransportChild(
              ChildRuntime.of(properties, Map.of()),
              Optional.of(service.url("https")),
              Optional.empty(),
              Duration.ofSeconds(30),
              new SystemChildRunner());
      assertThat(child.post(BODY)).hasSize(2);
      assertThat(ChildRuntime.of(properties, Map.of()).options())
          .noneMatch(option -> option.contains("throw-away"));
    }
  }

  @Test
  void nobodyThereIsTold() throws Exception {
    StandIn gone = StandIn.plain(StandIn.status(200, "{}"));
    gone.close();
    assertThat(failure(to(gone.url("http"), Map.of(), Duration.ofSeconds(30))))
        .hasMessageContaining("Nothing answers");
  }

  @Test
  void goesThroughAProxyThatAsksForAPassword() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "{}"));
        ConnectProxy proxy = new ConnectProxy(Optional.of("user:p@ss"))) {
      String address = "http://user:p%40ss@127.0.0.1:" + proxy.port();
      byte[] reply =
          to(service.url("https"), Map.of("HTTPS_PROXY", address), Duration.ofSeconds(30))
              .post(BODY);
      assertThat(reply).isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
      assertThat(proxy.tunnels()).containsExactly("localhost:" + service.port());
      assertThat(service.seen).hasSize(1);
    }
  }

  @Test
  void goesThroughAPlainProxyAndPastItWhereItIsToldSo() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "{}"));
        ConnectProxy proxy = new ConnectProxy(Optional.empty())) {
      Map<String, String> through = Map.of("https_proxy", "127.0.0.1:" + proxy.port());
      assertThat(to(service.url("https"), through, Duration.ofSeconds(30)).post(BODY)).hasSize(2);
      assertThat(proxy.tunnels()).hasSize(1);

      Map<String, String> past = new HashMap<>(through);
      past.put("NO_PROXY", "example.org, localhost");
      assertThat(to(service.url("https"), past, Duration.ofSeconds(30)).post(BODY)).hasSize(2);
      assertThat(proxy.tunnels()).hasSize(1);
    }
  }

  @Test
  void aProxyThatRefusesIsNamed() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "{}"));
        ConnectProxy proxy = new ConnectProxy(Optional.of("user:right"))) {
      Map<String, String> wrong =
          Map.of("HTTPS_PROXY", "http://user:wrong@127.0.0.1:" + proxy.port());
      EvaluatorException failure = failure(to(service.url("https"), wrong, Duration.ofSeconds(30)));
      assertThat(failure).hasMessageContaining("proxy").hasMessageNotContaining("wrong");
      assertThat(service.seen).isEmpty();
    }
  }

  @Test
  @Tag("W36")
  void theKeyIsInTheChildsEnvironmentAndNowhereElse() throws Exception {
    try (StandIn service = StandIn.secure(certificates, (exchange, standIn) -> standIn.hang())) {
      TransportChild child = to(service.url("https"), Map.of(), Duration.ofSeconds(20));
      CompletableFuture<EvaluatorException> failure =
          CompletableFuture.supplyAsync(() -> failure(child));
      assertThat(service.asked.await(20, TimeUnit.SECONDS)).isTrue();

      List<ProcessHandle> children = children();
      assertThat(children).hasSize(1);
      String arguments = read(children.get(0), "cmdline");
      assertThat(arguments).contains(TransportMain.class.getName()).doesNotContain(KEY);
      List<String> words = List.of(arguments.split("\0", -1));
      assertThat(words.get(words.indexOf("-cp") + 1))
          .as("a class path of one place")
          .doesNotContain(File.pathSeparator);
      String environment = read(children.get(0), "environ");
      assertThat(environment).contains("TYPESAFE_API_KEY=" + KEY);
      assertThat(environment.split("\0", -1)).hasSizeLessThanOrEqualTo(5);
      assertThat(runtime(Map.of()).toString()).doesNotContain(KEY);

      service.release();
      assertThat(failure.get(30, TimeUnit.SECONDS).getMessage()).doesNotContain(KEY);
      assertThat(children()).isEmpty();
    }
  }

  private static List<ProcessHandle> children() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .filter(child -> read(child, "cmdline").contains(TransportMain.class.getName()))
        .toList();
  }

  private static String read(ProcessHandle process, String file) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(process.pid()), file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // ended in the meantime
    }
  }

  @Test
  void anAddressThatIsNotOnThisMachineIsRefusedByTheChild() {
    TransportChild child =
        to(URI.create("https://example.org/v1/systemone"), Map.of(), Duration.ofSeconds(30));
    assertThat(failure(child)).hasMessageContaining("must name this machine");
  }

  private static Path otherCertificate() throws Exception {
    Path folder = Files.createDirectories(certificates.resolve("other"));
    if (!Files.exists(folder.resolve("ca.pem"))) {
      StandIn.makeCertificate(folder);
    }
    return folder.resolve("ca.pem");
  }
}
