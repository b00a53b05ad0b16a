package dev.tlsbench.experiment.result;

import java.util.List;

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
    List<Percentile> percentiles) {

  /**
   * One step of the curve.
   *
   * @param percent from 0 to 100
   * @param micros what so many percent of the operations do not exceed
   */
  public record Percentile(double percent, double micros) {}
}
