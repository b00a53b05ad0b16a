package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Ratios between cells of another benchmark, measured in one JVM.
 *
 * <p>A block has one burst of each cell, in random order; the first cell, the baseline, runs once
 * more as its own control. Each iteration has new connections, and gives for each cell the median
 * over its blocks of cell / baseline; a fork has many short iterations, of which the report takes
 * the median of the faster half. Two cells in two JVMs differ by what each JVM compiled and by what
 * the machine did at that time, which is often more than what is asked about; both cancel here. The
 * score, the time of a block, means nothing by itself: {@link PairedRatios} adds the ratios.
 *
 * <p>Costs are CPU time of the thread, so that a burst does not pay for another process that had
 * its core meanwhile.
 *
 * <p>Left out: what happens in less than half of the blocks, such as collections; and code that the
 * JIT compiler has compiled for one cell alone. Where that matters, as between providers, the cells
 * of the other benchmarks stand beside.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 0)
public abstract class PairedBenchmark {
  private static final Duration MESSAGES_WARM_UP = Duration.ofSeconds(10);
  private static final Duration HANDSHAKES_WARM_UP = Duration.ofSeconds(36);

  private final Random random = new Random();
  private final WarmUp warmUp = new WarmUp();

  /**
   * In another order in each iteration. The collector puts what it finds first into memory first,
   * and where a cell's buffers lie changes its costs: always in one order, a control was off by
   * 0.24 % in each of five forks; in one order a fork, it scattered by 0.9 %.
   */
  private final List<PairedCell> cells = new ArrayList<>();

  private int baseline;
  private int control;
  private final List<Integer> order = new ArrayList<>();

  /** By block: the costs of each cell, by figure. */
  private final List<long[][]> blocks = new ArrayList<>();

  private List<String> figures = List.of();

  /** Returns the usual time until the code of a benchmark is warm; 0 for those without pairs. */
  public static Duration usualWarmUp(Class<?> benchmark) {
    return benchmark == HandshakePairs.class
        ? HANDSHAKES_WARM_UP
        : benchmark == RecordPairs.class ? MESSAGES_WARM_UP : Duration.ZERO;
  }

  /** Returns new cells: the baseline, and those that are compared with it. */
  abstract List<PairedCell> newCells();

  /** The names of what is measured: {@code cpu}, or {@code clientCpu} and {@code serverCpu}. */
  abstract List<String> figures();

  /**
   * Makes all cells, and the control, which is the baseline once more, and warms them up, except
   * for a single shot.
   */
  @Setup
  public void create(BenchmarkParams benchmark) throws IOException, GeneralSecurityException {
    figures = figures();
    cells.addAll(newCells());
    control = cells.size();
    cells.add(newCells().get(0));
    for (int i = 0; i < cells.size(); i++) {
      cells.get(i).create();
      order.add(i);
    }
    openAll();
    PairedRatios.warm(benchmark.getMode() != Mode.SingleShotTime && warmUp.run(this::run));
    closeAll();
  }

  private double[] run(long nanos) throws IOException {
    blocks.clear();
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      block();
    }
    return IntStream.range(0, figures.size())
        .boxed()
        .flatMapToDouble(figure -> compared().mapToDouble(i -> median(figure, i)))
        .toArray();
  }

  /** Returns the places of all cells but the baseline. */
  private IntStream compared() {
    return IntStream.range(0, cells.size()).filter(i -> i != baseline);
  }

  /** Opens new connections. */
  @Setup(Level.Iteration)
  public void open() throws IOException, GeneralSecurityException {
    PairedCell first = cells.get(baseline);
    PairedCell again = cells.get(control);
    Collections.shuffle(cells, random);
    baseline = cells.indexOf(first);
    control = cells.indexOf(again);
    Collections.shuffle(order, random);
    openAll();
  }

  /**
   * Opens connections and runs a burst on each: at first in the order of the cells, so that before
   * Java 20 the baseline decides which groups SunJSSE reads.
   */
  private void openAll() throws IOException, GeneralSecurityException {
    for (int i : order) {
      cells.get(i).open();
      cells.get(i).burst(new long[figures.size()]);
    }
    blocks.clear();
  }

  /** Runs a block. */
  @Benchmark
  public void block() throws IOException {
    Collections.shuffle(order, random);
    long[][] costs = new long[cells.size()][figures.size()];
    for (int i : order) {
      cells.get(i).burst(costs[i]);
    }
    blocks.add(costs);
  }

  /** Closes the connections, and reports the medians of the iteration. */
  @TearDown(Level.Iteration)
  public void close() throws IOException {
    closeAll();
    for (int figure = 0; figure < figures.size(); figure++) {
      for (int i : compared().toArray()) {
        PairedRatios.report(
            figures.get(figure),
            difference(i, baseline),
            difference(baseline, i),
            Math.exp(median(figure, i)));
      }
    }
  }

  private void closeAll() throws IOException {
    for (PairedCell cell : cells) {
      cell.close();
    }
  }

  /** The median over blocks of the logarithm of a cell's cost divided by the baseline's. */
  private double median(int figure, int cell) {
    return Median.withDefaults()
        .evaluate(
            blocks.stream()
                .mapToDouble(
                    costs -> Math.log((double) costs[cell][figure] / costs[baseline][figure]))
                .toArray());
  }

  /**
   * The values by which one cell differs from another; for the baseline and its control, the values
   * by which any cell differs from the baseline.
   */
  private String difference(int cell, int from) {
    boolean all = cell == control || from == control;
    Map<String, String> mine = cells.get(cell).parameters();
    return mine.keySet().stream()
        .filter(
            name ->
                IntStream.range(0, cells.size())
                        .filter(i -> all || i == cell || i == from)
                        .mapToObj(i -> cells.get(i).parameters().get(name))
                        .distinct()
                        .count()
                    > 1)
        .map(name -> written(name, mine.getOrDefault(name, "")))
        .collect(Collectors.joining(" "));
  }

  private static String written(String name, String value) {
    return name.equals("mutual") ? (value.equals("true") ? "mutual" : "one-way") : value;
  }

  /** Deletes what the cells made. */
  @TearDown
  public void delete() {
    cells.forEach(PairedCell::delete);
  }
}
