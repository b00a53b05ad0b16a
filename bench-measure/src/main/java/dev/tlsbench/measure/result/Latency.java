package dev.tlsbench.measure.result;

import dev.tlsbench.report.json.Inline;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latency of operations, from histograms that were merged without loss.
 *
 * @param fromIntendedStart true if measured from the intended start of an operation (open loop)
 * @param percentiles the curve, in the steps of HdrHistogram
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
  /**
   * One step of the curve.
   *
   * @param percent from 0 to 100
   * @param micros the latency at this percentile
   */
  @Inline
  public record Step(double percent, double micros) {}

  private static final int STEPS_PER_HALF_DISTANCE = 5;
  private static final double NANOS = 1000;

  /**
   * Returns the figures of a histogram; the curve has five steps for each half of the distance to
   * 100 %.
   *
   * @param nanos operations in nanoseconds
   * @param fromIntendedStart true if measured from the intended start of an operation
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
