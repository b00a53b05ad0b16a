package dev.tlsbench.report.stats;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.json.Inline;

/**
 * A figure with its 95 % interval. In the file {@code NaN} is {@code null}. Ratios of earlier
 * results have five more fields, which nothing reads.
 *
 * @param value the figure; its unit is in the name of the record component
 * @param low95 the lower end; {@code NaN}, like the upper one, if the interval is unknown
 */
@Inline
@JsonIgnoreProperties({"low99", "high99", "halfWidth", "significance", "standardDeviation"})
public record Interval(double value, double low95, double high95) {
  /** A figure that was not measured; so are sums with it. */
  public static final Interval UNKNOWN = exactly(Double.NaN);

  public static Interval exactly(double value) {
    return new Interval(value, value, value);
  }

  public boolean hasValue() {
    return Double.isFinite(value);
  }

  /** Returns the sum of figures whose errors are independent: their squares add up. */
  public Interval plus(Interval other) {
    double sum = value + other.value;
    return new Interval(
        sum,
        sum - Math.hypot(value - low95, other.value - other.low95),
        sum + Math.hypot(high95 - value, other.high95 - other.value));
  }

  /** Returns the difference of figures whose errors are independent. */
  public Interval minus(Interval other) {
    return plus(other.times(-1));
  }

  public Interval times(double factor) {
    return new Interval(
        factor * value,
        factor * (factor < 0 ? high95 : low95),
        factor * (factor < 0 ? low95 : high95));
  }

  public Interval widened(double error) {
    return plus(new Interval(0, -error, error));
  }

  public Figure in(Unit unit) {
    return Double.isFinite(low95) && Double.isFinite(high95)
        ? new Figure(value, low95, high95, unit)
        : Figure.of(value, unit);
  }

  /** Returns the difference of a ratio from 1, such as {@code +4.1 % ± 0.6 %}. */
  public String change() {
    return in(Unit.RATIO).plusMinus();
  }

  public double halfWidth() {
    return (high95 - low95) / 2;
  }

  /** Returns a ratio whose interval reaches further, by this difference of logarithms. */
  public Interval widenedBy(double logarithm) {
    double factor = Math.exp(logarithm);
    return new Interval(value, low95 / factor, high95 * factor);
  }
}
