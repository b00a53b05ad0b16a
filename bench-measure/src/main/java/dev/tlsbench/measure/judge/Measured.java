package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.EpochData;
import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.fork.EpochData.WindowData;
import dev.tlsbench.measure.fork.Histograms;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.result.EpochResult.Cost;
import dev.tlsbench.measure.result.WindowResult.Use;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * All measurements after the warm-up. Histograms are merged on arrival: one of all windows is kept
 * for each variant, and the percentiles of each epoch.
 *
 * <p>Thread-safe.
 */
public final class Measured {
  /**
   * An epoch is left out if its control scatters by more than this factor of the median epoch's.
   */
  static final double UNUSUAL = 1.5;

  /** A cold fork and its replacement. */
  private static final int COLD_IN_A_ROW = 2;

  private final boolean countsAll;
  private final List<Epoch> epochs = new ArrayList<>();

  /** With fewer blocks the scatter often differs by that factor by chance. */
  private static final int FEWEST_BLOCKS = 30;

  private final Map<Series, Histogram> latencies =
      new TreeMap<>(Comparator.comparing(Series::variant).thenComparing(Series::operation));
  private int coldInARow;
  private int coldForks;
  private final List<BurstData> cold = new ArrayList<>();

  /**
   * Begins without measurements.
   *
   * @param countsAll true if disturbed epochs count too
   */
  public Measured(boolean countsAll) {
    this.countsAll = countsAll;
  }

  public record Epoch(EpochData data, Map<Series, Percentiles> latencies) {

    /** Returns the number of its fork, from 0. */
    public int fork() {
      return data.fork();
    }

    /** Returns the windows of a variant, except in blocks with a failed operation. */
    Stream<WindowData> soundWindows(String variant) {
      return data.windows().stream()
          .filter(window -> window.variant().equals(variant))
          .filter(window -> isSound(window.result().place().block()));
    }

    private boolean isSound(int block) {
      return data.windows().stream()
          .map(WindowData::result)
          .filter(window -> window.place().block() == block)
          .allMatch(window -> window.errors() == 0);
    }

    boolean isSound() {
      return data.windows().stream().allMatch(window -> window.result().errors() == 0);
    }

    /** Returns false if other processes used the cores enough to distort ratios. */
    boolean isUndisturbed() {
      return data.conditions().areClean();
    }

    /** Returns the scatter of the control's blocks; empty without enough of them. */
    OptionalDouble scatter() {
      return soundBursts(Settings.CONTROL).stream()
          .filter(control -> control.blocks() >= FEWEST_BLOCKS)
          .mapToDouble(BurstData::scatter)
          .findFirst();
    }

    /** Returns the bursts of a variant; empty if there was no block without a failed operation. */
    Optional<BurstData> soundBursts(String variant) {
      return Optional.ofNullable(data.bursts().get(variant)).filter(bursts -> bursts.blocks() > 0);
    }

    /**
     * Returns the mean throughput of a variant's windows. A mean of the windows' own logarithms
     * would give a stalled window the weight of twenty others.
     */
    double perSecond(String variant) {
      return soundWindows(variant).mapToDouble(WindowData::perSecond).average().orElse(Double.NaN);
    }

    /** Returns a part of the cost of an operation in bursts; NaN if unknown. */
    double cost(String variant, Function<Cost, @Nullable Double> part) {
      return soundBursts(variant)
          .flatMap(bursts -> Optional.ofNullable(part.apply(bursts.cost())))
          .orElse(Double.NaN);
    }

    /** Returns the CPU time of an operation in windows, in microseconds; NaN if unknown. */
    double cpuMicros(String variant, Function<Use, @Nullable Double> millis) {
      return cpuMicros(soundWindows(variant), millis);
    }

    static double cpuMicros(Stream<WindowData> windows, Function<Use, @Nullable Double> millis) {
      double sum = 0;
      long operations = 0;
      for (WindowData window : windows.toList()) {
        Double cpu = millis.apply(window.result().use());
        if (cpu == null) {
          return Double.NaN;
        }
        sum += cpu;
        operations += window.result().operations();
      }
      return 1e3 * (sum / operations);
    }

    /**
     * Returns the cost of an operation of each variant in bursts, with the server's from windows
     * unless it is known; empty if a block failed.
     */
    List<Cost> costs() {
      return data.bursts().keySet().stream()
          .flatMap(variant -> soundBursts(variant).stream())
          .map(BurstData::cost)
          .map(
              cost -> {
                double micros = cpuMicros(cost.variant(), Use::serverCpuMillis);
                return cost.serverCpuMicros() == null && micros > 0 && Double.isFinite(micros)
                    ? cost.withServer(micros)
                    : cost;
              })
          .toList();
    }
  }

  /**
   * Latencies of one variant.
   *
   * @param operation the name of an operation; empty for all together
   */
  record Series(String variant, String operation) {
    static Series all(String variant) {
      return new Series(variant, "");
    }
  }

  /** A series in one epoch, in nanoseconds. */
  record Percentiles(double mean, double p50, double p95, double p99, double p999) {
    static Percentiles of(Histogram histogram) {
      return new Percentiles(
          histogram.getMean(),
          histogram.getValueAtPercentile(50),
          histogram.getValueAtPercentile(95),
          histogram.getValueAtPercentile(99),
          histogram.getValueAtPercentile(99.9));
    }
  }

