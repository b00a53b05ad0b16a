package dev.tlsbench.experiment.predict;

import dev.tlsbench.experiment.predict.CostKey.Figure;
import java.util.List;

/**
 * A straight line between the costs of two measured sizes of a reply. Costs are not one line: up to
 * 16 KiB a message is one record and fits into MySQL's buffer of a connection, and what is longer
 * costs far more from the first byte on. Beyond the measured sizes the nearest line goes on; below
 * the smallest, costs stay. How far costs are off the line is known between messages of several
 * records only from measurements of such sizes, which were off by up to a third; see
 * docs/results/prediction.md.
 */
final class Segment {
  /** From here on, messages have several records, or soon will. */
  private static final double SEVERAL_RECORDS = 16_000;

  /** The standard deviation of a cost in the middle of a line, as a part of it. */
  private static final double BETWEEN = 0.15;

  /** The same for each time that a size doubles beyond the largest measured one. */
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

  /** Returns the standard deviation of the cost of this size off the line, as a part of it. */
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
