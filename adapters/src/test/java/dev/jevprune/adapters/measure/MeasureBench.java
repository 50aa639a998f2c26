package dev.jevprune.adapters.measure;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.adapters.tokens.TokenCounter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How fast sessions are measured, beside a plain parse of the same bytes in the same run. Not a
 * test: {@code docs/measuring.md} says how to run it.
 */
public final class MeasureBench {
  private static final long WARM_BYTES = 60_000_000L;
  private static final int WARM_ROUNDS = 3;
  private static final int ROUNDS = 5;

  private MeasureBench() {}

  /**
   * Repeats the JSONL files of a folder up to a size, and measures the result.
   *
   * @param args the folder with session files, megabytes, the folder for the file that is made
   */
  public static void main(String[] args) throws IOException {
    Path sessions = Path.of(args[0]);
    long bytes = Long.parseLong(args[1]) * 1_000_000L;
    Path folder = Files.createDirectories(Path.of(args[2]));
    PrintStream out = System.out;
    Path warm = repeated(sessions, WARM_BYTES, folder.resolve("warm.jsonl"));
    Path big = repeated(sessions, bytes, folder.resolve("big.jsonl"));
    try {
      for (int i = 0; i < WARM_ROUNDS; i++) {
        plain(warm);
        measure(warm, Optional.empty());
      }
      double[] ratios = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        double before = cpuSeconds();
        double plain = plain(big);
        double between = cpuSeconds();
        double measured = measure(big, Optional.empty());
        double after = cpuSeconds();
        ratios[i] = measured / plain;
        out.printf(
            Locale.ROOT,
            "%d MB: plain parse %.0f MB/s (%.1f CPU seconds), measured without tokens %.0f MB/s"
                + " (%.1f CPU seconds), ratio %.2f%n",
            Files.size(big) / 1_000_000,
            plain,
            between - before,
            measured,
            after - between,
            ratios[i]);
      }
      Arrays.sort(ratios);
      out.printf(Locale.ROOT, "median ratio %.2f%n", ratios[ROUNDS / 2]);
      out.printf(
          Locale.ROOT,
          "with tokens %.1f MB/s; the sessions once, each text new: %.1f MB/s%n",
          measure(big, Optional.of(counter())),
          measure(sessions, Optional.of(counter())));
      out.printf(Locale.ROOT, "peak heap %d MB%n", peakHeap() / 1_000_000);
    } finally {
      Files.deleteIfExists(warm);
      Files.deleteIfExists(big);
    }
  }

  private static Path repeated(Path sessions, long bytes, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(sessions)) {
      files = tree.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    }
    try (OutputStream out = Files.newOutputStream(to)) {
      for (long written = 0; written < bytes; ) {
        for (Path file : files) {
          written += Files.copy(file, out);
        }
      }
    }
    return to;
  }

  private static TokenCounter counter() {
    TokenCounter counter = new O200kCounter();
    counter.prepare();
    counter.ready(Duration.ofMinutes(1));
    return counter;
  }

  /** Every token of every line, texts as strings, on one thread. */
  private static double plain(Path file) throws IOException {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
            .build();
    long start = System.nanoTime();
    long characters = 0;
    try (JsonParser parser = factory.createParser(Files.newInputStream(file))) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        characters += token == JsonToken.VALUE_STRING ? parser.getText().length() : 0;
      }
    }
    if (characters == 0) {
      throw new IllegalStateException(file + " holds no text");
    }
    return rate(file, start);
  }

  private static double measure(Path file, Optional<TokenCounter> counter) throws IOException {
    long start = System.nanoTime();
    new Measurement(Pricing.standard(), counter, Runtime.getRuntime().availableProcessors())
        .of(List.of(file), Progress.NONE);
    return rate(file, start);
  }

  private static double rate(Path file, long start) throws IOException {
    long nanos = System.nanoTime() - start;
    long bytes = 0;
    try (Stream<Path> tree = Files.walk(file)) {
      for (Path one : tree.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(one);
      }
    }
    return bytes * 1e3 / nanos;
  }

  /** Of all threads; beside the wall clock it shows how busy the machine was with other things. */
  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
