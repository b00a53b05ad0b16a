package dev.tlsbench.measure.result;

import dev.tlsbench.report.stats.Estimate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All variants at one value of an axis.
 *
 * @param value such as {@code 16} threads; {@code null} without an axis
 * @param variants the baseline first, then the control, then the others as they were given
 * @param epochs after the warm-up; empty in results from a cluster
 * @param control the logarithm of the control's leading ratio, before any interval was widened;
 *     {@code null} if there are too few epochs for an interval
 * @param warnings the most important first; those of earlier results are sentences of their run
 */
public record Point(
    @Nullable String value,
    List<VariantResult> variants,
    List<EpochResult> epochs,
    List<WindowResult> windows,
    @Nullable Estimate control,
    List<Warning> warnings) {

  /** Results of earlier versions have no warnings. */
  public Point {
    warnings = Objects.requireNonNullElse(warnings, List.of());
  }

  public Point with(List<VariantResult> others, List<Warning> all) {
    return new Point(value, others, epochs, windows, control, all);
  }
}
