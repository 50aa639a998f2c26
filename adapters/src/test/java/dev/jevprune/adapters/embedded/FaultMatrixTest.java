package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call that a shim makes goes wrong in every way: what the worker answers, what the disk
 * answers, what the host answers. Each time a decision is on the wire, every verb is typed, a turn
 * begins and ends, and the request goes out as it would be replayed.
 */
class FaultMatrixTest {
  private static final List<String> VERBS =
      List.of("", "approve", "why", "status", "show 1", "assess", "undo", "off", "on");
  private static final Pattern OP = Pattern.compile("\"op\":\"(\\w+)\"");
  private static final List<String> OPS =
      List.of(
          "ledger",
          "outline",
          "bodies",
          "preview",
          "approve",
          "assess",
          "undo",
          "switch",
          "status",
          "heartbeat");
  private static final List<String> FILE_CALLS = List.of("stat", "lstat", "readText", "real");
  private static final List<String> OPENCODE_CALLS =
      List.of(
          "session.get",
          "session.messages",
          "session.status",
          "session.prompt",
          "tui.showToast",
          "_client.get");
  private static final List<String> PI_CALLS =
      List.of("getBranch", "getHeader", "notify", "confirm", "isIdle", "getCommands", "model");

  /** How a call goes wrong. */
  enum Fault {
    THROWS,
    HANGS,
    GARBAGE,
    HALF,
    LATE
  }

  @TempDir Path folder;

  static Stream<Arguments> ops() {
    return OPS.stream()
        .flatMap(op -> Stream.of(Fault.values()).map(fault -> Arguments.of(op, fault)));
  }

  static Stream<Arguments> files() {
    return FILE_CALLS.stream()
        .flatMap(
            call ->
                Stream.of(Fault.THROWS, Fault.GARBAGE, Fault.HALF).map(f -> Arguments.of(call, f)));
  }

  static Stream<Arguments> openCodeCalls() {
    return OPENCODE_CALLS.stream()
        .flatMap(call -> Stream.of(Fault.values()).map(fault -> Arguments.of(call, fault)));
  }

  static Stream<Arguments> piCalls() {
    return PI_CALLS.stream()
        .flatMap(call -> Stream.of(Fault.values()).map(fault -> Arguments.of(call, fault)));
  }

  // --- what the worker answers ----------------------------------------------------------------

  /** The worker's own code, but for one operation. */
  private Transport worker(String op, Fault fault, Supplier<Boolean> faulty) {
    return worker(PruneCommandTest.workerFor(folder), op, fault, faulty);
  }

  private static Transport worker(
      Transport real, String op, Fault fault, Supplier<Boolean> faulty) {
    return (request, answer) -> {
      Matcher asked = OP.matcher(request);
      if (!faulty.get() || !asked.find() || !asked.group(1).equals(op)) {
        real.call(request, answer);
        return;
      }
      switch (fault) {
        case THROWS -> answer.fail("internal");
        case HANGS -> {}
        case GARBAGE -> answer.reply("{\"v\":1,\"id\":7,\"ok\":true,\"ledger\":7,\"pairs\":{}}");
        case HALF -> answer.reply("{\"v\":1,\"id\":");
        // Nothing runs on its own here: late is an answer to a question nobody asks any more.
        case LATE -> {
          answer.fail("late");
          real.call(request, answer);
        }
      }
    };
  }

  @ParameterizedTest
  @MethodSource("ops")
  @Tag("matrix")
  void openCodeSurvivesTheWorkersAnswer(String op, Fault fault) {
    boolean[] faulty = {false};
    try (OpenCodeBench bench = OpenCodeBench.load(folder, worker(op, fault, () -> faulty[0]))) {
      survives(bench, faulty);
    }
  }

  @ParameterizedTest
  @MethodSource("ops")
  @Tag("matrix")
  void piSurvivesTheWorkersAnswer(String op, Fault fault) {
    boolean[] faulty = {false};
    try (Bench bench =
        Bench.load(folder, PiSettings.standard("s-1"), worker(op, fault, () -> faulty[0]))) {
      survives(bench, faulty);
    }
  }

  // --- what the worker answers while a request waits for it -------------------------------------

  static Stream<Arguments> dueOps() {
    return Stream.of("ledger", "outline", "bodies", "due")
        .flatMap(op -> Stream.of(Fault.values()).map(fault -> Arguments.of(op, fault)));
  }

