package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.HdrHistogram.Histogram;

/**
 * Latency of operations, from histograms that were merged without loss. Older results have the
 * curve too, which is in {@code latency.hlog}.
 */
@JsonIgnoreProperties("percentiles")
public record Latency(
    boolean fromIntendedStart,
    double meanMicros,
    double p50Micros,
    double p95Micros,
    double p99Micros,
    double p999Micros,
    double maxMicros) {
  private static final double NANOS = 1000;

  /** Returns the figures of a histogram of nanoseconds. */
  public static Latency of(Histogram nanos, boolean fromIntendedStart) {
    return new Latency(
        fromIntendedStart,
        nanos.getMean() / NANOS,
        nanos.getValueAtPercentile(50) / NANOS,
        nanos.getValueAtPercentile(95) / NANOS,
        nanos.getValueAtPercentile(99) / NANOS,
        nanos.getValueAtPercentile(99.9) / NANOS,
        nanos.getMaxValue() / NANOS);
  }
}
