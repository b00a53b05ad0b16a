package dev.tlsbench.jmh.report;

/**
 * Where a figure lies, at 95 % by name.
 *
 * @param low its lower end
 * @param high its upper end
 */
record Interval(double low, double high) {
  boolean contains(double value) {
    return low <= value && value <= high;
  }
}
