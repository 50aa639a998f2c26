package dev.jevprune.core.bench;

import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks that the first argument selects and prints a table. */
public final class BenchmarkTable {

  private BenchmarkTable() {}

  /** Takes a pattern over benchmark names; none runs all. */
  public static void main(String[] args) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(args.length == 0 || args[0].isEmpty() ? ".*" : args[0])
                    .addProfiler(GCProfiler.class)
                    .build())
            .run();
    System.out.println("| step | size | receipts | ms (median) | from – to | MB allocated |");
    System.out.println("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (RunResult result : results) {
      String kilobytes = result.getParams().getParam("kilobytes");
      String size =
          kilobytes == null
              ? result.getParams().getParam("messageCount") + " messages"
              : kilobytes + " KB";
      String receipts = result.getParams().getParam("receipts");
      Result<?> time = result.getPrimaryResult();
      Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
      System.out.println(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %.2f | %.2f – %.2f | %.1f |",
              time.getLabel(),
              size,
              receipts == null ? "–" : receipts,
              time.getStatistics().getPercentile(50),
              time.getStatistics().getMin(),
              time.getStatistics().getMax(),
              allocated == null ? Double.NaN : allocated.getScore() / 1e6));
    }
  }
}
