package dev.tlsbench.jmh.report;

/**
 * Where a figure lies, at 95 % by name.
 *
 * @param low its lower end
 * @param high its upper end
 */
record Interval(double low, double high) {
  /** The ends as the report prints them. */
  Interval rounded() {
    return new Interval(
        Double.parseDouble(Numbers.significant(low)),
        Double.parseDouble(Numbers.significant(high)));
  }

  boolean contains(double value) {
    return low <= value && value <= high;
  }
}
