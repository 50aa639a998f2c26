package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A world with one Pi and the shim in it. Closing it checks what no test may leave behind. */
final class Bench implements AutoCloseable {
  static final String EXTENSION = "/agent/extensions/jev-prune.js";
  static final String PROFILE = "5e".repeat(32);

  final Path data;
  final EmbeddedHost host;
  final SimulatedPi pi;
  final ShimConfig config;

  private Bench(HostSettings settings, PiSettings pi) {
    this(settings, pi, false);
  }

  private Bench(HostSettings settings, PiSettings pi, boolean choosing) {
    data = settings.folder().resolve("data");
    ShimConfig plain = new ShimConfig(data, PROFILE, settings.folder().resolve("java").toString());
    config = choosing ? plain.choosing() : plain;
    host = EmbeddedHost.open(settings);
    this.pi = host.pi(pi);
    try {
      Files.createDirectories(data);
      Files.writeString(Path.of(config.java()), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A Pi in whose session nothing has happened, with the shim loaded but not started. */
  static Bench load(Path folder, PiSettings pi, Transport transport) {
    return load(HostSettings.in(folder), pi, transport);
  }

  static Bench load(HostSettings settings, PiSettings pi, Transport transport) {
    Bench bench = new Bench(settings, pi);
    assertThat(bench.pi.loadShim(EXTENSION, bench.config, transport).value()).isEqualTo("null");
    return bench;
  }

  /** The same with the question before an automatic compaction. */
  static Bench choosing(Path folder, PiSettings pi, Transport transport) {
    Bench bench = new Bench(HostSettings.in(folder), pi, true);
    assertThat(bench.pi.loadShim(EXTENSION, bench.config, transport).value()).isEqualTo("null");
    return bench;
  }

  /** A Pi without any extension. */
  static Bench bare(HostSettings settings, PiSettings pi) {
    return new Bench(settings, pi);
  }

  static Bench bare(Path folder, PiSettings pi) {
    return new Bench(HostSettings.in(folder), pi);
  }

  /** What one request sends; it must have ended without waiting for anything. */
  String outgoing() {
    return outgoing(pi.request());
  }

  static String outgoing(Pending request) {
    assertThat(request.settled()).as("the request waits for nothing").isTrue();
    String value = request.value();
    assertThat(value).as("the handler returns nothing").endsWith(",\"returned\":0}");
    return value.substring("{\"messages\":".length(), value.length() - ",\"returned\":0}".length());
  }

  /**
   * Lets everything that is due within 25 seconds, longer than any deadline of the shim, happen.
   */
  void settle() {
    host.advance(Duration.ofSeconds(25));
  }

  /** What goes out with the next request, once all that it waits for has happened. */
  String sent() {
    Pending request = pi.request();
    settle();
    return outgoing(request);
  }

  /** What a command tells the user. */
  String told(String line) {
    int before = pi.notices().size();
    assertThat(pi.command(line).value()).isEqualTo("\"handled\"");
    StringBuilder said = new StringBuilder();
    pi.notices().stream().skip(before).forEach(n -> said.append(n.message()).append('\n'));
    return said.toString();
  }

  String saidLast() {
    return pi.notices().get(pi.notices().size() - 1).message();
  }

  @Override
  public void close() {
    try {
      settle();
      assertThat(host.crashes()).as("what would have ended Pi").isEmpty();
      assertThat(pi.failures()).as("what Pi would have reported").isEmpty();
      assertThat(pi.given()).as("nothing enters the session or the model's context").isEmpty();
      assertThat(host.heldTimers()).as("timers left behind").isZero();
    } finally {
      host.close();
    }
  }

  /** A compaction whose first kept entry is the result of a call before it; a pair behind it. */
  void compactedBetweenCallAndResult() {
    pi.append(new PiMessages().call("orphan", "read", "{\"path\":\"" + Chats.PATH + "\"}").json());
    String kept = pi.append(new PiMessages().result("orphan", "read", Chats.BODY).json());
    PiMessages after =
        new PiMessages()
            .read("c1", Chats.PATH, Chats.BODY)
            .read("c2", Chats.PATH, Chats.BODY)
            .user("Go on.");
    pi.append(Chats.later(after, 17).json());
    pi.compact(kept, Optional.of("overflow"));
  }
}
