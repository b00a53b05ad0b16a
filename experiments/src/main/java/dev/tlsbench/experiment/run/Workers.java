package dev.tlsbench.experiment.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * The threads that run operations. All variants use the same threads, so that a thread which the
 * kernel schedules badly affects all of them equally.
 *
 * <p>For one caller at a time.
 */
final class Workers implements AutoCloseable {
  private final ExecutorService threads;
  private final int count;
  private final long intervalNanos;
  private final KeySeed keySeed = new KeySeed();

  /**
   * @param targetPerSecond operations a second of all threads together; 0 for a closed loop
   */
  Workers(int count, double targetPerSecond) {
    this.count = count;
    this.intervalNanos =
        targetPerSecond == 0 ? 0 : Math.max(1, Math.round(1e9 * count / targetPerSecond));
    threads =
        Executors.newFixedThreadPool(
            count,
            task -> {
              Thread thread = new Thread(task, "tlsbench-worker");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The work of one thread, or of all together. */
  record Work(double seconds, double perSecond, long operations, long errors, Histogram latency) {}

  /**
   * Lets all threads work for a while.
   *
   * @param clients one for each thread
   * @param nanos the duration; operations that are under way at its end are finished and counted
   * @param seeds one for each thread
   */
  Work run(VariantClients clients, SharedWorkloads.Assigned workload, long nanos, long[] seeds)
      throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(count);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Work>> working = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int thread = i;
      working.add(
          threads.submit(
              () -> {
                keySeed.set(seeds[thread]);
                ready.countDown();
                start.await();
                return work(clients, workload, thread, nanos);
              }));
    }
    ready.await();
    start.countDown();
    return together(working);
  }

  private Work work(
      VariantClients clients, SharedWorkloads.Assigned workload, int thread, long nanos) {
    CountingDb client = clients.client(thread);
    double waste = clients.waste();
    double wasted = 0;
    Object state = workload.states().get(thread);
    Histogram latency = Histograms.empty();
    long failed = 0;
    long operations = 0;
    long start = System.nanoTime();
    long end = start + nanos;
    // Staggered over one interval, so that the threads do not all begin at once.
    long intended = start + intervalNanos * thread / count;
    long now = start;
    do {
      long begin = intervalNanos == 0 ? now : awaitStart(intended);
      long errorsBefore = client.errors();
      workload.workload().doTransaction(client, state);
      wasted += waste;
      if (wasted >= 1) {
        workload.workload().doTransaction(client, state);
        wasted--;
      }
      now = System.nanoTime();
      Histograms.record(latency, now - begin);
      operations++;
      failed += client.errors() > errorsBefore ? 1 : 0;
      intended += intervalNanos;
    } while (now < end && (intervalNanos == 0 || intended < end));
    double seconds = (now - start) / 1e9;
    return new Work(seconds, operations / seconds, operations, failed, latency);
  }

  /** Waits for an operation's start; its delay is part of its latency. */
  private static long awaitStart(long intended) {
    for (long early = intended - System.nanoTime();
        early > 0;
        early = intended - System.nanoTime()) {
      LockSupport.parkNanos(early);
    }
    return intended;
  }

  private static Work together(List<Future<Work>> working) throws InterruptedException {
    Histogram latency = Histograms.empty();
    double longest = 0;
    double perSecond = 0;
    long operations = 0;
    long errors = 0;
    for (Future<Work> thread : working) {
      Work work = get(thread);
      latency.add(work.latency());
      longest = Math.max(longest, work.seconds());
      perSecond += work.perSecond();
      operations += work.operations();
      errors += work.errors();
    }
    return new Work(longest, perSecond, operations, errors, latency);
  }

  private static Work get(Future<Work> thread) throws InterruptedException {
    try {
      return thread.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the workload failed: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("a worker did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
