package dev.tlsbench.experiment.predict;

import dev.tlsbench.experiment.predict.Calibration.Figure;
import java.util.List;

/**
 * A straight line between the costs of two measured sizes of a reply. Costs are not one line: up to
 * 16 KiB a message is one record and fits into MySQL's buffer of a connection, and what is longer
 * costs far more from the first byte on. Beyond the measured sizes the nearest line goes on; below
 * the smallest, costs stay.
 */
final class Segment {
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

  /** Returns the cost of a byte, in a draw. */
  double slope(Figure figure, int draw) {
    return isFlat ? 0 : (at(high, figure, draw) - at(low, figure, draw)) / (high - low);
  }

  /** Returns what the line has at no byte, in a draw. */
  double fixed(Figure figure, int draw) {
    return at(low, figure, draw) - low * slope(figure, draw);
  }

  private double at(double bytes, Figure figure, int draw) {
    return Calibration.at(
        costs.find(Calibration.name(variant, Calibration.text(bytes), figure)).orElseThrow(), draw);
  }
}
