package dev.jevprune.adapters.tokens;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Counts with jtokkit's o200k encoding. Loading it takes about a second and 26 MB, so it happens on
 * a thread of its own at the first {@link #prepare}. Odd texts (a megabyte of one letter) take
 * seconds to count; above {@value #CAP_CHARS} characters the beginning is counted and scaled.
 */
public final class O200kCounter implements TokenCounter {
  static final int CAP_CHARS = 1_000_000;
  private static final int SAMPLE_CHARS = 100_000;
  private static final int CACHED_TEXTS = 4_096;

  private final AtomicBoolean started = new AtomicBoolean();
  private final CompletableFuture<Encoding> encoding = new CompletableFuture<>();
  private final Map<String, Long> counts =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > CACHED_TEXTS;
        }
      };

  @Override
  public void prepare() {
    if (started.compareAndSet(false, true)) {
      Thread loader = new Thread(this::load, "jev-prune-tokens");
      loader.setDaemon(true);
      loader.start();
    }
  }

  private void load() {
    try {
      encoding.complete(Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE));
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      encoding.completeExceptionally(e); // sizes are then shown in bytes alone
    }
  }

  @Override
  public boolean ready(Duration patience) {
    try {
      encoding.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public long count(String text) {
    if (!encoding.isDone() || encoding.isCompletedExceptionally()) {
      throw new IllegalStateException("The token counter is not loaded; ask ready() first.");
    }
    String key = DigestUtils.sha256Hex(text);
    synchronized (counts) {
      Long known = counts.get(key);
      if (known != null) {
        return known;
      }
    }
    long counted = countAnew(text);
    synchronized (counts) {
      counts.put(key, counted);
    }
    return counted;
  }

  private long countAnew(String text) {
    // "Ordinary": a body that spells a special token must be counted as text, not refused.
    if (text.length() <= CAP_CHARS) {
      return encoding.join().countTokensOrdinary(text);
    }
    int sample = encoding.join().countTokensOrdinary(text.substring(0, SAMPLE_CHARS));
    return Math.round((double) sample * text.length() / SAMPLE_CHARS);
  }
}
