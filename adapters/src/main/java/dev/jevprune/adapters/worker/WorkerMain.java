package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.evaluate.Evaluators;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.adapters.store.StateSweep;
import dev.jevprune.adapters.tokens.O200kCounter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The worker process: {@code --data-home D [--idle-seconds N] [--transport K]}. Started by a shim
 * in the background; prints nothing on standard output.
 */
public final class WorkerMain {
  /** Exit code: the worker ended as it should. */
  public static final int DONE = 0;

  /** Exit code: something unforeseen; the log names it. */
  public static final int FAILED = 1;

  /** Exit code: the command line is wrong. */
  public static final int USAGE = 2;

  /** Exit code: another worker serves this data home. */
  public static final int TAKEN = 3;

  /** Exit code: there is no folder where the socket may be. */
  public static final int NO_SOCKET = 4;

  private static final Duration LAST_MOMENT = Duration.ofSeconds(6);

  private final Map<String, String> environment;
  private final Properties properties;
  private final Clock clock;
  private final PrintStream err;
  private final CountDownLatch finished = new CountDownLatch(1);

  private WorkerMain(
      Map<String, String> environment, Properties properties, Clock clock, PrintStream err) {
    this.environment = environment;
    this.properties = properties;
    this.clock = clock;
    this.err = err;
  }

  public static void main(String[] arguments) {
    WorkerMain main =
        new WorkerMain(System.getenv(), System.getProperties(), Clock.systemUTC(), System.err);
    System.exit(main.run(arguments));
  }

  private int run(String[] arguments) {
    Optional<WorkerOptions> options = WorkerOptions.parse(arguments, err);
    if (options.isEmpty()) {
      return USAGE;
    }
    Path dataHome = options.get().dataHome();
    PrivateFiles files = new PrivateFiles();
    WorkerLog log = new WorkerLog(dataHome.resolve("logs").resolve("worker.log"), clock);
    try {
      files.makeHome(dataHome);
      files.makeFolders(dataHome, dataHome.resolve("logs"));
      return locked(options.get(), files, log);
    } catch (SocketFolder.UnusableException e) {
      return report(log, NO_SOCKET, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      log.defect("start", e);
      return report(log, FAILED, "The worker cannot use " + dataHome + ": " + e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      log.defect("start", e);
      return FAILED;
    } finally {
      finished.countDown();
    }
  }

  private int report(WorkerLog log, int code, String text) {
    log.line("exit " + code + ": " + text);
    err.println(text);
    return code;
  }

  private int locked(WorkerOptions options, PrivateFiles files, WorkerLog log)
      throws IOException, SocketFolder.UnusableException {
    Path dataHome = options.dataHome();
    try (WorkerLock lock = WorkerLock.take(dataHome.resolve("worker.lock")).orElse(null)) {
      if (lock == null) {
        log.line("exit " + TAKEN + ": another worker serves this data home");
        return TAKEN;
      }
      serve(options, files, log);
      return DONE;
    }
  }

  private void serve(WorkerOptions options, PrivateFiles files, WorkerLog log)
      throws IOException, SocketFolder.UnusableException {
    Path dataHome = options.dataHome();
    String version = ProductVersion.read();
    Endpoint endpoint = endpoint(options, version);
    Instant startedAt = clock.instant();
    WorkerServer server = new WorkerServer(endpoint, startedAt, log);
    RequestHandler handler =
        new RequestHandler(
            dataHome,
            clock,
            new O200kCounter(),
            version,
            new Evaluators(dataHome, home(), properties),
            server,
            log::defect,
            environment);
    new WorkerRecord(server.pid(), endpoint.address(), ProtocolRange.OURS, version, startedAt)
        .write(dataHome, files);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> endInTime(server)));
    log.line("serving, version " + version + ", pid " + server.pid());
    startSweep(dataHome, log);
    server.serve(handler, options.idle(), () -> unpublish(dataHome, log));
    log.line("ended");
  }

  private Endpoint endpoint(WorkerOptions options, String version)
      throws IOException, SocketFolder.UnusableException {
    Path dataHome = options.dataHome();
    if (TransportKind.choose(options.transport(), environment, dataHome) == TransportKind.TCP) {
      return LoopbackEndpoint.bind(dataHome);
    }
    OwnUser user = OwnUser.learn(dataHome);
    Path socket =
        SocketFolder.socket(environment, folder("java.io.tmpdir"), user, dataHome, version);
    return UnixEndpoint.bind(socket, user);
  }

  private Path home() {
    String home = environment.getOrDefault("HOME", "");
    return home.isEmpty() ? folder("user.home") : Path.of(home);
  }

  private Path folder(String property) {
    return Path.of(properties.getProperty(property, ""));
  }

  private void endInTime(WorkerServer server) {
    server.stop();
    try {
      if (!finished.await(LAST_MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
        err.println("The worker did not finish in time.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startSweep(Path dataHome, WorkerLog log) {
    Thread sweep =
        new Thread(
            () -> {
              int dropped = new StateSweep(dataHome, clock).run();
              if (dropped > 0) {
                log.line("dropped " + dropped + " unused state files");
              }
            },
            "jev-prune-sweep");
    sweep.setDaemon(true);
    sweep.start();
  }

  private static void unpublish(Path dataHome, WorkerLog log) {
    try {
      Files.deleteIfExists(WorkerRecord.file(dataHome));
    } catch (IOException e) {
      log.defect("unpublish", e);
    }
  }
}
