package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.judge.Measured.Epoch;
import dev.tlsbench.measure.judge.Measured.Percentiles;
import dev.tlsbench.measure.judge.Measured.Series;
import dev.tlsbench.measure.result.EpochResult.Cost;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.WindowResult.Use;
import dev.tlsbench.report.stats.ForkSample;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Divides a variant's figures by the baseline's, epoch by epoch. Blocks with a failed operation are
 * left out.
 */
record PairedRatios(Measured measured, String baseline, boolean isOpenLoop) {
  private static final Cpu CLIENT = new Cpu(Cost::clientCpuMicros, Use::clientCpuMillis);
  private static final Cpu SERVER = new Cpu(Cost::serverCpuMicros, Use::serverCpuMillis);

  /**
   * The sources of a CPU time: of worker threads, which the kernel counts exactly, and of a server
   * that waits for them, bursts; else windows, since clocks of threads that run on other cores move
   * in steps.
   */
  private record Cpu(
      Function<Cost, @Nullable Double> inBursts, Function<Use, @Nullable Double> inWindows) {}

  /** Returns the logarithms of a metric's ratios by epoch; empty without any. */
  Optional<ForkSample> of(Metric metric, String variant) {
    return switch (metric) {
      case TYPICAL -> ofTypical(variant, measured.clean());
      case TRIMMED_MEAN -> ofBursts(variant, measured.clean(), BurstData::logMean);
      case THROUGHPUT -> of(variant, epoch -> true, Epoch::perSecond);
      case MEAN -> ofLatencies(Series.all(variant), epoch -> true, Percentiles::mean);
      case P50 -> ofLatencies(Series.all(variant), epoch -> true, Percentiles::p50);
      case P95 -> ofLatencies(Series.all(variant), epoch -> true, Percentiles::p95);
      case P99 -> ofLatencies(Series.all(variant), epoch -> true, Percentiles::p99);
      case P999 -> ofLatencies(Series.all(variant), epoch -> true, Percentiles::p999);
      case CLIENT_CPU -> ofCpu(variant, CLIENT);
      case SERVER_CPU -> ofCpu(variant, SERVER);
    };
  }

  /** Ratios of the time for a typical operation in every epoch, including disturbed ones. */
  Optional<ForkSample> ofTypicalInAll(String variant) {
    return ofTypical(variant, epoch -> true);
  }

  Optional<ForkSample> ofMean(Series operation) {
    return ofLatencies(operation, epoch -> true, Percentiles::mean);
  }

  /** In bursts, or in an open loop the median latency from the intended start. */
  private Optional<ForkSample> ofTypical(String variant, Predicate<Epoch> counts) {
    return isOpenLoop
        ? ofLatencies(Series.all(variant), counts, Percentiles::p50)
        : ofBursts(variant, counts, BurstData::logTypical);
  }

  private Optional<ForkSample> ofBursts(
      String variant, Predicate<Epoch> counts, ToDoubleFunction<BurstData> logRatio) {
    return sample(
        counts,
        epoch -> epoch.soundBursts(variant).map(logRatio::applyAsDouble).orElse(Double.NaN));
  }

  private Optional<ForkSample> ofLatencies(
      Series series, Predicate<Epoch> counts, ToDoubleFunction<Percentiles> figure) {
    return of(
        series.variant(),
        counts,
        (epoch, variant) -> {
          Percentiles found = epoch.latencies().get(new Series(variant, series.operation()));
          return epoch.isSound() && found != null ? figure.applyAsDouble(found) : Double.NaN;
        });
  }

  private Optional<ForkSample> ofCpu(String variant, Cpu cpu) {
    return of(variant, epoch -> true, (epoch, name) -> epoch.cost(name, cpu.inBursts()))
        .or(
            () ->
                of(
                    variant,
                    epoch -> true,
                    (epoch, name) -> epoch.cpuMicros(name, cpu.inWindows())));
  }

  /**
   * Returns a CPU time per operation in microseconds, from the source of its ratio.
   *
   * @return NaN if unknown
   */
  double cpuMicros(Metric metric, String variant) {
    Cpu cpu = metric == Metric.CLIENT_CPU ? CLIENT : SERVER;
    return measured.epochs().stream()
        .mapToDouble(epoch -> epoch.cost(variant, cpu.inBursts()))
        .filter(Double::isFinite)
        .average()
        .orElseGet(
            () ->
                Epoch.cpuMicros(
                    measured.epochs().stream().flatMap(epoch -> epoch.soundWindows(variant)),
                    cpu.inWindows()));
  }

  /** Divides a figure, where both sides are above 0. */
  private Optional<ForkSample> of(
      String variant, Predicate<Epoch> counts, ToDoubleBiFunction<Epoch, String> figure) {
    return sample(
        counts,
        epoch -> {
          double own = figure.applyAsDouble(epoch, variant);
          double base = figure.applyAsDouble(epoch, baseline);
          return own > 0 && base > 0 ? Math.log(own / base) : Double.NaN;
        });
  }

  /** Collects the logarithms of the epochs' ratios without unknown ones. */
  private Optional<ForkSample> sample(Predicate<Epoch> counts, ToDoubleFunction<Epoch> logRatio) {
    ForkSample sample = new ForkSample();
    for (Epoch epoch : measured.epochs()) {
      double log = counts.test(epoch) ? logRatio.applyAsDouble(epoch) : Double.NaN;
      if (Double.isFinite(log)) {
        sample.add(epoch.fork(), log);
      }
    }
    return sample.epochs() == 0 ? Optional.empty() : Optional.of(sample);
  }
}
