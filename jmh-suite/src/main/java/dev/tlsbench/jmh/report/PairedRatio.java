package dev.tlsbench.jmh.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.jmh.cell.Cost;
import dev.tlsbench.jmh.cell.RatioResult;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a cell divided by the cost of the baseline, both measured in the same JVM.
 *
 * @param variant the values by which the cell differs from the baseline
 * @param baseline the baseline's; equal to {@code variant} for the control
 * @param value the ratio, above 1 if the variant costs more
 * @param low95 the lower end of the interval over forks; {@code null} with one fork
 * @param high95 the upper end; {@code null} with one fork
 * @param excludesOne whether the 99 % interval excludes 1
 * @param forks the ratio of each fork
 */
@OneLine
public record PairedRatio(
    @JsonProperty("figure") Cost cost,
    String variant,
    String baseline,
    double value,
    @Nullable Double low95,
    @Nullable Double high95,
    boolean excludesOne,
    List<Double> forks) {
  /** Estimates a ratio from the ratio of each fork; one fork gives no interval. */
  static PairedRatio of(RatioResult ratio, List<Double> forks) {
    if (forks.size() < 2) {
      return new PairedRatio(
          ratio.cost(), ratio.variant(), ratio.baseline(), forks.get(0), null, null, false, forks);
    }
    ForkSample sample = new ForkSample();
    for (int i = 0; i < forks.size(); i++) {
      sample.add(i, Math.log(forks.get(i)));
    }
    Estimate estimate = sample.estimate();
    Interval interval = estimate.ratio();
    return new PairedRatio(
        ratio.cost(),
        ratio.variant(),
        ratio.baseline(),
        interval.value(),
        interval.low95(),
        interval.high95(),
        estimate.excludesZero(),
        forks);
  }

  boolean isControl() {
    return variant.equals(baseline);
  }

  Figure figure() {
    return new Figure(value, low95, high95, Unit.NUMBER);
  }

  /** Returns text such as {@code tls13-chacha20 / tls13-aes128-gcm}. */
  String label() {
    return isControl() ? baseline + " (control)" : variant + " / " + baseline;
  }

  /** Returns text such as {@code 1.108 ±0.3 %}. */
  String text() {
    Figure figure = figure();
    return low95 == null
        ? figure.text()
        : figure.bare() + "\u00a0±" + Numbers.percent(figure.halfWidth() / value);
  }
}
