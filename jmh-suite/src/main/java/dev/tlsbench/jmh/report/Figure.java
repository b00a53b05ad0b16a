package dev.tlsbench.jmh.report;

import java.util.Arrays;

/** One quantity as each fork saw it; a fork's value is the mean over its iterations. Immutable. */
final class Figure {
  private final double[] forks;

  /**
   * Takes the values of the forks.
   *
   * @throws IllegalArgumentException if there are none
   */
  Figure(double... forks) {
    if (forks.length == 0) {
      throw new IllegalArgumentException("a figure needs a fork");
    }
    this.forks = forks.clone();
  }

  /** How many forks. */
  int forks() {
    return forks.length;
  }

  double fork(int index) {
    return forks[index];
  }

  /** What the report shows. */
  double median() {
    return median(forks.clone());
  }

  /** The median of some values, which are sorted on the way. */
  static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
