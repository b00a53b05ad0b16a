package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.Estimator;
import dev.tlsbench.report.stats.PairedSample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A figure of one cell divided by that of the baseline, both measured in the same JVM.
 *
 * @param figure {@code cpu}, {@code clientCpu} or {@code serverCpu}
 * @param variant the values by which the cell differs from the baseline
 * @param baseline the baseline's; equal to {@code variant} for the control
 * @param value above 1 where the variant costs more
 * @param low95 the lower end of the interval, whose units are forks; {@code null} with one fork
 * @param high95 the upper end; {@code null} with one fork
 * @param excludesOne whether the 99 % interval excludes 1
 * @param forks the ratio of each fork
 */
@OneLine
public record PairedRatio(
    String figure,
    String variant,
    String baseline,
    double value,
    @Nullable Double low95,
    @Nullable Double high95,
    boolean excludesOne,
    List<Double> forks) {
  private static final int MOST_DECIMALS = 4;

  /** Estimates the ratio; without an interval from one fork. */
  static PairedRatio of(
      String figure,
      String variant,
      String baseline,
      PairedSample sample,
      List<Double> forks,
      long seed) {
    if (forks.size() < 2) {
      return new PairedRatio(figure, variant, baseline, forks.get(0), null, null, false, forks);
    }
    Estimate estimate = new Estimator(seed).estimate(sample);
    return new PairedRatio(
        figure,
        variant,
        baseline,
        estimate.ratio(),
        estimate.interval95().low(),
        estimate.interval95().high(),
        estimate.interval99().excludesOne(),
        forks);
  }

  boolean isControl() {
    return variant.equals(baseline);
  }

  Figure figureOfRatio() {
    return new Figure(value, low95, high95, Unit.NUMBER);
  }

  /** Such as {@code 1.108 ±0.3 %}. */
  String text() {
    if (low95 == null || high95 == null) {
      return Numbers.significant(value);
    }
    double halfWidth = (high95 - low95) / 2;
    // The decimal of the half-width's first digit is the last that means something.
    int decimals = (int) Math.max(0, Math.min(MOST_DECIMALS, Math.ceil(-Math.log10(halfWidth))));
    return Numbers.fixed(value, decimals) + "\u00a0±" + Numbers.percent(halfWidth / value);
  }
}
