package dev.tlsbench.measure.connect;

import java.time.Duration;
import java.util.function.Consumer;

/** Prints the progress of a run from time to time. */
final class Steps {
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final int PERCENT = 100;

  private final Consumer<String> lines;
  private final long all;
  private final long startNanos = System.nanoTime();
  private long saidNanos = startNanos;
  private long done;

  Steps(Consumer<String> lines, long all) {
    this.lines = lines;
    this.all = all;
  }

  void did(long steps, String what) {
    done += steps;
    long now = System.nanoTime();
    if (now - saidNanos >= EVERY.toNanos()) {
      saidNanos = now;
      long left = (long) ((now - startNanos) / 1e9 * (all - done) / done);
      lines.accept(
          PERCENT * done / all + " %, about " + left + " s left at this pace (" + what + ")");
    }
  }
}
