package dev.tlsbench.jmh.report;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A figure, or a ratio of figures, with its interval if there were forks enough for one. */
final class Estimate {
  private final double value;
  private final @Nullable Interval interval;

  Estimate(double value, @Nullable Interval interval) {
    this.value = value;
    this.interval = interval;
  }

  double value() {
    return value;
  }

  /** Empty if a figure behind it comes from one fork: one fork says nothing of the next. */
  Optional<Interval> interval() {
    return Optional.ofNullable(interval);
  }

  /** As {@code 12.3 ±4%}: the further end of the interval, as a share of the figure. */
  String text() {
    return Numbers.significant(value) + spread();
  }

  /** The same, of a figure that is shown in a larger unit. */
  String text(double unit) {
    return Numbers.significant(value / unit) + spread();
  }

  /** As {@code 12.3 [12.1, 12.9]}. */
  String bracketed() {
    return Numbers.significant(value)
        + interval()
            .map(
                ends ->
                    " ["
                        + Numbers.significant(ends.low())
                        + ", "
                        + Numbers.significant(ends.high())
                        + "]")
            .orElse("");
  }

  private String spread() {
    return interval()
        .filter(ends -> value != 0)
        .map(ends -> Math.max(ends.high() - value, value - ends.low()) / Math.abs(value))
        .map(share -> " ±" + Numbers.percent(share))
        .orElse("");
  }
}
