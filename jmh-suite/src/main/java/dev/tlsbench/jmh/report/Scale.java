package dev.tlsbench.jmh.report;

/**
 * The unit of time in which a column is written.
 *
 * @param unit its name
 * @param nanos how long it is
 */
record Scale(String unit, double nanos) {
  private static final Scale NANOS = new Scale("ns", 1);
  private static final Scale MICROS = new Scale("µs", 1e3);
  private static final Scale MILLIS = new Scale("ms", 1e6);

  /** The unit in which no figure of a column is below 1, but for the first. */
  static Scale of(double smallestNanos) {
    if (smallestNanos < MICROS.nanos()) {
      return NANOS;
    }
    return smallestNanos < MILLIS.nanos() ? MICROS : MILLIS;
  }
}
