package dev.tlsbench.measure.fork;

import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.placement.Hops;
import dev.tlsbench.measure.result.EpochResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.jspecify.annotations.Nullable;

/**
 * One thread's bursts. A burst is about a millisecond of one variant; a block is one burst of each
 * variant, in random order, with the same operations on the same keys. A disturbance longer than a
 * block slows all variants alike, so the ratios of a block do not show it.
 *
 * <p>One more burst at the beginning of a block does not count: it brings the records of the block
 * into the caches. Otherwise the first variant would do this for the others.
 *
 * <p>All threads change variants together. Otherwise an operation would also wait for operations of
 * other variants, and ratios would be too close to 1.
 *
 * @param orders the orders of bursts, the same for all threads
 * @param server the server's CPU time so far, in nanoseconds; only one of several threads reads it,
 *     and it is 0 for the others
 * @param helpers the CPU time of a driver's threads so far, in nanoseconds; as the server's
 * @param hops one for each block
 */
record Bursts(
    List<Lane> lanes,
    LongConsumer keys,
    Random random,
    Random orders,
    Rhythm rhythm,
    DoubleSupplier server,
    LongSupplier helpers,
    Hops hops,
    Runnable alive) {
  private static final long BURST_NANOS = 1_000_000;
  private static final int FEWEST_OPERATIONS = 8;
  private static final int TRIES = 15;
  private static final int TRIES_OF_ONE = 5;
  private static final long LONG_NANOS = 100 * BURST_NANOS;

  /** The part of the blocks that a trimmed mean uses. */
  private static final double KEPT = 0.9;

  /** The distance between the quartiles of a normal distribution, in standard deviations. */
  private static final double QUARTILES = 1.349;

  /** Standard error of the median divided by that of the mean, for normal data. */
  private static final double OF_MEDIAN = Math.sqrt(Math.PI / 2);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * One burst.
   *
   * @param operations including failed ones
   * @param nanos until the last thread is done; of several threads, the sum
   * @param cpuNanos CPU time of the threads, and of a driver's threads that work for them
   * @param serverNanos CPU time of the server; not a number if unknown
   */
  record Burst(int operations, int errors, long nanos, long cpuNanos, double serverNanos) {
    /** Returns a copy with more errors, at most one per operation; they exclude its block. */
    Burst withErrors(int more) {
      int all = Math.min(operations, errors + more);
      return new Burst(operations, all, nanos, cpuNanos, serverNanos);
    }

    Burst withoutServer() {
      return new Burst(operations, errors, nanos, cpuNanos, Double.NaN);
    }

    static Burst together(List<Burst> all) {
      return new Burst(
          all.stream().mapToInt(Burst::operations).sum(),
          all.stream().mapToInt(Burst::errors).sum(),
          all.stream().mapToLong(Burst::nanos).sum(),
          all.stream().mapToLong(Burst::cpuNanos).sum(),
          all.stream().mapToDouble(Burst::serverNanos).sum());
    }
  }

  /**
   * Runs whole blocks until the time is over.
   *
   * @param operations the number in a burst; the ratio depends on it a little, since the first
   *     operations after another variant's find cold caches
   */
  List<List<Burst>> run(long nanos, int operations) {
    long start = rhythm.beat();
    long now;
    List<Integer> order = new ArrayList<>(IntStream.range(0, lanes.size()).boxed().toList());
    List<List<Burst>> blocks = new ArrayList<>();
    do {
      long seed = random.nextLong();
      Collections.shuffle(order, orders);
      hops.hop();
      Burst[] block = new Burst[lanes.size()];
      // Reads ahead with the variant that runs last, so that its caches are coldest by then.
      int last = order.get(order.size() - 1);
      keys.accept(seed);
      int errors = burst(lanes.get(last), operations, rhythm).errors();
      for (int lane : order) {
        keys.accept(seed);
        block[lane] = burst(lanes.get(lane), operations, rhythm);
      }
      block[last] = block[last].withErrors(errors);
      blocks.add(List.of(block));
      // Equal for all threads, so that all run the same number of blocks.
      now = rhythm.beat();
    } while (now - start < nanos);
    return blocks;
  }

  /**
   * Tries the first lane, without other threads. An operation that takes longer than a burst is a
   * burst of its own.
   *
   * @return the number of operations in about a millisecond, at least 8; 1 if a single one takes as
   *     long
   */
  int operationsOfABurst() {
    keys.accept(random.nextLong());
    // The first operation of a new connection may take far longer than others.
    if (typicalNanos(1, TRIES_OF_ONE) >= BURST_NANOS) {
      return 1;
    }
    double nanos = typicalNanos(FEWEST_OPERATIONS, TRIES);
    return nanos >= BURST_NANOS
        ? 1
        : (int) Math.max(FEWEST_OPERATIONS, Math.ceil(BURST_NANOS / Math.max(1, nanos)));
  }

  private double typicalNanos(int operations, int tries) {
    Rhythm alone = new Rhythm(1);
    double[] nanos = new double[tries];
    for (int i = 0; i < tries; i++) {
      nanos[i] = (double) burst(lanes.get(0), operations, alone).nanos() / operations;
    }
    return Median.withDefaults().evaluate(nanos);
  }

  private Burst burst(Lane lane, int operations, Rhythm together) {
    int errors = 0;
    double serverStart = server.getAsDouble();
    long cpu = helpers.getAsLong() + THREADS.getCurrentThreadCpuTime();
    long start = together.beat();
    for (int i = 0; i < operations; i++) {
      errors += lane.operate() ? 0 : 1;
    }
    long nanos = together.beat() - start;
    long cpuNanos = THREADS.getCurrentThreadCpuTime() + helpers.getAsLong() - cpu;
    double serverNanos = server.getAsDouble() - serverStart;
    if (nanos >= LONG_NANOS) {
      alive.run();
    }
    return new Burst(operations, errors, nanos, cpuNanos, serverNanos);
  }

  /** Summarizes blocks of bursts in the order of the variants, the baseline first. */
  static Map<String, BurstData> summary(
      List<List<Burst>> blocks, List<String> variants, int threads) {
    List<List<Burst>> sound =
        blocks.stream()
            .filter(block -> block.stream().allMatch(burst -> burst.errors() == 0))
            .toList();
    Map<String, BurstData> all = new LinkedHashMap<>();
    for (int i = 0; i < variants.size(); i++) {
      int variant = i;
      double[] logs = logs(sound, variant, Burst::nanos);
      double[] ofCpu = logs(sound, variant, Burst::cpuNanos);
      double logTypical = Median.withDefaults().evaluate(logs);
      List<Burst> own = sound.stream().map(block -> block.get(variant)).toList();
      double operations = own.stream().mapToLong(Burst::operations).sum();
      all.put(
          variants.get(variant),
          new BurstData(
              sound.size(),
              blocks.stream().mapToLong(block -> block.get(variant).operations()).sum(),
              blocks.stream().mapToLong(block -> block.get(variant).errors()).sum(),
              logTypical,
              new EpochData.Spread(
                  standardError(logs),
                  StandardDeviation.of(ofCpu).getAsDouble() / Math.sqrt(ofCpu.length)),
              logMean(sound, variant),
              new EpochResult.Cost(
                  variants.get(variant),
                  typicalNanos(sound) * Math.exp(logTypical) / 1e3,
                  known(own.stream().mapToDouble(Burst::cpuNanos).sum() / operations / 1e3),
                  known(own.stream().mapToDouble(Burst::serverNanos).sum() / operations / 1e3)),
              blocks.stream().mapToInt(block -> block.get(variant).operations()).average().orElse(0)
                  / threads));
    }
    return all;
  }

  /** Returns the median of the baseline's time for an operation. */
  private static double typicalNanos(List<List<Burst>> blocks) {
    return Median.withDefaults()
        .evaluate(
            blocks.stream()
                .mapToDouble(block -> (double) block.get(0).nanos() / block.get(0).operations())
                .toArray());
  }

  private static @Nullable Double known(double micros) {
    return micros > 0 && Double.isFinite(micros) ? micros : null;
  }

  private static double[] logs(
      List<List<Burst>> blocks, int variant, ToDoubleFunction<Burst> time) {
    return blocks.stream()
        .mapToDouble(
            block ->
                Math.log(time.applyAsDouble(block.get(variant)) / time.applyAsDouble(block.get(0))))
        .toArray();
  }

  private static double logMean(List<List<Burst>> blocks, int variant) {
    List<List<Burst>> kept =
        blocks.stream()
            .sorted(Comparator.comparingLong(block -> block.stream().mapToLong(Burst::nanos).sum()))
            .limit(Math.round(KEPT * blocks.size()))
            .toList();
    double own = kept.stream().mapToDouble(block -> block.get(variant).nanos()).sum();
    double base = kept.stream().mapToDouble(block -> block.get(0).nanos()).sum();
    return Math.log(own / base);
  }

  /** Returns the standard error of the median; unknown for a single block. */
  private static double standardError(double[] logs) {
    if (logs.length < 2) {
      return Double.NaN;
    }
    double[] quartiles = Quantile.withDefaults().evaluate(logs, 0.25, 0.75);
    return OF_MEDIAN * (quartiles[1] - quartiles[0]) / QUARTILES / Math.sqrt(logs.length);
  }
}
