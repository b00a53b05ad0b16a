package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.cell.RatioResult;
import dev.tlsbench.jmh.cell.VariantSet;
import dev.tlsbench.jmh.cell.VariantSet.Variant;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
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
 * score, the time of a block, has no meaning of its own: {@link RatioProfiler} adds the ratios, and
 * the share of the time in which the JIT compilers worked.
 *
 * <p>Costs are CPU time of the thread, so that other processes on its core do not count.
 *
 * <p>Left out: events in fewer than half of the blocks, such as collections, and the advantage of
 * code that the JIT compiler optimised for one cell alone. Where the latter matters, as between
 * providers, the other benchmarks measure the same cells in JVMs of their own.
 */
public abstract class PairedBenchmark extends ClientBenchmark {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Supplier<PairedCell> cell;
  private final Random random = new Random();
  private final CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();

  /**
   * Shuffled before each block. The order decides where the collector puts a cell's buffers in
   * memory, which changes the cell's costs: with one fixed order a control was off by 0.24 % in
   * each of five forks; with one order per fork it scattered by 0.9 %.
   */
  private final List<Compared> cells = new ArrayList<>();

  /** By block: the costs of each cell, by its index. */
  private final List<long[][]> blocks = new ArrayList<>();

  private long opened;
  private long compiled;

  PairedBenchmark(Supplier<PairedCell> cell) {
    this.cell = cell;
  }

  private record Compared(int index, Variant variant, PairedCell cell) {}

  abstract VariantSet comparison();

  /** Returns the sides whose costs are measured, in the order of {@link PairedCell#burst}. */
  abstract List<String> sides();

  /** Returns whether the work of a side differs only by what is compared. */
  boolean isComparable(String side, Map<String, String> variant, Map<String, String> baseline) {
    return true;
  }

  /**
   * Returns why this comparison cannot run: its baseline cannot, or no other cell can. Single cells
   * that cannot run are left out of it.
   */
  final Optional<String> absence() {
    if (comparison() == VariantSet.providers && !provider.equals("jdk")) {
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
    SortedMap<String, String> usual = Parameters.of(cell.get());
    Map<String, String> own = Parameters.of(this);
    own.keySet().retainAll(usual.keySet());
    usual.putAll(own);
    return usual;
  }

  /** Creates all cells and the control. */
  @Setup
  public void create() {
    List<Variant> variants = new ArrayList<>(variants());
    variants.add(variants.get(0)); // the control
    for (Variant variant : variants) {
      Compared compared = new Compared(cells.size(), variant, newCell(variant.parameters()));
      compared.cell().create();
      cells.add(compared);
    }
  }

  /**
   * Opens all cells, and runs a burst of each. The first time they are in order: before Java 20
   * SunJSSE takes the groups of the baseline.
   */
  @Setup(Level.Iteration)
  public void open() throws IOException {
    for (Compared compared : cells) {
      compared.cell().open();
      compared.cell().burst(new long[sides().size()]);
    }
    blocks.clear();
    opened = System.nanoTime();
    compiled = compilers.getTotalCompilationTime();
  }

  @Benchmark
  public void block() throws IOException {
    Collections.shuffle(cells, random);
    long[][] costs = new long[cells.size()][sides().size()];
    for (Compared compared : cells) {
      compared.cell().burst(costs[compared.index()]);
    }
    blocks.add(costs);
  }

  /** Closes the connections, and reports the medians of the iteration. */
  @TearDown(Level.Iteration)
  public void close() throws IOException {
    double compiling =
        (compilers.getTotalCompilationTime() - compiled)
            * NANOS_PER_MILLI
            / (System.nanoTime() - opened);
    for (Compared compared : cells) {
      compared.cell().close();
    }
    List<Result<?>> results = new ArrayList<>();
    results.add(new ScalarResult("compiling", compiling, "ratio", AggregationPolicy.AVG));
    cells.forEach(compared -> addRatios(compared, results));
    RatioProfiler.report(results);
  }

  private void addRatios(Compared compared, List<Result<?>> results) {
    Variant variant = compared.variant();
    int base = variant.base();
    if (compared.index() == base) {
      return;
    }
    Map<String, String> baseline = at(base).variant().parameters();
    for (String side : sides()) {
      if (isComparable(side, variant.parameters(), baseline)) {
        double ratio = Math.exp(median(sides().indexOf(side), compared.index(), base));
        results.add(new RatioResult(side, variant.name(), variant.baseline(), ratio));
      }
    }
  }

  private Compared at(int index) {
    return cells.stream().filter(c -> c.index() == index).findFirst().orElseThrow();
  }

  /** Returns the median over blocks of the logarithm of a cell's cost divided by a baseline's. */
  private double median(int side, int cell, int base) {
    return Median.withDefaults()
        .evaluate(
            blocks.stream()
                .mapToDouble(costs -> Math.log((double) costs[cell][side] / costs[base][side]))
                .toArray());
  }
}
