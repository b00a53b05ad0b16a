package dev.tlsbench.experiment.predict;

import dev.tlsbench.experiment.predict.CostKey.Figure;
import java.util.List;

/**
 * A straight line between the costs of two measured sizes of a reply. Costs are not one line: up to
 * 16 KiB a message is one record and fits into MySQL's buffer of a connection; a longer message
 * costs far more. Above the measured sizes the last line is extended; below the smallest, costs are
 * constant. Between messages of several records the error of a line is known only from
 * measurements, which were off by up to a third; see docs/results/prediction.md.
 */
final class Segment {
  /** The size from which messages have several records, with a small margin. */
  private static final double SEVERAL_RECORDS = 16_000;

  /** The relative standard deviation of a cost in the middle of a line. */
  private static final double BETWEEN = 0.15;

  /** The relative standard deviation for each doubling above the largest measured size. */
  private static final double BEYOND = 0.05;

  private final Calibration costs;
  private final String variant;
  private final double low;
  private final double high;
  private final boolean isFlat;

  private Segment(Calibration costs, String variant, double low, double high, boolean isFlat) {
    this.costs = costs;
    this.variant = variant;
    this.low = low;
    this.high = high;
    this.isFlat = isFlat;
  }

  /** Returns the line for replies of this size. */
  static Segment of(Calibration costs, String variant, double bytes) {
    List<Double> sizes = costs.sizes(variant);
    int upper = Math.min(1, sizes.size() - 1);
    while (upper < sizes.size() - 1 && sizes.get(upper) < bytes) {
      upper++;
    }
    boolean isFlat = sizes.size() == 1 || bytes <= sizes.get(0);
    return new Segment(costs, variant, sizes.get(Math.max(0, upper - 1)), sizes.get(upper), isFlat);
  }

  /** Returns the cost of a message of this size. */
  Drawn cost(double bytes, Figure figure) {
    Drawn cost = at(low, figure);
    return isFlat
        ? cost
        : cost.plus(at(high, figure).minus(cost).over(high - low).times(bytes - low));
  }

  /** Returns the relative standard deviation of the cost of this size from the line. */
  double doubt(double bytes) {
    if (isFlat) {
      return 0;
    }
    double along = (bytes - low) / (high - low);
    if (along > 1) {
      return BEYOND * Math.log(bytes / high) / Math.log(2);
    }
    return low < SEVERAL_RECORDS ? 0 : BETWEEN * 4 * along * (1 - along);
  }

  private Drawn at(double bytes, Figure figure) {
    return costs.get(variant, CostKey.Part.reply(bytes), figure).orElseThrow();
  }
}
