package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.ForkReply.BurstData;
import dev.tlsbench.measure.fork.ForkReply.BurstData.Cost;
import dev.tlsbench.measure.fork.ForkReply.Use;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.judge.Measured.Epoch;
import dev.tlsbench.measure.judge.Measured.Percentiles;
import dev.tlsbench.measure.judge.Measured.Series;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.report.stats.ForkSample;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Divides a variant's figures by the baseline's, epoch by epoch. Blocks with a failed operation are
 * left out.
 */
final class PairedRatios {
  private final Measured measured;
  private final String baseline;

  PairedRatios(Measured measured, String baseline) {
    this.measured = measured;
    this.baseline = baseline;
  }

  /**
   * Ratios of the mean throughput of an epoch's windows. A mean of the windows' own logarithms
   * would give a stalled window the weight of twenty others.
   */
  Optional<ForkSample> ofThroughput(String variant) {
    return ofEpochs(
        epoch -> true,
        epoch -> {
          DoubleSummaryStatistics own = throughput(epoch, variant);
          DoubleSummaryStatistics base = throughput(epoch, baseline);
          return own.getCount() == base.getCount()
              ? log(own.getSum(), base.getSum())
              : OptionalDouble.empty();
        });
  }

  private static DoubleSummaryStatistics throughput(Epoch epoch, String variant) {
    return epoch
        .soundWindows(variant)
        .mapToDouble(window -> window.work().perSecond())
        .summaryStatistics();
  }

  /**
   * Ratios of the time for a typical operation; empty without bursts. Disturbed epochs are left out
   * as a whole.
   */
  Optional<ForkSample> ofTypical(String variant) {
    return ofBursts(variant, BurstData::logTypical, measured.clean());
  }

  /** Ratios of the trimmed mean time for an operation, by the same epochs. */
  Optional<ForkSample> ofTrimmedMean(String variant) {
    return ofBursts(variant, BurstData::logMean, measured.clean());
  }

  /** Ratios of the time for a typical operation in every epoch, including disturbed ones. */
  Optional<ForkSample> ofTypicalInAll(String variant) {
    return ofBursts(variant, BurstData::logTypical, epoch -> true);
  }

  private Optional<ForkSample> ofBursts(
      String variant, ToDoubleFunction<BurstData> logRatio, Predicate<Epoch> counts) {
    return ofEpochs(
        counts, epoch -> epoch.soundBursts(variant).stream().mapToDouble(logRatio).findFirst());
  }

  /** Collects the logarithms of the epochs' ratios without unknown ones. */
  private Optional<ForkSample> ofEpochs(
      Predicate<Epoch> counts, Function<Epoch, OptionalDouble> logRatio) {
    ForkSample sample = new ForkSample();
    for (Epoch epoch : measured.epochs()) {
      double log = counts.test(epoch) ? logRatio.apply(epoch).orElse(Double.NaN) : Double.NaN;
      if (Double.isFinite(log)) {
        sample.add(epoch.fork(), log);
      }
    }
    return sample.epochs() == 0 ? Optional.empty() : Optional.of(sample);
  }

  /** Ratios of a latency, by epoch. */
  Optional<ForkSample> ofLatencies(String variant, ToDoubleFunction<Percentiles> figure) {
    return ofLatencies(Series.all(variant), figure);
  }

  /** Ratios of a latency of a single operation, by epoch. */
  Optional<ForkSample> ofLatencies(Series series, ToDoubleFunction<Percentiles> figure) {
    return ofEpochs(epoch -> true, epoch -> ofLatency(epoch, series, figure));
  }

  /** Ratios of the median latency, by undisturbed epochs. */
  Optional<ForkSample> ofMedianLatency(String variant) {
    return ofEpochs(
        measured.clean(), epoch -> ofLatency(epoch, Series.all(variant), Percentiles::p50));
  }

  private OptionalDouble ofLatency(
      Epoch epoch, Series series, ToDoubleFunction<Percentiles> figure) {
    Percentiles own = epoch.latencies().get(series);
    Percentiles base = epoch.latencies().get(new Series(baseline, series.operation()));
    return epoch.isSound() && own != null && base != null
        ? log(figure.applyAsDouble(own), figure.applyAsDouble(base))
        : OptionalDouble.empty();
  }

  /**
   * Ratios of the client's CPU time an operation, by epoch: of its worker threads in bursts, which
   * the kernel counts exactly, and of its JVM without bursts.
   */
  Optional<ForkSample> ofClientCpu(String variant) {
    return ofCosts(variant, Cost::cpuNanos).or(() -> ofCpu(variant, Use::clientCpu));
  }

