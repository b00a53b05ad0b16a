package dev.tlsbench.experiment.console;

import java.io.PrintStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Prints lines in a thread of its own, so that a slow reader does not block callers. If too many
 * lines wait, further ones are dropped and counted. Thread-safe.
 */
public final class LinePrinter implements AutoCloseable {
  private final PrintStream out;
  private final AtomicLong dropped = new AtomicLong();
  private final ThreadPoolExecutor printing;

  public LinePrinter(PrintStream out, int most) {
    this.out = out;
    this.printing =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(most),
            (line, pool) -> dropped.incrementAndGet());
  }

  /** Queues a line, which the printing thread creates. */
  public void print(Supplier<String> line) {
    printing.execute(
        () -> {
          out.println(line.get());
          out.flush();
        });
  }

  public long dropped() {
    return dropped.get();
  }

  /** Waits until all queued lines are printed, or the calling thread is interrupted. */
  @Override
  public void close() {
    printing.shutdown();
    try {
      while (!printing.awaitTermination(1, TimeUnit.HOURS)) {
        // The reader has not caught up.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
