package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.CpuSide;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;

/**
 * The cost of a variant divided by the cost of its baseline, both measured in the same JVM.
 *
 * @param variant the values by which the cell differs from the baseline
 * @param baseline the baseline's; equal to {@code variant} for the control
 */
record VariantRatio(CpuSide side, String variant, String baseline, ForkMean mean) {
  boolean isControl() {
    return variant.equals(baseline);
  }

  Figure figure() {
    return mean.figure();
  }

  /** Returns text such as {@code tls13-chacha20 / tls13-aes128-gcm}. */
  String label() {
    return isControl() ? baseline + " (control)" : variant + " / " + baseline;
  }

  /** Returns text such as {@code 1.108 ±0.3 %}. */
  String text() {
    Figure figure = figure();
    return figure.low95() == null
        ? figure.text()
        : figure.bare() + "\u00a0±" + Numbers.percent(figure.halfWidth() / figure.value());
  }
}
