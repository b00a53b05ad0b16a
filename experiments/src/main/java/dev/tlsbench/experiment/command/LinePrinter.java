package dev.tlsbench.experiment.command;

import java.io.PrintStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Prints lines from a thread of its own, so that a slow reader keeps nobody waiting. If too many
 * lines wait, further ones are dropped and counted. Thread-safe.
 */
final class LinePrinter implements AutoCloseable {
  private final PrintStream out;
  private final AtomicLong dropped = new AtomicLong();
  private final ThreadPoolExecutor printing;

  /**
   * Creates a printer.
   *
   * @param most lines that may wait
   */
  LinePrinter(PrintStream out, int most) {
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

  /** Prints a line soon, which that thread makes. */
  void print(Supplier<String> line) {
    printing.execute(
        () -> {
          out.println(line.get());
          out.flush();
        });
  }

  /** Returns how many lines were not printed. */
  long dropped() {
    return dropped.get();
  }

  /** Waits until all lines that were not dropped are printed, or the thread is interrupted. */
  @Override
  public void close() {
    printing.shutdown();
    try {
      while (!printing.awaitTermination(1, TimeUnit.HOURS)) {
        // The reader is slow.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
