package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.driver.Part;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Watches whether the connections of a fork still become faster. The part by which they do from the
 * third quarter of a warm-up to the last does not depend on its length, as long as they become
 * faster with a power of their number.
 */
final class Warming {
  /** The part below which a fork is warm: that of the power 0.06. */
  static final double FALL = 0.02;

  private static final int LEAST_BLOCKS = 20;
  private static final int LEAST_CONNECTIONS = 200;

  /** The logarithm of the median total times of each block, on average over the kinds. */
  private final List<Double> blocks = new ArrayList<>();

  private int connections;

  /** Adds a block of as many connections of each kind. */
  void add(List<Turn> turns, int times) {
    connections += times;
    turns.stream()
        .mapToDouble(turn -> Math.log(turn.medianMicros(Part.TOTAL.id())))
        .filter(Double::isFinite)
        .average()
        .ifPresent(blocks::add);
  }

  /** Returns how many connections of each kind there were. */
  int connections() {
    return connections;
  }

  boolean isWarm() {
    return connections >= LEAST_CONNECTIONS && fall() <= FALL;
  }

  /** Returns the logarithm of the fall; NaN if there are too few blocks. */
  double fall() {
    int quarter = blocks.size() / 4;
    int last = blocks.size() - quarter;
    return blocks.size() < LEAST_BLOCKS
        ? Double.NaN
        : median(blocks.subList(last - quarter, last))
            - median(blocks.subList(last, blocks.size()));
  }

  private static double median(List<Double> of) {
    return Median.withDefaults().evaluate(of.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
