package dev.tlsbench.measure.fork;

import com.sun.management.ThreadMXBean;
import dev.tlsbench.measure.fork.Bursts.Burst;
import dev.tlsbench.measure.placement.Clocks;
import dev.tlsbench.measure.placement.Hops;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The threads that run operations. All variants use the same threads, so that a thread which the
 * kernel schedules badly affects all of them equally.
 *
 * <p>For one caller at a time.
 */
public final class Workers implements AutoCloseable {
  /** The end of the name of a series of failed operations, as in YCSB. */
  private static final String FAILED = "-FAILED";

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The time of a window on one core, about that of a block of bursts. */
  private static final long HOP_NANOS = 4_000_000;

  private final ThreadPoolExecutor threads;
  private final int count;
  private final Hops hops;
  private final long intervalNanos;
  private final KeySeed keySeed = new KeySeed();
  private final List<Thread> started = new CopyOnWriteArrayList<>();
  private final List<Long> ids = new CopyOnWriteArrayList<>();
  private volatile long[] helpers = {};

  public Workers(Settings.Clients clients) {
    count = clients.threads();
    hops = clients.takeTurns() ? Hops.here() : Hops.NONE;
    intervalNanos =
        clients.areOpenLoop()
            ? Math.max(1, Math.round(1e9 * count / clients.targetPerSecond()))
            : 0;
    threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(count, this::thread);
    threads.prestartAllCoreThreads();
  }

  private Thread thread(Runnable tasks) {
    Runnable run =
        () -> {
          Clocks.thread().ifPresent(ids::add);
          tasks.run();
        };
    Thread thread = new Thread(run, "tlsbench-worker");
    thread.setDaemon(true);
    started.add(thread);
    return thread;
  }

  /** Counts the CPU time of other threads, such as a driver's event loops, as the workers'. */
  void helpedBy(Set<Long> threads) {
    helpers = threads.stream().mapToLong(Long::longValue).toArray();
  }

  /** Returns the CPU time of all threads since they started, in milliseconds. */
  double cpuMillis() {
    long own = started.stream().mapToLong(thread -> THREADS.getThreadCpuTime(thread.getId())).sum();
    return (own + helperNanos()) / 1e6;
  }

  /** Returns the CPU time of the helping threads; exact if they share this thread's only core. */
  private long helperNanos() {
    // A thread that has ended counts -1.
    return helpers.length == 0
        ? 0
        : Arrays.stream(THREADS.getThreadCpuTime(helpers)).map(nanos -> Math.max(0, nanos)).sum();
  }

  /**
   * Returns the time for which all threads have waited for a core, in milliseconds; 0 if unknown.
   */
  double waitedMillis() {
    return Clocks.waited(ids);
  }

  /** The work of one thread, or of all; failed operations have names of their own, as in YCSB. */
  record Work(
      double seconds,
      double perSecond,
      long operations,
      long errors,
      Map<String, Histogram> latencies) {}

  /** Runs operations on all threads for a time; those in progress at its end count. */
  Work run(List<Lane> lanes, long nanos, long[] seeds) throws InterruptedException {
    return together(
        onAll(
            thread -> {
              keySeed.set(seeds[thread]);
              return () -> work(lanes.get(thread), thread, nanos);
            }));
  }

