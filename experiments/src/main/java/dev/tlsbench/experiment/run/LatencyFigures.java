package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.result.Latency;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** Latencies of a histogram, in microseconds. */
final class LatencyFigures {
  private static final double MICROS = 1e3;

  /** Steps each time the distance to 100 % halves, as HdrHistogram's own output has them. */
  private static final int STEPS_PER_HALF = 5;

  private LatencyFigures() {}

  static @Nullable Latency of(Histogram histogram, boolean fromIntendedStart) {
    if (histogram.getTotalCount() == 0) {
      return null;
    }
    List<Latency.Percentile> curve = new ArrayList<>();
    for (HistogramIterationValue step : histogram.percentiles(STEPS_PER_HALF)) {
      curve.add(
          new Latency.Percentile(
              step.getPercentileLevelIteratedTo(), step.getValueIteratedTo() / MICROS));
    }
    return new Latency(
        fromIntendedStart,
        histogram.getMean() / MICROS,
        micros(histogram, 50),
        micros(histogram, 95),
        micros(histogram, 99),
        micros(histogram, 99.9),
        histogram.getMaxValue() / MICROS,
        curve);
  }

  private static double micros(Histogram histogram, double percent) {
    return histogram.getValueAtPercentile(percent) / MICROS;
  }
}
