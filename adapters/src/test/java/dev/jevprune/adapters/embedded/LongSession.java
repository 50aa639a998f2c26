package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.QuarterTokens;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A random session of 64 turns in which files are read, edited and reverted, the clock jumps so
 * that turns are cold, and now and then something is pruned or taken back. Every request is held
 * against what core makes of the list and the stored decisions.
 */
final class LongSession implements AutoCloseable {
  private static final int TURNS = 64;
  private static final String TIME = "(?<=\"timestamp\":)\\d+";
  private static final SessionId SESSION = new SessionId("s-1");

  private static final TokenCounter TOKENS = new QuarterTokens();

  /**
   * What may happen beside turns.
   *
   * @param seed of everything by chance
   * @param config the settings file
   * @param leaps whether the session goes back in its tree, and is compacted
   * @param restarts whether host and worker end and start again between turns
   */
  record Plan(long seed, String config, boolean leaps, boolean restarts) {}

  /**
   * One request.
   *
   * @param sent the outgoing list
   * @param grown whether the conversation only grew since the request before
   * @param announced whether decisions were taken or taken back since the request before
   */
  record Sent(String sent, boolean grown, boolean announced) {}

  /** One step of the branch, so that it can be taken again in a new process. */
  private record Step(String user, String rest, int keptFrom, long atMillis) {
    static Step turn(String user, String rest, long atMillis) {
      return new Step(user, rest, -1, atMillis);
    }

    static Step compaction(int keptFrom, long atMillis) {
      return new Step("", "", keptFrom, atMillis);
    }

    boolean isTurn() {
      return keptFrom < 0;
    }
  }

  /** The entries of a turn: the user's message, and the last one. */
  private record Entries(String first, String last) {}

  private final Plan plan;
  private final Path folder;
  private final Random random;
  private final Random breaks;
  private final Map<String, Integer> versions = new HashMap<>();
  private final List<Step> branch = new ArrayList<>();
  private final List<Entries> entries = new ArrayList<>();
  private Bench bench;
  private int calls;

