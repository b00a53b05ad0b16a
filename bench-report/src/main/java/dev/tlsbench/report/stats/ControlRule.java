package dev.tlsbench.report.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rule for controls. A control is the baseline measured a second time, so its true logarithm of
 * a ratio is 0. It is off if its 99 % interval excludes 0, with Holm's correction over the controls
 * that are judged together: without it, five honest points of an axis would have one that is off in
 * 5 % of runs.
 *
 * @param allowed the deviation from a ratio of 1 up to which a control that is off widens the
 *     intervals of its point, as a fraction of 1: 0.005 is 0.5 %
 */
public record ControlRule(double allowed) {
  private static final double LEAST = 0.005;
  private static final double SIGNIFICANCE = 0.01;

  /** What follows from a control. */
  public enum Effect {
    /** The control is not off. */
    NONE,
    /** It is off by so little that every interval of its point is widened by its deviation. */
    WIDENS,
    /** It is off by more: the result must not be used. */
    FORBIDS
  }

  /**
   * Returns the rule of a comparison: it allows 0.5 %, or the precision if that is coarser.
   *
   * @param precision the one that the user asked for, as a fraction of 1; {@code null} if none
   */
  public static ControlRule of(@Nullable Double precision) {
    return new ControlRule(precision == null ? LEAST : Math.max(LEAST, precision));
  }

  /**
   * Judges the controls of a run together.
   *
   * @param controls each an estimate of the logarithm of the ratio of the figure that leads
   * @return the effect of each, in the same order
   */
  public List<Effect> judge(List<Estimate> controls) {
    List<Effect> effects = new ArrayList<>(Collections.nCopies(controls.size(), Effect.NONE));
    List<Integer> byP =
        IntStream.range(0, controls.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> controls.get(i).p()))
            .toList();
    for (int rank = 0; rank < byP.size(); rank++) {
      Estimate control = controls.get(byP.get(rank));
      if (control.p() >= SIGNIFICANCE / (byP.size() - rank)) {
        break;
      }
      effects.set(
          byP.get(rank),
          Math.expm1(Math.abs(control.mean())) <= allowed ? Effect.WIDENS : Effect.FORBIDS);
    }
    return effects;
  }
}
