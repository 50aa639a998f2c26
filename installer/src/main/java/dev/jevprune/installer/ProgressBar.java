package dev.jevprune.installer;

import dev.jevprune.adapters.measure.Progress;
import java.io.PrintStream;
import java.util.Locale;

/** Draws how far a long measurement is, on one line of a terminal that it clears at the end. */
final class ProgressBar implements Progress {
  /** Less is done before anybody looks. */
  private static final long MIN_BYTES = 8_000_000;

  private static final int WIDTH = 30;

  private final PrintStream terminal;
  private int shown = -1;

  ProgressBar(PrintStream terminal) {
    this.terminal = terminal;
  }

  @Override
  public void at(long done, long total, String file) {
    if (total < MIN_BYTES) {
      return;
    }
    int percent = (int) (100 * done / total);
    if (percent == shown) {
      return;
    }
    shown = percent;
    if (done >= total) {
      terminal.print("\r\033[K");
    } else {
      int full = WIDTH * percent / 100;
      terminal.printf(
          Locale.ROOT,
          "\r[%s%s] %d %% of %d MB",
          "#".repeat(full),
          " ".repeat(WIDTH - full),
          percent,
          total / 1_000_000);
    }
    terminal.flush();
  }
}
