package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.Interval;

/**
 * A variant's figure divided by the baseline's, with its error. {@code halfWidth} is a fraction of
 * 1: 0.01 is 1 %. {@code NaN}, in the file {@code null}, means unknown. Results of earlier versions
 * have two more fields, which nothing reads.
 *
 * @param value the estimate
 * @param low95 the lower end of the 95 % interval
 * @param high95 the upper end of the 95 % interval
 * @param low99 the lower end of the 99 % interval
 * @param high99 the upper end of the 99 % interval
 * @param halfWidth half of the 95 % interval
 */
@OneLine
@JsonIgnoreProperties({"significance", "standardDeviation"})
public record Ratio(
    double value, double low95, double high95, double low99, double high99, double halfWidth) {

  /** Returns the ratio of an estimate of logarithms. */
  public static Ratio of(Estimate logarithms) {
    double mean = logarithms.mean();
    Interval ratio = logarithms.ratio();
    return new Ratio(
        ratio.value(),
        ratio.low95(),
        ratio.high95(),
        Math.exp(mean - logarithms.reach99()),
        Math.exp(mean + logarithms.reach99()),
        logarithms.halfWidth());
  }

  /** Returns the ratio with its 95 % interval. */
  public Interval interval() {
    return new Interval(value, low95, high95);
  }

  /**
   * Returns a copy whose intervals reach further, by this difference of logarithms on each side.
   */
  Ratio widenedBy(double logarithm) {
    double factor = Math.exp(logarithm);
    double low = low95 / factor;
    double high = high95 * factor;
    return new Ratio(value, low, high, low99 / factor, high99 * factor, (high - low) / 2);
  }
}
