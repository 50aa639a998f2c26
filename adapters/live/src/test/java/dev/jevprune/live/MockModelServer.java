package dev.jevprune.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A model on loopback that answers OpenAI chat completions, OpenAI Responses and Anthropic Messages
 * as server-sent events, one scripted step a request, and keeps every request. After the script it
 * answers with a plain text, so that a host is never left waiting.
 */
final class MockModelServer implements AutoCloseable {
  private static final Step EXHAUSTED = Step.say("Nothing more to say.");

  private final HttpServer server;
  private final ExecutorService threads;
  private final List<Aside> asides = new ArrayList<>();
  private final List<RecordedRequest> besides = new ArrayList<>();
  private final Deque<Step> script = new ArrayDeque<>();
  private final List<RecordedRequest> requests = new ArrayList<>();

  private MockModelServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  static MockModelServer start() {
    try {
      ExecutorService threads =
          Executors.newCachedThreadPool(
              task -> {
                Thread thread = new Thread(task, "mock-model");
                thread.setDaemon(true);
                return thread;
              });
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      MockModelServer mock = new MockModelServer(http, threads);
      http.setExecutor(threads);
      http.createContext("/", mock::answer);
      http.start();
      return mock;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is answered beside the script, and not counted among its requests. */
  private record Aside(Predicate<RecordedRequest> requests, Step answer) {}

  /** Requests of that kind do not take a step of the script: they get the answer given here. */
  synchronized MockModelServer aside(Predicate<RecordedRequest> kind, Step answer) {
    asides.add(new Aside(kind, answer));
    return this;
  }

  /** The requests that were answered beside the script. */
  synchronized List<RecordedRequest> besides() {
    return List.copyOf(besides);
  }

  int port() {
    return server.getAddress().getPort();
  }

  synchronized MockModelServer script(Collection<Step> steps) {
    script.addAll(steps);
    return this;
  }

  MockModelServer script(Step... steps) {
    return script(List.of(steps));
  }

  synchronized List<RecordedRequest> requests() {
    return List.copyOf(requests);
  }

  synchronized RecordedRequest last() {
    return requests.get(requests.size() - 1);
  }

  /** Blocks until {@code count} requests have arrived in all. */
  synchronized void awaitRequests(int count) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    try {
      while (requests.size() < count) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError(
              "the model got " + requests.size() + " requests, awaited " + count);
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private synchronized Step take(RecordedRequest request) {
    for (Aside aside : asides) {
      if (aside.requests().test(request)) {
        besides.add(request);
        notifyAll();
        return aside.answer();
      }
    }
    requests.add(request);
    notifyAll();
    Step next = script.poll();
    return next == null ? EXHAUSTED : next;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      RecordedRequest request = RecordedRequest.of(path, body);
      Step step = take(request);
      await(step);
      if (step.status() != 200) {
        refuse(exchange, step);
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        String model = request.json().path("model").asText();
        for (String event : answerOf(path, model).events(step)) {
          out.write(event.getBytes(StandardCharsets.UTF_8));
          out.flush();
        }
      }
    }
  }

  private static Answer answerOf(String path, String model) {
    if (path.endsWith("/responses")) {
      return new ResponsesAnswer(model);
    }
    return path.endsWith("/messages") ? new AnthropicAnswer(model) : new OpenAiAnswer(model);
  }

  private static void await(Step step) throws IOException {
    if (step.gate().isEmpty()) {
      return;
    }
    try {
      if (!step.gate().get().await(120, TimeUnit.SECONDS)) {
        throw new IOException("the test never opened the gate of a held answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void refuse(HttpExchange exchange, Step step) throws IOException {
    byte[] error =
        ("{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"" + step.trouble() + "\"}}")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(step.status(), error.length);
    exchange.getResponseBody().write(error);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Spells a step as the events of one wire format. */
  interface Answer {
    List<String> events(Step step);
  }
}
