package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.cell.Comparison;
import dev.tlsbench.jmh.cell.Comparison.Variant;
import dev.tlsbench.jmh.cell.Cost;
import dev.tlsbench.jmh.cell.RatioResult;
import dev.tlsbench.jmh.cell.Usual;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Ratios between cells of another benchmark, measured in one JVM.
 *
 * <p>A block has one burst of each cell, in random order; the first cell, the baseline, runs once
 * more as its own control. Each iteration opens new connections, and reports for each cell the
 * median ratio cell / baseline over its blocks; a fork has many short iterations, of which the
 * report takes the median of the faster half. Two cells in two JVMs differ by JIT compilation and
 * by the machine's state, often by more than the difference under test; here both cancel. The
 * score, the time of a block, has no meaning of its own: {@link PairedRatios} adds the ratios.
 *
 * <p>Costs are CPU time of the thread, so that other processes on its core do not count.
 *
 * <p>Left out: events in fewer than half of the blocks, such as collections, and the advantage of
 * code that the JIT compiler optimised for one cell alone. Where the latter matters, as between
 * providers, the other benchmarks measure the same cells in JVMs of their own.
 */
@Warmup(iterations = 0)
public abstract class PairedBenchmark extends ClientBenchmark {
  private static final Duration MESSAGES_WARM_UP = Duration.ofSeconds(10);
  private static final Duration HANDSHAKES_WARM_UP = Duration.ofSeconds(25);

  private final Supplier<PairedCell> cell;
  private final Random random = new Random();

  /**
   * Shuffled in each iteration. The order decides where the collector puts a cell's buffers in
   * memory, which changes the cell's costs: with one fixed order a control was off by 0.24 % in
   * each of five forks; with one order per fork it scattered by 0.9 %.
   */
  private final List<Compared> cells = new ArrayList<>();

  private final List<Integer> order = new ArrayList<>();

  /** By block: the costs of each cell. */
  private final List<long[][]> blocks = new ArrayList<>();

  private int baseline;
  private boolean warm;

  PairedBenchmark(Supplier<PairedCell> cell) {
    this.cell = cell;
  }

  private record Compared(Variant variant, PairedCell cell) {}

  /** Returns the usual time until the code of a benchmark is warm; 0 for those without pairs. */
  public static Duration usualWarmUp(Class<?> benchmark) {
    return benchmark == HandshakePairs.class
        ? HANDSHAKES_WARM_UP
        : benchmark == RecordPairs.class ? MESSAGES_WARM_UP : Duration.ZERO;
  }

  /** Returns the comparison. */
  abstract Comparison comparison();

  /** Returns the measured costs. */
  abstract List<Cost> costs();

  /**
   * Returns why this comparison cannot run: its baseline cannot, or no other cell can. Single cells
   * that cannot run are left out of it.
   */
  final Optional<String> absence() {
    if (comparison() == Comparison.providers && !provider.equals("jdk")) {
      return Optional.of("the same as jdk: all providers take part");
    }
    List<Variant> all = comparison().variants(usual(), parameters -> true);
    return absence(all.get(0))
        .or(() -> variants().size() > 1 ? Optional.empty() : absence(all.get(1)));
  }

  private Optional<String> absence(Variant variant) {
    return newCell(variant.parameters()).absence();
  }

  private List<Variant> variants() {
    return comparison().variants(usual(), parameters -> newCell(parameters).absence().isEmpty());
  }

  private PairedCell newCell(Map<String, String> parameters) {
    return Parameters.set(cell.get(), parameters);
  }

  /**
   * Returns the parameters of the baseline: the usual values, unless this benchmark sets its own.
   */
  private SortedMap<String, String> usual() {
    SortedMap<String, String> usual = Usual.values(Parameters.of(cell.get()).keySet());
    usual.putAll(Parameters.of(this));
    usual.keySet().removeIf(name -> Usual.value(name, "").isEmpty());
    return usual;
  }

  /** Creates all cells and the control, and warms them up, except for a single shot. */
  @Setup
  public void create(BenchmarkParams benchmark) throws IOException {
    List<Variant> variants = new ArrayList<>(variants());
    // The control.
    variants.add(variants.get(0));
    for (Variant variant : variants) {
      Compared compared = new Compared(variant, newCell(variant.parameters()));
      compared.cell().create();
      order.add(cells.size());
      cells.add(compared);
    }
    openAll();
    warm = benchmark.getMode() != Mode.SingleShotTime && new WarmUp().run(this::run);
    closeAll();
  }

  private double[] run(long nanos) throws IOException {
    blocks.clear();
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      block();
    }
    return IntStream.range(0, costs().size())
        .boxed()
        .flatMapToDouble(cost -> compared().mapToDouble(i -> median(cost, i)))
        .toArray();
  }

  /** Returns the indices of all cells except the baseline. */
  private IntStream compared() {
    return IntStream.range(0, cells.size()).filter(i -> i != baseline);
  }

  @Setup(Level.Iteration)
  public void open() throws IOException {
    Compared first = cells.get(baseline);
    Collections.shuffle(cells, random);
    baseline = cells.indexOf(first);
    Collections.shuffle(order, random);
    openAll();
  }

  /**
   * Opens connections and runs a burst on each: the first time in the order of the cells, so that
   * before Java 20 SunJSSE reads the groups of the baseline.
   */
  private void openAll() throws IOException {
    for (int i : order) {
      cells.get(i).cell().open();
      cells.get(i).cell().burst(new long[costs().size()]);
    }
    blocks.clear();
  }

  @Benchmark
  public void block() throws IOException {
    Collections.shuffle(order, random);
    long[][] costs = new long[cells.size()][costs().size()];
    for (int i : order) {
      cells.get(i).cell().burst(costs[i]);
    }
    blocks.add(costs);
  }

  /** Closes the connections, and reports the medians of the iteration. */
  @TearDown(Level.Iteration)
  public void close() throws IOException {
    closeAll();
    List<Result<?>> results = new ArrayList<>();
    for (int cost = 0; cost < costs().size(); cost++) {
      for (int i : compared().toArray()) {
        Variant variant = cells.get(i).variant();
        double ratio = Math.exp(median(cost, i));
        results.add(new RatioResult(costs().get(cost), variant.name(), variant.baseline(), ratio));
      }
    }
    results.add(new ScalarResult("warm", warm ? 1 : 0, "", AggregationPolicy.AVG));
    PairedRatios.report(results);
  }

  private void closeAll() throws IOException {
    for (Compared compared : cells) {
      compared.cell().close();
    }
  }

  /** Returns the median over blocks of the logarithm of a cell's cost divided by the baseline's. */
  private double median(int cost, int cell) {
    return Median.withDefaults()
        .evaluate(
            blocks.stream()
                .mapToDouble(costs -> Math.log((double) costs[cell][cost] / costs[baseline][cost]))
                .toArray());
  }

  @TearDown
  public void delete() {
    cells.forEach(compared -> compared.cell().delete());
  }
}
