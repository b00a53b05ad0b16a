package dev.tlsbench.measure.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A fixed number of threads; each has a number, by which it keeps its own client. */
final class Openers implements AutoCloseable {
  private final int count;
  private final ExecutorService threads;

  Openers(int count) {
    this.count = count;
    this.threads =
        Executors.newFixedThreadPool(
            count,
            work -> {
              Thread thread = new Thread(work, "tlsbench-connect");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The task of a worker. */
  interface Work {
    /**
     * Does the work.
     *
     * @param worker from 0
     * @param times the number of repetitions, 1 or more
     */
    void run(int worker, int times);
  }

  int count() {
    return count;
  }

  /** Splits {@code times} evenly among the workers, and waits until all are done. */
  void run(int times, Work work) {
    List<Future<?>> running = new ArrayList<>();
    for (int worker = 0; worker < count; worker++) {
      int number = worker;
      int share = times / count + (worker < times % count ? 1 : 0);
      if (share > 0) {
        running.add(threads.submit(() -> work.run(number, share)));
      }
    }
    try {
      for (Future<?> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a worker failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while connections are measured", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
