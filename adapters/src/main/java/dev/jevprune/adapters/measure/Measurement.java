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
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Measures files. */
public final class Measurement {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String UNKNOWN = "no session format is recognised";

  private final Pricing pricing;
  private final TokenBook tokens;
  private final int threads;

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
   * Measures files one after the other, each on all threads. A file that cannot be read is in the
   * report with the reason; one that stands in a named folder and is no session is only counted.
   *
   * @param named files, and folders to walk
   */
  public MeasureReport of(List<Path> named, Progress progress) throws IOException {
    List<FileReport> reports = new ArrayList<>();
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
    long passedOver = 0;
    long total = 0;
    for (Path file : files) {
      total += size(file);
    }
    long[] done = {0};
    long all = total;
    try (Pipeline pipeline = new Pipeline(threads)) {
      for (Path file : files) {
        String name = file.toString();
        long before = done[0];
        progress.at(done[0], all, name);
        FileReport report =
            measure(
                file,
                pipeline,
                bytes -> {
                  done[0] += bytes;
                  progress.at(Math.min(done[0], all), all, name);
                });
        if (report.problem.equals(UNKNOWN) && found.contains(file)) {
          passedOver++;
        } else {
          reports.add(report);
        }
        done[0] = before + size(file);
      }
      progress.at(all, all, "");
    }
    return new MeasureReport(reports, passedOver, pricing, tokens.isCounting());
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

  private FileReport measure(Path file, Pipeline pipeline, LongConsumer done) {
    FileReport report = new FileReport(file.toString());
    report.bytes = size(file);
    try {
      Optional<Detection> found = Detection.of(file);
      if (found.isEmpty()) {
        report.problem = UNKNOWN;
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
