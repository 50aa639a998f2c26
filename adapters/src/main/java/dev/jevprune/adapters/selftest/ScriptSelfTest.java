package dev.jevprune.adapters.selftest;

import dev.jevprune.adapters.embedded.EmbeddedHost;
import dev.jevprune.adapters.embedded.HostSettings;
import dev.jevprune.adapters.embedded.Pending;
import dev.jevprune.adapters.embedded.ShimConfig;
import dev.jevprune.adapters.embedded.WorkerTransport;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Runs the installed JavaScript of Pi or OpenCode in the embedded engine: the repeated read is
 * found, approved and left out, and nothing else changes; when the kept copy changes, the original
 * goes out. Then the file that the host loads is run on what was decided. Nothing outside a
 * temporary folder is written.
 */
public final class ScriptSelfTest {
  private static final String PROFILE = "5e".repeat(32);

  private final Path shim;
  private final Function<EmbeddedHost, SimulatedTalk> host;
  private final HostSettings settings;
  private final ShimConfig config;

  private ScriptSelfTest(Path shim, Function<EmbeddedHost, SimulatedTalk> host, Path temporary) {
    this.shim = shim;
    this.host = host;
    this.settings = HostSettings.in(temporary);
    this.config = new ShimConfig(settings.folder().resolve("data"), PROFILE, "/nonexistent/java");
  }

  /**
   * Runs what is installed for Pi.
   *
   * @param shim the folder of the shim's files
   * @param loader gives the text of the file that Pi loads, with the given settings, a JSON object,
   *     in place of its own
   * @throws SelfTestException naming the step that did not come out as it must
   * @throws IOException when the temporary folder cannot be made or removed
   */
  public static void pi(Path shim, UnaryOperator<String> loader)
      throws IOException, SelfTestException {
    run(shim, loader, SimulatedTalk::pi);
  }

  /**
   * Runs what is installed for OpenCode.
   *
   * @see #pi
   */
  public static void openCode(Path shim, UnaryOperator<String> loader)
      throws IOException, SelfTestException {
    run(shim, loader, SimulatedTalk::openCode);
  }

  private static void run(
      Path shim, UnaryOperator<String> loader, Function<EmbeddedHost, SimulatedTalk> host)
      throws IOException, SelfTestException {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      ScriptSelfTest test = new ScriptSelfTest(shim, host, temporary.path());
      test.decides();
      test.loads(loader);
    }
  }

  private void decides() throws SelfTestException {
    try (EmbeddedHost world = EmbeddedHost.open(settings, Optional.of(shim))) {
      SimulatedTalk talk = host.apply(world);
      RequestHandler worker =
          new RequestHandler(
              settings.folder().resolve("data"),
              Clock.systemUTC(),
              TokenCounter.none(),
              "self-test");
      ended(world, "the shim is loaded", () -> talk.loadShim(config, new WorkerTransport(worker)));
      talk.begin();
      String stored = talk.stored();
      expect(
          "nothing is decided, so every byte goes out", stored, sent(world, talk, talk::request));
      ended(world, "/prune answers", () -> talk.command(""));
      ended(world, "/prune approve answers", () -> talk.command(" approve"));
      String list = stored;
      expect(
          "the older copy is left out, and nothing else is different",
          without(stored),
          sent(world, talk, () -> talk.request(list)));
      String changed = withAnotherCopy(stored);
      expect(
          "the kept copy has changed, so the original goes out",
          changed,
          sent(world, talk, () -> talk.request(changed)));
    }
  }

  /** The file that the host loads has a transport of its own, which finds no worker. */
  private void loads(UnaryOperator<String> loader) throws SelfTestException {
    try (EmbeddedHost world = EmbeddedHost.open(settings, Optional.of(shim))) {
      SimulatedTalk talk = host.apply(world);
      world.addFile(talk.loaderPath(), loader.apply(config.json()));
      ended(world, "the file that the host loads is loaded", talk::loadLoader);
      talk.begin();
      String stored = talk.stored();
      expect(
          "loaded by that file, the shim replays what was decided",
          without(stored),
          sent(world, talk, talk::request));
    }
  }

  private interface Step {
    Pending take();
  }

  private static String sent(EmbeddedHost world, SimulatedTalk talk, Step request)
      throws SelfTestException {
    String step = "a request goes out";
    String value = ended(world, step, request);
    try {
      return talk.list(value);
    } catch (RuntimeException e) {
      throw failed(step, e);
    }
  }

  private static String ended(EmbeddedHost world, String step, Step asked)
      throws SelfTestException {
    try {
      Pending pending = asked.take();
      if (!pending.settled()) {
        world.advance(SimulatedTalk.EVERY_DEADLINE);
      }
      return pending.value();
    } catch (RuntimeException e) {
      throw failed(step, e);
    }
  }

  private static void expect(String step, String wanted, String found) throws SelfTestException {
    if (!found.equals(wanted)) {
      throw new SelfTestException("it does not hold that " + step);
    }
  }

  private static SelfTestException failed(String step, RuntimeException cause) {
    return new SelfTestException(
        "it does not hold that " + step + " (" + cause.getMessage() + ")", cause);
  }

  private static String without(String list) {
    int at = list.indexOf(SelfTestSession.TEXT);
    return list.substring(0, at)
        + SelfTestSession.MARKER
        + list.substring(at + SelfTestSession.TEXT.length());
  }

  private static String withAnotherCopy(String list) {
    int at = list.lastIndexOf(SelfTestSession.TEXT);
    return list.substring(0, at)
        + SelfTestSession.OTHER_TEXT
        + list.substring(at + SelfTestSession.TEXT.length());
  }
}
