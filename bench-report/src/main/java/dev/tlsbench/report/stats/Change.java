package dev.tlsbench.report.stats;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The change of a figure between two groups of runs: the ratio of the geometric means, with a 95 %
 * interval that holds the errors of the runs and the spread between runs.
 *
 * <p>A group of three runs or more shows its spread itself, unless all values are equal, which
 * rounding can do. That spread, or the errors of the runs where they are larger, is the error of
 * its mean. A group of one or two runs has the errors of its runs and an assumed spread, or the
 * spread of the other group where that is larger. Both errors are added, with degrees of freedom by
 * Welch and Satterthwaite.
 */
public final class Change {
  /**
   * The standard deviation between runs of two minutes at different times of a day beyond their own
   * errors, as a fraction of 1: 45 published runs on MySQL 9.7 have 0.32 %
   * (docs/results/precision.md).
   */
  public static final double BETWEEN_MINUTES = 0.0033;

  /** The least runs that show their spread. */
  private static final int FEWEST = 3;

  private static final double MOST_FREEDOM = 1e6;
  private static final double UPPER = 0.975;

  private Change() {}

  /**
   * A figure of one run.
   *
   * @param value above 0
   * @param error its standard error, as a fraction of the value; {@code NaN} if unknown
   * @param freedom the degrees of freedom of the error; above 0, infinite if the error is exact
   */
  public record Run(double value, double error, double freedom) {
    /**
     * Returns the figure of a 95 % interval.
     *
     * @param interval its error is unknown if an end is not finite
     * @param freedom the degrees of freedom of Student's t in the interval; above 0
     */
    public static Run of(Interval interval, double freedom) {
      double half = (interval.high95() - interval.low95()) / 2 / interval.value();
      return new Run(
          interval.value(), Double.isFinite(half) ? half / t(freedom) : Double.NaN, freedom);
    }
  }

  /** The error of a mean of logarithms; {@code NaN} if unknown. */
  private record MeanError(double variance, double freedom) {
    MeanError plus(MeanError other) {
      double sum = variance + other.variance;
      double parts =
          variance * variance / freedom + other.variance * other.variance / other.freedom;
      double both = sum * sum / parts;
      return new MeanError(sum, both > 0 ? both : Double.POSITIVE_INFINITY);
    }

    MeanError dividedBy(double factor) {
      return new MeanError(variance / factor, freedom);
    }

    double halfWidth() {
      return t(freedom) * Math.sqrt(variance);
    }

    /** Returns the error with the wider interval; the known one if the other is unknown. */
    MeanError orLarger(MeanError other) {
      return halfWidth() >= other.halfWidth() || Double.isNaN(other.variance) ? this : other;
    }
  }

  /**
   * Computes the change from {@code before} to {@code after}.
   *
   * @param between the assumed standard deviation between runs, as a fraction of 1, such as {@link
   *     #BETWEEN_MINUTES}; {@code NaN} if unknown
   * @return the ratio of the means; its ends are {@code NaN} if neither group has three runs with
   *     different values, and {@code between} or the error of a run is unknown
   */
  public static Interval between(List<Run> before, List<Run> after, double between) {
    double log = mean(after) - mean(before);
    double half = error(before, after, between).plus(error(after, before, between)).halfWidth();
    return new Interval(Math.exp(log), Math.exp(log - half), Math.exp(log + half));
  }

  private static MeanError error(List<Run> own, List<Run> other, double between) {
    int runs = own.size();
    MeanError measured = new MeanError(0, Double.POSITIVE_INFINITY);
    for (Run run : own) {
      measured = measured.plus(new MeanError(run.error * run.error, run.freedom));
    }
    measured = measured.dividedBy((double) runs * runs);
    if (runs >= FEWEST) {
      return spread(own).dividedBy(runs).orLarger(measured);
    }
    MeanError assumed =
        measured.plus(new MeanError(between * between / runs, Double.POSITIVE_INFINITY));
    return other.size() >= FEWEST ? spread(other).dividedBy(runs).orLarger(assumed) : assumed;
  }

  private static MeanError spread(List<Run> runs) {
    double mean = mean(runs);
    double squares =
        runs.stream().map(Run::value).distinct().count() == 1
            ? Double.NaN
            : runs.stream().mapToDouble(run -> Math.pow(Math.log(run.value) - mean, 2)).sum();
    return new MeanError(squares / (runs.size() - 1), runs.size() - 1.0);
  }

  private static double mean(List<Run> runs) {
    return runs.stream().mapToDouble(run -> Math.log(run.value)).average().orElseThrow();
  }

  private static double t(double freedom) {
    return TDistribution.of(Math.min(freedom, MOST_FREEDOM)).inverseCumulativeProbability(UPPER);
  }
}