  /** Everything that is taken of itself is switched on, and the turn is cold. */
  private Transport due(String op, Fault fault, Supplier<Boolean> faulty) throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        folder.resolve("data/config.yaml"),
        """
        pipeline: [readlifecycle]
        auto: cold
        cache: {ttl_seconds: 1}
        components: {readlifecycle: {min_tokens: 10, superseded: false, cold_cache: true}}
        """);
    return worker(LifecycleCommandTest.workerFor(folder), op, fault, faulty);
  }

  @ParameterizedTest
  @MethodSource("dueOps")
  @Tag("matrix")
  void openCodeSurvivesTheWorkersAnswerToARequest(String op, Fault fault) throws IOException {
    boolean[] faulty = {true};
    try (OpenCodeBench bench = OpenCodeBench.load(folder, due(op, fault, () -> faulty[0]))) {
      bench.chat(OpenCodeBench.onePair());
      bench.chat(new OpenCodeMessages().answeredAt(1).assistant("Done.").user("Next."));
      bench.host.advance(Duration.ofHours(1));
      String pruned = OpenCodeBench.without(bench.stored(), Chats.BODY, "a2");
      Pending request = bench.openCode.request(OpenCodeBench.SESSION);
      bench.settle();
      assertThat(OpenCodeBench.ended(request)).isIn(bench.stored(), pruned);
      faulty[0] = false;
      Pending next = bench.openCode.request(OpenCodeBench.SESSION);
      bench.settle();
      assertThat(OpenCodeBench.ended(next)).as("once the worker is well").isEqualTo(pruned);
    }
  }

  @ParameterizedTest
  @MethodSource("dueOps")
  @Tag("matrix")
  void piSurvivesTheWorkersAnswerToARequest(String op, Fault fault) throws IOException {
    boolean[] faulty = {true};
    try (Bench bench =
        Bench.load(folder, PiSettings.standard("s-1"), due(op, fault, () -> faulty[0]))) {
      bench.pi.append(Chats.onePair().json());
      bench.pi.start("startup");
      bench.host.advance(Duration.ofHours(1));
      String whole = bench.pi.conversation();
      String pruned = OpenCodeBench.without(whole, Chats.BODY, "a2");
      Pending request = bench.pi.request();
      bench.settle();
      assertThat(Bench.outgoing(request)).isIn(whole, pruned);
      faulty[0] = false;
      Pending next = bench.pi.request();
      bench.settle();
      assertThat(Bench.outgoing(next)).as("once the worker is well").isEqualTo(pruned);
    }
  }

  // --- what the disk answers -------------------------------------------------------------------

  private static String fileFault(String call, Fault fault) {
    String wrong =
        switch (fault) {
          case THROWS -> "({ refused: true, code: 'EIO' })";
          case GARBAGE -> "'garbage'";
          default -> "(typeof run() === 'string' ? run().slice(0, 9) : run())";
        };
    // The generation and the ledger are read by a request; nothing else of the disk is.
    return "(name, path, run) => (name === '%s' ? %s : run())".formatted(call, wrong);
  }

  @ParameterizedTest
  @MethodSource("files")
  @Tag("matrix")
  void openCodeSurvivesTheDisk(String call, Fault fault) {
    try (OpenCodeBench bench = OpenCodeBench.load(folder, PruneCommandTest.workerFor(folder))) {
      approved(bench);
      bench.host.faultFiles(fileFault(call, fault));
      survives(bench);
      bench.host.faultFiles(null);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  @Tag("matrix")
  void piSurvivesTheDisk(String call, Fault fault) {
    try (Bench bench =
        Bench.load(folder, PiSettings.standard("s-1"), PruneCommandTest.workerFor(folder))) {
      approved(bench);
      bench.host.faultFiles(fileFault(call, fault));
      survives(bench);
      bench.host.faultFiles(null);
    }
  }

  // --- what the host answers --------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource("openCodeCalls")
  @Tag("matrix")
  void openCodeSurvivesItsOwnClient(String call, Fault fault) {
    String wrong =
        switch (fault) {
          case THROWS -> "(() => { throw new Error('no'); })()";
          case HANGS -> "new Promise(() => {})";
          case GARBAGE -> "({ data: 7 })";
          case HALF -> "({ data: [{ info: { role: 'user' } }, null, { parts: 7 }] })";
          case LATE ->
              "new Promise((resolve) => { setTimeout(() => resolve(run()), 30000).unref(); })";
        };
    try (OpenCodeBench bench = OpenCodeBench.load(folder, PruneCommandTest.workerFor(folder))) {
      approved(bench);
      bench.openCode.tamper(
          "(oc) => { oc.fault = (name, run) => (name === '%s' ? %s : run()); }"
              .formatted(call, wrong));
      survives(bench);
    }
  }

  @ParameterizedTest
  @MethodSource("piCalls")
  @Tag("matrix")
  void piSurvivesItsOwnContext(String call, Fault fault) {
    String wrong =
        switch (fault) {
          case THROWS -> "() => { throw new Error('no'); }";
          case HANGS, LATE -> "() => new Promise(() => {})";
          case GARBAGE -> "() => 7";
          case HALF -> "() => [null, {}, { type: 'message' }]";
        };
    try (Bench bench =
        Bench.load(folder, PiSettings.standard("s-1"), PruneCommandTest.workerFor(folder))) {
      approved(bench);
      bench.pi.tamper(
          """
          (pi) => {
            const wrong = %s;
            pi.hooks.context = (context) => new Proxy(context, { get(target, name) {
              if (name === '%2$s') return name === 'model' ? wrong() : wrong;
              const value = target[name];
              if (name !== 'sessionManager' && name !== 'ui') return value;
              return new Proxy(value, { get: (inner, key) => (key === '%2$s' ? wrong : inner[key]) });
            } });
          }
          """
              .formatted(wrong, call));
      survives(bench);
    }
  }

  // --- the walk
  // ------------------------------------------------------------------------------------

  private static void approved(OpenCodeBench bench) {
    bench.chat(OpenCodeBench.onePair());
    bench.prune("approve");
    assertThat(bench.outgoing()).contains(LedgerFile.marker("a2"));
  }

  private static void approved(Bench bench) {
    bench.pi.append(Chats.onePair().json());
    bench.pi.start("startup");
    bench.pi.command("/prune approve");
    assertThat(bench.outgoing()).contains(LedgerFile.marker("a2"));
  }

  private static void survives(OpenCodeBench bench, boolean[] faulty) {
    approved(bench);
    faulty[0] = true;
    survives(bench);
  }

  private static void survives(OpenCodeBench bench) {
    for (String verb : VERBS) {
      Pending command = bench.openCode.command(OpenCodeBench.SESSION, "prune", verb);
      bench.settle();
      assertThat(command.settled()).as("%s ends", verb).isTrue();
      assertThat(command.value()).as("%s asks no model", verb).startsWith("\"ended");
      assertReplayed(bench, verb);
    }
    bench.openCode.prompt(OpenCodeBench.SESSION, "Next.");
    assertReplayed(bench, "undo");
    bench.openCode.emit("session.idle", "{\"sessionID\":\"ses_1\"}");
    bench.settle();
    assertReplayed(bench, "undo");
  }

  /** The source stands there as its marker, or whole once it may have been taken back. */
  private static void assertReplayed(OpenCodeBench bench, String verb) {
    String stored = bench.stored();
    String pruned = OpenCodeBench.without(stored, Chats.BODY, "a2");
    assertThat(bench.outgoing())
        .isIn(mayTakeBack(verb) ? List.of(pruned, stored) : List.of(pruned));
  }

  private static boolean mayTakeBack(String verb) {
    return VERBS.indexOf(verb) >= VERBS.indexOf("undo");
  }

  private static void survives(Bench bench, boolean[] faulty) {
    approved(bench);
    faulty[0] = true;
    survives(bench);
  }

  private static void survives(Bench bench) {
    for (String verb : VERBS) {
      bench.pi.answer(true);
      bench.pi.command("/prune " + verb);
      bench.settle();
      assertReplayed(bench, verb);
    }
    bench.pi.beginTurn();
    assertReplayed(bench, "undo");
    Pending end = bench.pi.endTurn();
    bench.settle();
    assertThat(end.settled()).as("the turn ends").isTrue();
    assertReplayed(bench, "undo");
  }

  private static void assertReplayed(Bench bench, String verb) {
    String whole = bench.pi.conversation();
    String pruned = OpenCodeBench.without(whole, Chats.BODY, "a2");
    assertThat(bench.outgoing()).isIn(mayTakeBack(verb) ? List.of(pruned, whole) : List.of(pruned));
  }
}
