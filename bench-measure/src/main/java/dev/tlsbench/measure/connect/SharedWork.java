package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.fork.Workers;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * Splits work evenly among the threads of a fork, and reports from time to time that they work.
 *
 * @param alive called at most once a second by each thread
 */
record SharedWork(Workers workers, int threads, Runnable alive) {
  private static final long EVERY = Duration.ofSeconds(1).toNanos();
  private static final ThreadLocal<Long> SAID = ThreadLocal.withInitial(System::nanoTime);

  interface Share {
    List<Trial> of(int thread, int times) throws ConnectFailedException;
  }

  /** Splits {@code times}, and waits until all are done. */
  List<Trial> of(int times, Share share) throws InterruptedException {
    return workers
        .onAll(
            thread ->
                () -> {
                  try {
                    return share.of(thread, times / threads + (thread < times % threads ? 1 : 0));
                  } catch (ConnectFailedException e) {
                    throw new UncheckedIOException(e);
                  }
                })
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  void didOne() {
    long now = System.nanoTime();
    if (now - SAID.get() > EVERY) {
      SAID.set(now);
      alive.run();
    }
  }
}