  public synchronized void add(EpochData data) {
    Map<Series, Histogram> ofEpoch = new HashMap<>();
    List<WindowData> windows = new ArrayList<>();
    for (WindowData window : data.windows()) {
      add(ofEpoch, Series.all(window.variant()), window.latency());
      window
          .latencies()
          .forEach(
              (name, encoded) ->
                  add(ofEpoch, new Series(window.variant(), name), Histograms.decode(encoded)));
      windows.add(window.withoutLatencies());
    }
    Map<Series, Percentiles> percentiles = new HashMap<>();
    ofEpoch.forEach(
        (series, histogram) -> {
          percentiles.put(series, Percentiles.of(histogram));
          add(latencies, series, histogram);
        });
    epochs.add(new Epoch(data.with(windows), percentiles));
    coldInARow = 0;
  }

  private static void add(Map<Series, Histogram> to, Series series, Histogram more) {
    to.computeIfAbsent(series, none -> Histograms.empty()).add(more);
  }

  /** Records the last epochs of a fork that did not become warm and was not measured. */
  public synchronized void addCold(Collection<EpochData> last) {
    coldForks++;
    coldInARow++;
    last.forEach(epoch -> cold.addAll(epoch.bursts().values()));
  }

  /**
   * Returns true if another fork has to take the place of a cold one, since too few are warm. It
   * may stay cold too if the machine is too busy, and none takes its place then.
   */
  public synchronized boolean wantsReplacement(Settings settings) {
    return coldInARow < COLD_IN_A_ROW && coldForks > 0 && forks() < Warmth.fewestForks(settings);
  }

  synchronized int coldForks() {
    return coldForks;
  }

  /** Returns the number of operations in the last bursts of forks that did not become warm. */
  synchronized long coldOperations() {
    return cold.stream().mapToLong(BurstData::operations).sum();
  }

  /** Returns the number of failed operations in all windows and bursts so far. */
  public synchronized long errors() {
    return epochs.stream()
        .map(Epoch::data)
        .mapToLong(
            data ->
                data.windows().stream().mapToLong(window -> window.result().errors()).sum()
                    + data.bursts().values().stream().mapToLong(BurstData::errors).sum())
        .sum();
  }

  synchronized long coldErrors() {
    return cold.stream().mapToLong(BurstData::errors).sum();
  }

  /** Returns the epochs so far, in order. */
  public synchronized List<Epoch> epochs() {
    return List.copyOf(epochs);
  }

  /**
   * Returns which epochs count for the time of a typical operation: no other process disturbed
   * them, and the control did not scatter more than usual. The scatter reveals work on the same
   * hardware that this machine cannot measure, such as other virtual machines'. Neither criterion
   * depends on a variant's cost.
   */
  synchronized Predicate<Epoch> clean() {
    double[] scatters =
        epochs.stream()
            .flatMapToDouble(epoch -> epoch.scatter().stream())
            .filter(Double::isFinite)
            .toArray();
    double most = UNUSUAL * Median.withDefaults().evaluate(scatters);
    return epoch -> countsAll || (epoch.isUndisturbed() && !(epoch.scatter().orElse(0) > most));
  }

  /** Returns the number of epochs that do not count for the time of a typical operation. */
  synchronized long disturbed() {
    return epochs.stream().filter(clean().negate()).count();
  }

  /** Returns the number of epochs in which other processes used too much of the cores. */
  synchronized long occupied() {
    return epochs.stream().filter(epoch -> !epoch.isUndisturbed()).count();
  }

  /**
   * Returns true if other processes disturbed more than half of the planned run, in proportion to
   * the epochs so far.
   *
   * @param done the fraction of the planned time that is over, from 0 to 1
   */
  public synchronized boolean isMostlyOccupied(double done) {
    return !countsAll && 2 * occupied() * done > epochs.size();
  }

  public synchronized int forks() {
    return (int) epochs.stream().mapToInt(Epoch::fork).distinct().count();
  }

  /** Returns the mean of a part of the conditions of all epochs; 0 if unknown. */
  synchronized double mean(Function<Conditions, @Nullable Double> part) {
    return epochs.stream()
        .flatMap(epoch -> Stream.ofNullable(part.apply(epoch.data().conditions())))
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }

  /** Returns a copy of a variant's latencies in all windows. */
  public synchronized Histogram latency(String variant) {
    return latency(Series.all(variant));
  }

  synchronized Histogram latency(Series series) {
    Histogram histogram = latencies.get(series);
    return histogram == null ? Histograms.empty() : histogram.copy();
  }

  /** Returns a variant's series of single operations, in the order of their names. */
  synchronized List<Series> operations(String variant) {
    return latencies.keySet().stream()
        .filter(series -> series.variant().equals(variant))
        .filter(series -> !series.operation().isEmpty())
        .toList();
  }

  /** Returns the measurements of all epochs, without the histograms of windows. */
  public List<EpochData> data() {
    return epochs().stream().map(Epoch::data).toList();
  }

  List<EpochData.ClientData> clients(String variant) {
    return data().stream()
        .flatMap(epoch -> Stream.ofNullable(epoch.clients().get(variant)))
        .toList();
  }

  List<BurstData> bursts(String variant) {
    return data().stream()
        .flatMap(epoch -> Stream.ofNullable(epoch.bursts().get(variant)))
        .toList();
  }

  List<WindowData> windows() {
    return data().stream().flatMap(epoch -> epoch.windows().stream()).toList();
  }

  List<WindowData> windows(String variant) {
    return windows().stream().filter(window -> window.variant().equals(variant)).toList();
  }
}
