package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.report.stats.ControlRule;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges the controls of all points of a run together, and the precision of the points. */
public final class Controls {
  private Controls() {}

  /**
   * Returns the points with what follows from their controls: warnings, and wider intervals.
   *
   * @param precision the one that the user asked for, as a fraction of 1; {@code null} if none
   */
  public static List<Point> judge(List<Point> points, @Nullable Double precision) {
    Set<Estimate> off =
        ControlRule.off(
            points.stream().flatMap(each -> Stream.ofNullable(each.control())).toList());
    return points.stream().map(point -> judged(point, off, precision)).toList();
  }

  private static Point judged(Point point, Set<Estimate> off, @Nullable Double precision) {
    List<VariantResult> variants = point.variants();
    List<Warning> warnings =
        new ArrayList<>(point.warnings().stream().filter(Warning::forbidsUse).toList());
    Estimate control = point.control();
    if (control == null && point.warnings().stream().noneMatch(Warning::forbidsUse)) {
      warnings.add(new Warning.TooFewEpochs());
    }
    if (control != null && off.contains(control)) {
      double logarithm = Math.abs(control.mean());
      double allowed = ControlRule.allowed(precision);
      if (Math.expm1(logarithm) > allowed) {
        warnings.add(new Warning.ControlOff(control.ratio(), allowed));
      } else {
        warnings.add(new Warning.IntervalsWidened(control.ratio(), Math.expm1(logarithm)));
        variants = variants.stream().map(each -> each.widenedBy(logarithm)).toList();
      }
    }
    double widest =
        variants.stream()
            .flatMap(variant -> variant.leadingMetric().of(variant).stream())
            .mapToDouble(Interval::halfWidth)
            .max()
            .orElse(0);
    if (precision != null && widest > precision) {
      warnings.add(new Warning.PrecisionMissed(precision, widest));
    }
    point.warnings().stream().filter(each -> !each.forbidsUse()).forEach(warnings::add);
    return point.with(variants, warnings);
  }
}
