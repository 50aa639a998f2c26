package dev.jevprune.adapters.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.jspecify.annotations.Nullable;

/**
 * One JavaScript world with the stand-ins for Node's built-ins, in which host shims run. Its clock
 * stands still until {@link #advance} moves it. To be used by one thread at a time.
 */
public final class EmbeddedHost implements AutoCloseable {
  private final Context context;
  private final ScriptFiles files;
  private final Value main;

  private EmbeddedHost(Context context, ScriptFiles files, Value main) {
    this.context = context;
    this.files = files;
    this.main = main;
  }

  /** The engine is costly to make and holds the parsed scripts, so that a JVM has one. */
  private static final class Shared {
    static final Engine ENGINE =
        Engine.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build();
  }

  /**
   * Makes a fresh world; about ten milliseconds after the first one, which takes one or two
   * seconds.
   */
  public static EmbeddedHost open(HostSettings settings) {
    return open(settings, Optional.empty());
  }

  /**
   * Makes a fresh world in which the shim's files are those of a folder.
   *
   * @param shim the folder; empty for those on the class path
   */
  public static EmbeddedHost open(HostSettings settings, Optional<Path> shim) {
    ScriptFiles files = new ScriptFiles(shim);
    Context context =
        Context.newBuilder("js")
            .engine(Shared.ENGINE)
            .allowExperimentalOptions(true)
            .allowHostAccess(HostAccess.EXPLICIT)
            .allowIO(IOAccess.newBuilder().fileSystem(files).build())
            .option("js.esm-eval-returns-exports", "true")
            .option("js.unhandled-rejections", "handler")
            .build();
    context.getBindings("js").putMember("__embeddedHost", HostCalls.of(settings));
    return new EmbeddedHost(context, files, module(context, ScriptFiles.embedded("host/main.mjs")));
  }

  /** A literal source has no folder of its own, so that it imports by an absolute path. */
  private static Value module(Context context, String path) {
    try {
      return context.eval(
          Source.newBuilder("js", "export * from '" + path + "';", "entry.mjs")
              .mimeType("application/javascript+module")
              .build());
    } catch (IOException e) {
      throw new UncheckedIOException("A literal source was read from a file", e);
    }
  }

  /** Starts a Pi without extensions. */
  public SimulatedPi pi(PiSettings settings) {
    return new SimulatedPi(this, main, main.getMember("createPi").execute(settings.json()));
  }

  /** Starts an OpenCode without plugins and sessions. */
  public SimulatedOpenCode openCode() {
    return new SimulatedOpenCode(this, main, main.getMember("createOpenCode").execute());
  }

  /**
   * Puts a JavaScript function {@code (name, path, run) => answer} before every file call of the
   * scripts; null takes it away.
   */
  public void faultFiles(@Nullable String function) {
    main.getMember("faultFiles").executeVoid(function);
  }

  /** Puts a file where scripts can import it. */
  public void addFile(String path, String text) {
    files.add(path, text);
  }

  /** Moves the clock on, running what falls due on the way. */
  public void advance(Duration time) {
    long until = millis() + time.toMillis();
    Value next = main.getMember("runNextTimer");
    while (next.execute(until).asBoolean()) {
      // Each timer is a job of its own: what it resolves runs before the next one.
    }
  }

  /** The time of the scripts, milliseconds since 1970. */
  public long millis() {
    return main.getMember("currentMillis").execute().asLong();
  }

  /** What would have ended a real host: throws in timers, rejections that nobody awaits. */
  public List<String> crashes() {
    return strings(main.getMember("crashes"));
  }

  /** What the scripts wrote to the console, standard output and standard error. */
  public List<String> printed() {
    return strings(main.getMember("printed"));
  }

  /** How many timers would keep a real host from ending. */
  public int heldTimers() {
    return main.getMember("heldTimers").execute().asInt();
  }

  static List<String> strings(Value array) {
    List<String> all = new ArrayList<>();
    for (long i = 0; i < array.getArraySize(); i++) {
      all.add(array.getArrayElement(i).asString());
    }
    return List.copyOf(all);
  }

  Value evaluate(String expression) {
    return main.getMember("evaluate").execute(expression);
  }

  @Override
  public void close() {
    context.close(true);
  }
}
