package dev.jevprune.adapters.measure;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads batches on all cores and hands on what they say in the order of the file. What waits is
 * bounded, in batches and in bytes, so memory does not grow with the file.
 */
final class Pipeline implements AutoCloseable {
  private static final long MAX_WAITING_BYTES = 48L << 20;

  /** What is read at the same time, in bytes of the file: a long line is read alone. */
  private static final int MAX_READING_BYTES = LineSource.MAX_LINE_BYTES;

  private final Semaphore reading = new Semaphore(MAX_READING_BYTES, /* fair= */ true);
  private final ExecutorService pool;
  private final int depth;

  Pipeline(int threads) {
    depth = threads * 8; // so that a slow batch does not leave the others idle
    pool =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "jev-prune-measure");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Reads all batches of a source.
   *
   * @param done told the bytes of each batch when it is through
   * @return how many records were broken
   */
  long run(BatchSource source, Consumer<Event> out, LongConsumer done) throws IOException {
    Deque<Future<Batch.Said>> waiting = new ArrayDeque<>();
    Deque<Long> sizes = new ArrayDeque<>();
    long bytes = 0;
    long broken = 0;
    boolean more = true;
    while (more || !waiting.isEmpty()) {
      while (more && waiting.size() < depth && (bytes < MAX_WAITING_BYTES || waiting.isEmpty())) {
        Optional<Batch> batch = source.next();
        more = batch.isPresent();
        if (batch.isPresent()) {
          waiting.add(pool.submit(() -> read(batch.get())));
          sizes.add(batch.get().bytes());
          bytes += batch.get().bytes();
        }
      }
      if (!waiting.isEmpty()) {
        Batch.Said said = result(waiting.remove());
        bytes -= sizes.remove();
        broken += said.broken();
        said.events().forEach(out);
        done.accept(said.bytes());
      }
    }
    return broken;
  }

  private Batch.Said read(Batch batch) throws InterruptedException {
    int share = (int) Math.min(batch.bytes(), MAX_READING_BYTES);
    reading.acquire(share);
    try {
      List<Event> events = new ArrayList<>();
      long broken = batch.reader().read(events::add);
      return new Batch.Said(events, broken, batch.bytes());
    } finally {
      reading.release(share);
    }
  }

  private static Batch.Said result(Future<Batch.Said> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The measurement was interrupted.", e);
    } catch (ExecutionException e) {
      throw new IOException("A record could not be measured: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