  /**
   * Runs bursts on all threads for a time.
   *
   * @param lanes of each thread, one for each variant
   * @param operations the number in a burst of each thread; 0 to determine it
   * @param seeds of keys, one for each thread; the first also seeds the orders
   * @param rhythm of as many threads
   * @return the blocks, each of all threads together; see {@link Bursts#run}
   */
  List<List<Burst>> bursts(
      List<List<Lane>> lanes,
      long nanos,
      int operations,
      long[] seeds,
      DoubleSupplier server,
      Rhythm rhythm,
      Runnable alive)
      throws InterruptedException {
    List<Bursts> bursts =
        IntStream.range(0, count)
            .mapToObj(
                thread ->
                    new Bursts(
                        lanes.get(thread),
                        keySeed::set,
                        new Random(seeds[thread]),
                        new Random(seeds[0]),
                        rhythm,
                        thread == 0 ? server : () -> 0,
                        thread == 0 ? this::helperNanos : () -> 0,
                        hops,
                        alive))
            .toList();
    int each =
        operations == 0 ? get(threads.submit(bursts.get(0)::operationsOfABurst)) : operations;
    List<List<List<Burst>>> ofThreads =
        onAll(
            thread ->
                () -> {
                  try {
                    return bursts.get(thread).run(nanos, each);
                  } catch (RuntimeException | Error e) {
                    rhythm.fail(e);
                    throw e;
                  }
                });
    return together(ofThreads, lanes.get(0).size());
  }

  private static List<List<Burst>> together(List<List<List<Burst>>> ofThreads, int variants) {
    return IntStream.range(0, ofThreads.get(0).size())
        .mapToObj(
            block ->
                IntStream.range(0, variants)
                    .mapToObj(
                        variant ->
                            Burst.together(
                                ofThreads.stream()
                                    .map(all -> all.get(block).get(variant))
                                    .toList()))
                    .toList())
        .toList();
  }

  /** Prepares a task on every thread, a number from 0, and starts all of them together. */
  public <T> List<T> onAll(IntFunction<Supplier<T>> task) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(count);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<T>> working = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int thread = i;
      working.add(
          threads.submit(
              () -> {
                Supplier<T> prepared;
                try {
                  prepared = task.apply(thread);
                } finally {
                  ready.countDown();
                }
                start.await();
                return prepared.get();
              }));
    }
    ready.await();
    start.countDown();
    List<T> done = new ArrayList<>();
    for (Future<T> thread : working) {
      done.add(get(thread));
    }
    return done;
  }

  private Work work(Lane lane, int thread, long nanos) {
    Map<String, Histogram> latencies = new HashMap<>();
    long failed = 0;
    long operations = 0;
    long start = System.nanoTime();
    long end = start + nanos;
    // Staggered over one interval, so that the threads do not all begin at once.
    long intended = start + intervalNanos * thread / count;
    long now = start;
    long nextHop = start;
    do {
      if (now >= nextHop) {
        hops.hop();
        nextHop = now + HOP_NANOS;
        now = System.nanoTime();
      }
      long begin = intervalNanos == 0 ? now : awaitStart(intended);
      boolean done = lane.operate();
      now = System.nanoTime();
      failed += done ? 0 : 1;
      String name = done ? lane.operation() : lane.operation() + FAILED;
      Histograms.record(latencies.computeIfAbsent(name, none -> Histograms.empty()), now - begin);
      operations++;
      intended += intervalNanos;
    } while (now < end && (intervalNanos == 0 || intended < end));
    double seconds = (now - start) / 1e9;
    return new Work(seconds, operations / seconds, operations, failed, latencies);
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

  private static Work together(List<Work> threads) {
    Map<String, Histogram> latencies = new HashMap<>();
    threads.stream()
        .flatMap(work -> work.latencies().entrySet().stream())
        .forEach(
            own ->
                latencies
                    .computeIfAbsent(own.getKey(), none -> Histograms.empty())
                    .add(own.getValue()));
    return new Work(
        threads.stream().mapToDouble(Work::seconds).max().orElse(0),
        threads.stream().mapToDouble(Work::perSecond).sum(),
        threads.stream().mapToLong(Work::operations).sum(),
        threads.stream().mapToLong(Work::errors).sum(),
        latencies);
  }

  private static <T> T get(Future<T> thread) throws InterruptedException {
    try {
      return thread.get();
    } catch (ExecutionException e) {
      // A thread that waits for a failed one fails as well.
      Throwable own = e.getCause();
      Throwable first = own instanceof CompletionException ? own.getCause() : own;
      throw new IllegalStateException("the workload failed: " + first, first);
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
