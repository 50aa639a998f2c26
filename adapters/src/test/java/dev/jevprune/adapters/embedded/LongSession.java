package dev.jevprune.adapters.embedded;

import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
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
import java.util.Random;
import org.apache.commons.codec.digest.DigestUtils;

/** A random session of 64 turns in which files are read and edited, and now and then pruned. */
final class LongSession {
  private static final int TURNS = 64;

  /** Counts a token for every four characters. */
  private static final TokenCounter TOKENS =
      new TokenCounter() {
        @Override
        public void prepare() {}

        @Override
        public boolean ready(Duration patience) {
          return true;
        }

        @Override
        public long count(String text) {
          return text.length() / 4;
        }
      };

  /**
   * One request.
   *
   * @param sent the outgoing list
   * @param announced whether decisions were taken since the request before
   */
  record Sent(String sent, boolean announced) {}

  private final Random random;
  private final Map<String, Integer> versions = new HashMap<>();
  private int calls;

  private LongSession(long seed) {
    this.random = new Random(seed);
  }

  /** Prints the digest of everything that the session of a seed sends: seed, folder, config. */
  public static void main(String[] arguments) throws IOException {
    List<Sent> all = run(Long.parseLong(arguments[0]), Path.of(arguments[1]), arguments[2]);
    StringBuilder text = new StringBuilder();
    all.forEach(each -> text.append(each.sent()));
    System.out.println(DigestUtils.sha256Hex(text.toString()));
  }

  static List<Sent> run(long seed, Path folder, String config) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("config.yaml"), config);
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    RequestHandler handler = new RequestHandler(data, clock, TOKENS, "0.1.0");
    LongSession session = new LongSession(seed);
    List<Sent> all = new ArrayList<>();
    try (Bench bench =
        Bench.load(folder, PiSettings.standard("s-1"), new WorkerTransport(handler))) {
      bench.pi.start("startup");
      String before = "";
      for (int turn = 0; turn < TURNS; turn++) {
        bench.pi.append(session.turn(turn).json());
        if (session.random.nextInt(12) == 0) {
          bench.pi.command("/prune approve all");
        }
        Pending request = bench.pi.request();
        bench.settle();
        String sent = Bench.outgoing(request);
        String now = ledgers(data);
        all.add(new Sent(sent, !now.equals(before)));
        before = now;
      }
    }
    return all;
  }

  private static String ledgers(Path data) throws IOException {
    Path folder = data.resolve("state").resolve(Bench.PROFILE).resolve("ledger");
    StringBuilder all = new StringBuilder();
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          all.append(Files.readString(file));
        }
      }
    }
    return all.toString();
  }

  private PiMessages turn(int number) {
    PiMessages chat = new PiMessages().user("Step " + number + ".");
    int steps = 1 + random.nextInt(3);
    for (int i = 0; i < steps; i++) {
      String id = "c" + calls++;
      String path = "file" + random.nextInt(4) + ".txt";
      switch (random.nextInt(4)) {
        case 0 -> {
          versions.merge(path, 1, Integer::sum);
          chat.call(id, "edit", "{\"path\":\"" + path + "\"}").result(id, "edit", "done");
        }
        case 1 -> chat.bash(id, "ls", "nothing of note");
        default ->
            chat.read(
                id, path, (path + " version " + versions.getOrDefault(path, 0) + "; ").repeat(30));
      }
    }
    return chat.assistant("Done with " + number + ".");
  }
}
