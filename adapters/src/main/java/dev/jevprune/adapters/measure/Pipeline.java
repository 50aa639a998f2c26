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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads batches on all cores and hands on what they say in the order of the file. What waits is
 * bounded, in batches and in bytes over all files, so memory does not grow with them.
 */
final class Pipeline implements AutoCloseable {
  private static final long MAX_WAITING_BYTES = 48L << 20;

  /** What is read at the same time, in bytes of the file: a long line is read alone. */
  private static final int MAX_READING_BYTES = LineSource.MAX_LINE_BYTES;

  private final Semaphore reading = new Semaphore(MAX_READING_BYTES, /* fair= */ true);

  /** Of all files that are read. */
  private final AtomicLong waitingBytes = new AtomicLong();

  private final ExecutorService pool;
  private final int depth;

  Pipeline(int threads) {
    depth = threads * 8; // so that a slow batch does not leave the others idle
    pool = pool(threads, "measure");
  }

  static ExecutorService pool(int threads, String name) {
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task, "jev-prune-" + name);
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
    long broken = 0;
    boolean more = true;
    try {
      while (more || !waiting.isEmpty()) {
        while (more && hasRoom(waiting)) {
          Optional<Batch> batch = source.next();
          more = batch.isPresent();
          if (batch.isPresent()) {
            waitingBytes.addAndGet(batch.get().bytes());
            sizes.add(batch.get().bytes());
            waiting.add(pool.submit(() -> read(batch.get())));
          }
        }
        if (!waiting.isEmpty()) {
          Batch.Said said = result(waiting.remove());
          waitingBytes.addAndGet(-sizes.remove());
          broken += said.broken();
          said.events().forEach(out);
          done.accept(said.bytes());
        }
      }
      return broken;
    } finally {
      sizes.forEach(size -> waitingBytes.addAndGet(-size)); // after a failure
    }
  }

  private boolean hasRoom(Deque<Future<Batch.Said>> waiting) {
    return waiting.size() < depth && (waitingBytes.get() < MAX_WAITING_BYTES || waiting.isEmpty());
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

  static <T> T result(Future<T> future) throws IOException {
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
