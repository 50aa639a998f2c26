package dev.jevprune.adapters.measure;

import dev.jevprune.adapters.tokens.TokenCounter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Measures files. */
public final class Measurement {
  private static final int BUFFER_BYTES = 1 << 16;

  private static final int MAX_FILES_AT_A_TIME = 4;

  /** Of files from this size on there is one at a time: the sessions of each take memory. */
  private static final long LARGE_BYTES = 32L << 20;

  private static final String UNKNOWN = "no session format is recognised";

  private final Pricing pricing;
  private final TokenBook tokens;
  private final int threads;
  private final Object large = new Object();

  /**
   * @param counter ready; nothing to count a token for four bytes
   * @param threads how many read at the same time
   */
  public Measurement(Pricing pricing, Optional<TokenCounter> counter, int threads) {
    this.pricing = pricing;
    this.tokens = counter.map(TokenBook::counting).orElseGet(TokenBook::estimating);
    this.threads = threads;
  }

  /**
   * Measures files, some at the same time. A file that cannot be read is in the report with the
   * reason; one that stands in a named folder and is no session is only counted.
   *
   * @param named files, and folders to walk
   * @param progress told by one thread at a time
   */
  public MeasureReport of(List<Path> named, Progress progress) throws IOException {
    Set<Path> found = new HashSet<>();
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (Files.isDirectory(path)) {
        List<Path> inside = walk(path);
        found.addAll(inside);
        files.addAll(inside);
      } else {
        files.add(path);
      }
    }
    List<FileReport> reports = new ArrayList<>();
    long passedOver = 0;
    List<FileReport> all = all(files, progress);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).problem.equals(UNKNOWN) && found.contains(files.get(i))) {
        passedOver++;
      } else {
        reports.add(all.get(i));
      }
    }
    return new MeasureReport(reports, passedOver, pricing, tokens.isCounting());
  }

  /** A small file is one piece or two, which alone would not keep all cores busy. */
  private List<FileReport> all(List<Path> files, Progress progress) throws IOException {
    Advance advance = new Advance(progress, files.stream().mapToLong(Measurement::size).sum());
    ExecutorService pool = Pipeline.pool(Math.min(threads, MAX_FILES_AT_A_TIME), "files");
    try (Pipeline pipeline = new Pipeline(threads)) {
      List<Future<FileReport>> waiting = new ArrayList<>();
      for (Path file : files) {
        waiting.add(pool.submit(() -> inTurn(file, pipeline, advance.of(file))));
      }
      List<FileReport> reports = new ArrayList<>();
      for (Future<FileReport> report : waiting) {
        reports.add(Pipeline.result(report));
      }
      advance.end();
      return reports;
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * The files below a folder, by name; links are not followed, a database's side files are left.
   */
  private static List<Path> walk(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .filter(file -> !file.toString().endsWith("-wal") && !file.toString().endsWith("-shm"))
          .sorted()
          .toList();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private FileReport inTurn(Path file, Pipeline pipeline, LongConsumer done) {
    if (size(file) < LARGE_BYTES) {
      return measure(file, pipeline, done);
    }
    synchronized (large) {
      return measure(file, pipeline, done);
    }
  }

  private FileReport measure(Path file, Pipeline pipeline, LongConsumer done) {
    FileReport report = new FileReport(file.toString());
    report.bytes = size(file);
    try {
      Optional<Detection> found = Detection.of(file);
      if (found.isEmpty()) {
        report.problem = UNKNOWN;
        done.accept(report.bytes);
        return report;
      }
      BodyReader bodies = new BodyReader(tokens);
      try (BatchSource source = source(file, found.get(), bodies)) {
        RecordFormat format = formatOf(source, found.get());
        report.format = format.name();
        EventRouter router = new EventRouter(format.asks(), pricing, new Markers(bodies), report);
        report.brokenLines = pipeline.run(source, router::accept, done);
        router.finish();
      }
    } catch (IOException e) {
      report.problem = e.getMessage() == null ? e.toString() : e.getMessage();
    }
    return report;
  }

  private static RecordFormat formatOf(BatchSource source, Detection found) {
    return source instanceof DatabaseSource database
        ? database.format()
        : found.format().orElseThrow();
  }

  private static BatchSource source(Path file, Detection found, BodyReader bodies)
      throws IOException {
    if (found.shape() == Detection.Shape.DATABASE) {
      return DatabaseSource.open(file, bodies);
    }
    BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    RecordFormat format = found.format().orElseThrow();
    return found.shape() == Detection.Shape.LINES
        ? new LineSource(in, format, bodies)
        : new DocumentSource(in, format, bodies);
  }
}