  private LongSession(Plan plan, Path folder) throws IOException {
    this.plan = plan;
    this.folder = folder;
    this.random = new Random(plan.seed());
    this.breaks = new Random(plan.seed());
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("config.yaml"), plan.config());
    Path file = folder.resolve("parent.jsonl");
    Files.writeString(
        file, "{\"type\":\"session\",\"version\":3,\"id\":\"" + SESSION.value() + "\"}\n");
    this.bench = open(folder, file);
  }

  /** A host and a worker that know nothing but the files. */
  private static Bench open(Path folder, Path file) throws IOException {
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    RequestHandler handler = new RequestHandler(folder.resolve("data"), clock, TOKENS, "0.1.0");
    Bench bench =
        Bench.load(
            folder,
            PiSettings.standard(SESSION.value()).storedIn(file.toRealPath().toString()),
            new WorkerTransport(handler));
    bench.pi.start("startup");
    return bench;
  }

  /** Prints the digest of everything that the session of a seed sends: seed, folder, config. */
  public static void main(String[] arguments) throws Exception {
    Plan plan = new Plan(Long.parseLong(arguments[0]), arguments[2], true, false);
    System.out.println(digest(run(plan, Path.of(arguments[1]))));
  }

  static String digest(List<Sent> all) {
    StringBuilder text = new StringBuilder();
    all.forEach(each -> text.append(each.sent()));
    return DigestUtils.sha256Hex(text.toString());
  }

  static List<Sent> run(Plan plan, Path folder) throws Exception {
    try (LongSession session = new LongSession(plan, folder)) {
      List<Sent> all = session.turns();
      session.checkFork(all.get(all.size() - 1).sent());
      return all;
    }
  }

  private List<Sent> turns() throws Exception {
    List<Sent> all = new ArrayList<>();
    String ledger = "";
    String conversation = "[]";
    for (int turn = 0; turn < TURNS; turn++) {
      if (plan.leaps()) {
        leap();
      }
      append(turn);
      decide();
      if (plan.restarts() && breaks.nextInt(6) == 0) {
        restart();
      }
      if (random.nextInt(8) == 0) {
        advanceTo(bench.host.millis() + Duration.ofHours(2).toMillis()); // the cache has expired
      }
      String sent = request();
      String raw = bench.pi.conversation();
      String now = ledger();
      all.add(new Sent(sent, raw.startsWith(open(conversation)), !now.equals(ledger)));
      ledger = now;
      conversation = raw;
    }
    return all;
  }

  /** A list that may go on. */
  static String open(String list) {
    return list.substring(0, list.length() - 1);
  }

  private String request() throws Exception {
    String sent = bench.sent();
    JsonArray list = Lists.parse(bench.pi.conversation());
    AgedDecisions aged = AgedDecisions.of(bench.data, SESSION);
    AgedDecisions.Projected projected =
        aged.project(
            list,
            Snapshot.of(Format.PI, SESSION, list),
            AgedDecisions.receipts(bench.data, SESSION));
    assertThat(sent).as("what core projects").isEqualTo(Lists.text(projected.sent()));
    return sent;
  }

  private void decide() {
    switch (random.nextInt(16)) {
      // After a step back a repeat may stand among the last messages for a while, and then no more.
      case 0 -> approve(plan.leaps() ? "stale superseded" : "all");
      case 1 -> approve("stale");
      case 2 -> bench.pi.command("/prune undo superseded");
      default -> {}
    }
  }

  /** What is approved is what was listed, so a list comes first. */
  private void approve(String classes) {
    bench.pi.answer(false);
    bench.pi.command("/prune");
    bench.pi.command("/prune approve " + classes);
  }

  private void leap() {
    int turns = (int) branch.stream().filter(Step::isTurn).count();
    if (turns < 6) {
      return;
    }
    switch (random.nextInt(20)) {
      case 0, 1 -> {
        int to = branch.size() - 1 - random.nextInt(5);
        if (branch.get(to).isTurn()) {
          branch.subList(to + 1, branch.size()).clear();
          entries.subList(to + 1, entries.size()).clear();
          bench.pi.tree(entries.get(to).last());
        }
      }
      case 2 -> {
        int keptFrom = branch.size() - 1 - random.nextInt(5);
        if (branch.get(keptFrom).isTurn()) {
          take(Step.compaction(keptFrom, bench.host.millis()));
        }
      }
      default -> {}
    }
  }

  private void append(int turn) {
    String now = String.valueOf(bench.host.millis());
    take(
        Step.turn(
            new PiMessages().user("Step " + turn + ".").json().replaceAll(TIME, now),
            answers(turn).json().replaceAll(TIME, now),
            bench.host.millis()));
  }

  private void take(Step step) {
    branch.add(step);
    if (step.isTurn()) {
      entries.add(new Entries(bench.pi.append(step.user()), bench.pi.append(step.rest())));
    } else {
      bench.pi.compact(entries.get(step.keptFrom()).first(), Optional.of("threshold"));
      entries.add(new Entries("", ""));
    }
  }

  /** Ends host and worker; new ones get the same conversation at the same time of day. */
  private void restart() throws IOException {
    long now = bench.host.millis();
    bench.close();
    bench = open(folder, folder.resolve("parent.jsonl"));
    List<Step> steps = List.copyOf(branch);
    branch.clear();
    entries.clear();
    for (Step step : steps) {
      advanceTo(step.atMillis());
      take(step);
    }
    advanceTo(now);
  }

  private void advanceTo(long millis) {
    bench.host.advance(Duration.ofMillis(Math.max(0, millis - bench.host.millis())));
  }

  /** The fork of a session sends what its parent sent last. */
  private void checkFork(String sent) {
    bench.pi.fork("s-2", folder.resolve("child.jsonl").toString(), Optional.empty());
    bench.settle();
    Pending request = bench.pi.request();
    bench.settle();
    assertThat(Bench.outgoing(request)).as("in a fork").isEqualTo(sent);
  }

  private String ledger() throws IOException {
    Path ledgers = bench.data.resolve("state").resolve(Bench.PROFILE).resolve("ledger");
    Path file = ledgers.resolve(DigestUtils.sha256Hex(SESSION.value()).substring(0, 32) + ".json");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private PiMessages answers(int number) {
    PiMessages chat = new PiMessages();
    int steps = 1 + random.nextInt(3);
    for (int i = 0; i < steps; i++) {
      String id = "c" + calls++;
      String path = "file" + random.nextInt(4) + ".txt";
      switch (random.nextInt(8)) {
        case 0 -> edit(chat, id, path, 1);
        case 1 -> edit(chat, id, path, -1); // back to a text that was there before
        case 2 -> chat.bash(id, "ls", "nothing of note");
        default ->
            chat.read(
                id, path, (path + " version " + versions.getOrDefault(path, 0) + "; ").repeat(30));
      }
    }
    return chat.assistant("Done with " + number + ".");
  }

  private void edit(PiMessages chat, String id, String path, int change) {
    versions.merge(path, change, (old, by) -> Math.max(0, old + by));
    chat.call(id, "edit", "{\"path\":\"" + path + "\"}").result(id, "edit", "done");
  }

  @Override
  public void close() {
    bench.close();
  }
}
