package dev.jevprune.installer;

import dev.jevprune.adapters.files.HermesChat;
import dev.jevprune.adapters.files.HostFileException;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.selftest.SelfTestException;
import dev.jevprune.adapters.selftest.SelfTestSession;
import dev.jevprune.adapters.selftest.TemporaryFolder;
import dev.jevprune.adapters.worker.WorkerDoor;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Loads the installed plugin of Hermes into a Python process, as Hermes does, and lets it replay a
 * decision that the worker's code has taken. Hermes itself is not started.
 */
final class HermesSelfTest {
  private static final String SCRIPT = "hermes_self_test.py";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Surroundings surroundings;
  private final InstalledLoader loader;
  private final Duration limit;

  HermesSelfTest(Surroundings surroundings, InstalledLoader loader) {
    this(surroundings, loader, LIMIT);
  }

  HermesSelfTest(Surroundings surroundings, InstalledLoader loader, Duration limit) {
    this.surroundings = surroundings;
    this.loader = loader;
    this.limit = limit;
  }

  /**
   * Runs it.
   *
   * @param name what the line begins with
   * @throws SelfTestException when the plugin does not do what it must
   */
  Finding run(String name) throws IOException, SelfTestException {
    Optional<Path> python = surroundings.onPath("python3").or(() -> surroundings.onPath("python"));
    if (python.isEmpty()) {
      return Finding.note(
          SelfTest.AREA,
          name + "not run, since no python3 is on PATH; nothing is known to be wrong");
    }
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      String profile = decide(temporary.path());
      JsonObject said = ask(python.get(), temporary.path(), profile);
      Optional<String> old = said.string("old");
      if (old.isPresent()) {
        return Finding.note(
            SelfTest.AREA,
            name
                + "not run, since "
                + python.get()
                + " is "
                + old.get()
                + " and the plugin needs 3.11; nothing is known to be wrong");
      }
      Optional<String> wrong = said.string("wrong");
      if (wrong.isPresent()) {
        throw new SelfTestException(wrong.get());
      }
      return SelfTest.passed(name, ", in Python " + said.string("python").orElse(""));
    }
  }

  /** Lets the worker's code approve the repeat; the decision is for the installed profile. */
  private String decide(Path dataHome) throws IOException, SelfTestException {
    String profile = loader.config().string("profile").orElse("");
    try (WorkerDoor door = WorkerDoor.open(dataHome, Clock.systemUTC(), LIMIT)) {
      Approval.open(
              door,
              HostKind.HERMES,
              profile,
              SessionId.parse(SelfTestSession.ID).orElseThrow(),
              HermesChat.read(SelfTestSession.hermes().getBytes(StandardCharsets.UTF_8)))
          .approve(List.of());
      return profile;
    } catch (ProtocolException | HostFileException e) {
      throw new SelfTestException("the repeat could not be approved: " + e.getMessage(), e);
    }
  }

  private JsonObject ask(Path python, Path folder, String profile)
      throws IOException, SelfTestException {
    Path script = folder.resolve(SCRIPT);
    Path order = folder.resolve("order.json");
    Path out = folder.resolve("out");
    try (InputStream in = HermesSelfTest.class.getResourceAsStream(SCRIPT)) {
      if (in == null) {
        throw new IllegalStateException(SCRIPT + " is not in the jar: build it again");
      }
      Files.write(script, in.readAllBytes());
    }
    Files.writeString(order, order(folder, profile));
    ProcessBuilder builder =
        new ProcessBuilder(
                python.toString(), "-I", "-B", "-X", "utf8", script.toString(), order.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", surroundings.variable("PATH").orElse(""));
    environment.put("HOME", folder.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SelfTestException("it did not end within " + limit.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SelfTestException("interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().onExit().join();
    }
    return answer(Files.readString(out, StandardCharsets.UTF_8));
  }

  private String order(Path folder, String profile) {
    return ManifestCodec.canonical(
        JsonObject.builder()
            .put("loader", loader.file().toString())
            .put("dataHome", folder.toString())
            .put("profile", profile)
            .put("session", SelfTestSession.ID)
            .put("messages", SelfTestSession.hermes())
            .put("text", SelfTestSession.TEXT)
            .put("otherText", SelfTestSession.OTHER_TEXT)
            .put("marker", SelfTestSession.MARKER)
            .build());
  }

  /** The last line; a plugin may have printed before. */
  private static JsonObject answer(String out) throws SelfTestException {
    List<String> lines = out.lines().filter(line -> !line.isBlank()).toList();
    String last = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    try {
      if (StrictJson.parse(last) instanceof JsonObject said) {
        return said;
      }
    } catch (JsonException e) {
      // Told below.
    }
    throw new SelfTestException("Python ended with: " + last);
  }
}
