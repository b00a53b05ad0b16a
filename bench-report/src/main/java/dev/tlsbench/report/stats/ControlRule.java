package dev.tlsbench.report.stats;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule for controls, each the baseline measured a second time. A control that is off by no more
 * than is allowed widens all intervals beside it by its deviation; one that is off by more makes
 * the result unusable.
 */
public final class ControlRule {
  private static final double ALLOWED = 0.005;
  private static final double SIGNIFICANCE = 0.01;

  private ControlRule() {}

  /**
   * Returns the deviation that a comparison allows, as a fraction of 1: 0.5 %, or the precision if
   * that is coarser.
   *
   * @param precision the one that the user asked for; {@code null} if none
   */
  public static double allowed(@Nullable Double precision) {
    return precision == null ? ALLOWED : Math.max(ALLOWED, precision);
  }

  /**
   * Returns the controls that are off: their 99 % intervals exclude 0, with Holm's correction over
   * all of them. Without it, of five honest points one is off in 5 % of runs.
   *
   * @param controls logarithms of ratios that are judged together, such as those of an axis
   */
  public static Set<Estimate> off(List<Estimate> controls) {
    List<Estimate> byP = controls.stream().sorted(Comparator.comparingDouble(Estimate::p)).toList();
    int off = 0;
    while (off < byP.size() && byP.get(off).p() < SIGNIFICANCE / (byP.size() - off)) {
      off++;
    }
    return Set.copyOf(byP.subList(0, off));
  }
}
