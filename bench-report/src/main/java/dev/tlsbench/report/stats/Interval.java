package dev.tlsbench.report.stats;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;

/**
 * A figure with its 95 % interval.
 *
 * @param value the figure; its unit is in the name of the record component
 * @param low95 the lower end; {@code NaN}, like the upper one, if the interval is unknown
 */
public record Interval(double value, double low95, double high95) {

  /** Returns the figure with a unit. */
  public Figure in(Unit unit) {
    return in(unit, 1);
  }

  /** Converts to another unit; {@code factor} of the new units equal one of the old. */
  public Figure in(Unit unit, double factor) {
    return Double.isFinite(low95) && Double.isFinite(high95)
        ? new Figure(factor * value, factor * low95, factor * high95, unit)
        : Figure.of(factor * value, unit);
  }

  /** Returns the difference of a ratio from 1, such as {@code +4.1 % ± 0.6 %}. */
  public String change() {
    return in(Unit.RATIO).plusMinus();
  }
}