  /**
   * Ratios of the server's CPU time an operation, by epoch: in bursts if it shares one core with
   * the client, else in windows, since clocks of threads on other cores move in steps.
   */
  Optional<ForkSample> ofServerCpu(String variant) {
    return ofCosts(variant, Cost::serverNanos).or(() -> ofCpu(variant, Use::serverCpu));
  }

  /**
   * Returns the client's CPU time per operation, from the source of {@link #ofClientCpu}.
   *
   * @return microseconds; NaN if unknown
   */
  double clientCpuMicros(String variant) {
    return micros(variant, Cost::cpuNanos, Use::clientCpu);
  }

  /**
   * Returns the server's CPU time per operation, from the source of {@link #ofServerCpu}.
   *
   * @return microseconds; NaN if unknown
   */
  double serverCpuMicros(String variant) {
    return micros(variant, Cost::serverNanos, Use::serverCpu);
  }

  private double micros(
      String variant, ToDoubleFunction<Cost> nanos, Function<Use, @Nullable Double> millis) {
    double inBursts =
        measured.epochs().stream()
            .mapToDouble(epoch -> cost(epoch, variant, nanos))
            .filter(cost -> cost > 0)
            .average()
            .orElse(Double.NaN);
    return inBursts > 0
        ? inBursts / 1e3
        : 1e3 * cpu(measured.epochs().stream().flatMap(e -> e.soundWindows(variant)), millis);
  }

  private Optional<ForkSample> ofCosts(String variant, ToDoubleFunction<Cost> nanos) {
    return ofEpochs(
        epoch -> true, epoch -> log(cost(epoch, variant, nanos), cost(epoch, baseline, nanos)));
  }

  /** Returns a part of the cost of an operation in bursts, in ns; NaN if unknown. */
  private static double cost(Epoch epoch, String variant, ToDoubleFunction<Cost> nanos) {
    return epoch
        .soundBursts(variant)
        .map(data -> nanos.applyAsDouble(data.cost()))
        .orElse(Double.NaN);
  }

  /**
   * Returns the cost of an operation of each variant in an epoch with bursts; empty if a block
   * failed.
   */
  List<EpochResult.Cost> costs(Epoch epoch) {
    List<EpochResult.Cost> costs = new ArrayList<>();
    double base =
        epoch.soundBursts(baseline).map(data -> data.cost().typicalNanos()).orElse(Double.NaN);
    for (String variant : epoch.data().bursts().keySet()) {
      epoch
          .soundBursts(variant)
          .ifPresent(
              data ->
                  costs.add(
                      new EpochResult.Cost(
                          variant,
                          base * Math.exp(data.logTypical()) / 1e3,
                          known(data.cost().cpuNanos() / 1e3),
                          serverMicros(epoch, variant, data.cost()))));
    }
    return costs;
  }

  private static @Nullable Double serverMicros(Epoch epoch, String variant, Cost cost) {
    Double inBursts = known(cost.serverNanos() / 1e3);
    return inBursts == null ? known(1e3 * cpu(epoch, variant, Use::serverCpu)) : inBursts;
  }

  private static @Nullable Double known(double value) {
    return value > 0 && Double.isFinite(value) ? value : null;
  }

  private Optional<ForkSample> ofCpu(String variant, Function<Use, @Nullable Double> millis) {
    return ofEpochs(
        epoch -> true, epoch -> log(cpu(epoch, variant, millis), cpu(epoch, baseline, millis)));
  }

  /** Returns the CPU time of an operation in milliseconds; NaN if unknown. */
  private static double cpu(Epoch epoch, String variant, Function<Use, @Nullable Double> millis) {
    return cpu(epoch.soundWindows(variant), millis);
  }

  private static double cpu(Stream<WindowData> windows, Function<Use, @Nullable Double> millis) {
    double sum = 0;
    long operations = 0;
    for (WindowData window : windows.toList()) {
      Double cpu = millis.apply(window.use());
      if (cpu == null) {
        return Double.NaN;
      }
      sum += cpu;
      operations += window.work().operations();
    }
    return sum / operations;
  }

  /** Returns the logarithm of a ratio; empty unless both sides are above 0. */
  private static OptionalDouble log(double value, double divisor) {
    return value > 0 && divisor > 0
        ? OptionalDouble.of(Math.log(value / divisor))
        : OptionalDouble.empty();
  }
}
