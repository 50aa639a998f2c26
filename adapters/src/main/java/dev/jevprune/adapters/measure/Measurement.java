package dev.jevprune.adapters.measure;

import dev.jevprune.adapters.tokens.TokenCounter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures files. */
public final class Measurement {
  private static final int BUFFER_BYTES = 1 << 16;

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
   * report with the reason.
   */
  public MeasureReport of(List<Path> files, Progress progress) {
    List<FileReport> reports = new ArrayList<>();
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
        reports.add(
            measure(
                file,
                pipeline,
                bytes -> {
                  done[0] += bytes;
                  progress.at(Math.min(done[0], all), all, name);
                }));
        done[0] = before + size(file);
      }
      progress.at(all, all, "");
    }
    return new MeasureReport(reports, pricing, tokens.isCounting());
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private FileReport measure(Path file, Pipeline pipeline, java.util.function.LongConsumer done) {
    FileReport report = new FileReport(file.toString());
    report.bytes = size(file);
    try {
      Optional<Detection> found = Detection.of(file);
      if (found.isEmpty()) {
        report.problem = "no session format is recognised";
        return report;
      }
      BodyReader bodies = new BodyReader(tokens);
      try (BatchSource source = source(file, found.get(), bodies, report)) {
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

  private static BatchSource source(
      Path file, Detection found, BodyReader bodies, FileReport report) throws IOException {
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
