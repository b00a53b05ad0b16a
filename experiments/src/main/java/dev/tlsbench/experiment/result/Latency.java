package dev.tlsbench.experiment.result;

import dev.tlsbench.report.document.View.Percentiles.Step;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long operations took, from histograms that were merged without loss.
 *
 * @param fromIntendedStart whether counted from when an operation should have started (open loop)
 * @param meanMicros the mean
 * @param p50Micros the median
 * @param p95Micros of 100 operations, 95 are faster
 * @param p99Micros of 100 operations, 99 are faster
 * @param p999Micros of 1,000 operations, 999 are faster
 * @param maxMicros the slowest
 * @param percentiles the curve, as HdrHistogram steps through it
 */
public record Latency(
    boolean fromIntendedStart,
    double meanMicros,
    double p50Micros,
    double p95Micros,
    double p99Micros,
    double p999Micros,
    double maxMicros,
    List<Step> percentiles) {
  private static final int STEPS_PER_HALF_DISTANCE = 5;
  private static final double NANOS = 1000;

  /**
   * Reads the figures off a histogram.
   *
   * @param nanos operations in nanoseconds
   * @param fromIntendedStart whether counted from when an operation should have started
   * @return the figures; the curve takes five steps for each half of the way to 100 %
   */
  public static Latency of(Histogram nanos, boolean fromIntendedStart) {
    List<Step> curve = new ArrayList<>();
    for (HistogramIterationValue step : nanos.percentiles(STEPS_PER_HALF_DISTANCE)) {
      curve.add(new Step(step.getPercentileLevelIteratedTo(), step.getValueIteratedTo() / NANOS));
    }
    return new Latency(
        fromIntendedStart,
        nanos.getMean() / NANOS,
        nanos.getValueAtPercentile(50) / NANOS,
        nanos.getValueAtPercentile(95) / NANOS,
        nanos.getValueAtPercentile(99) / NANOS,
        nanos.getValueAtPercentile(99.9) / NANOS,
        nanos.getMaxValue() / NANOS,
        List.copyOf(curve));
  }
}
