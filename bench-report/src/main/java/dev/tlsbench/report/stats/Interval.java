package dev.tlsbench.report.stats;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;

/**
 * A figure with what is known of its error.
 *
 * @param value the figure; its unit stands in the name of what holds it
 * @param low95 the lower end of the 95 % interval
 * @param high95 the upper end of the 95 % interval
 */
public record Interval(double value, double low95, double high95) {

  /** The same with its unit. */
  public Figure in(Unit unit) {
    return in(unit, 1);
  }

  /** The same in another unit, of which so many make one of this. */
  public Figure in(Unit unit, double factor) {
    return new Figure(factor * value, factor * low95, factor * high95, unit);
  }
}
