package dev.tlsbench.experiment.history;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.stats.Change;
import dev.tlsbench.report.stats.Interval;

/**
 * A figure of one variant in one run.
 *
 * @param key its variant and name
 * @param interval the value and its 95 % interval, whose ends are {@code NaN} if unknown
 * @param freedom the degrees of freedom of the interval; infinite if it is a bootstrap's
 */
record KeptFigure(FigureKey key, Interval interval, double freedom) {
  /**
   * Identifies a figure in all runs of a workload.
   *
   * @param subject the variant, such as {@code tls13}, {@code threads=16.tls13} or {@code tls-full}
   * @param label the variant for readers
   * @param name such as {@code typical}
   * @param title the name for readers
   * @param unit {@link Unit#RATIO} for ratios to the baseline
   * @param paired true for a ratio of variants that took turns, whose spread between runs is known
   */
  record FigureKey(
      String subject, String label, String name, String title, Unit unit, boolean paired) {
    /** Returns the name in limits, such as {@code tls13.typical.change}. */
    String limit() {
      return subject + "." + name + ".change";
    }

    /** Returns true for rates, of which more is better. */
    boolean isRate() {
      return name.equals(KeptRun.RATE) || name.equals("throughput");
    }
  }

  /** Returns the value with the interval, if there is one. */
  Figure figure() {
    return figure(interval, key.unit());
  }

  /** Returns a figure without the ends that are unknown. */
  static Figure figure(Interval interval, Unit unit) {
    return Double.isFinite(interval.low95()) && Double.isFinite(interval.high95())
        ? interval.in(unit)
        : Figure.of(interval.value(), unit);
  }

  Change.Run run() {
    return Change.Run.of(interval, freedom);
  }
}
