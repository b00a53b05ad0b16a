package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.option.ComparisonOptions;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.paired.PairedRun;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.gate.Limit;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command that measures in pairs, with its options. */
abstract class PairedCommand extends MeasuringCommand {
  @Mixin private final ComparisonOptions comparison = new ComparisonOptions();

  @Mixin private final GateOptions gates = new GateOptions();

  PairedCommand() {}

  final ComparisonOptions comparison() {
    return comparison;
  }

  final PairedRun newRun() {
    return new PairedRun(console(), typed(), title(), comparison, gates);
  }

  /**
   * Returns the variants, the baseline first.
   *
   * @throws InvalidSettingException if the options name fewer than two, or an unknown one
   */
  List<Variant> variants() {
    return comparison.variants(console()::warn);
  }

  /** Returns the values of an axis, such as {@code threads=4}. */
  List<String> points() {
    return List.of();
  }

  /** Validates the limits, and returns the variants. */
  final List<Variant> openGates() {
    List<Variant> variants = variants();
    Variants.requireAllowed(variants);
    gates.open("tlsbench " + title(), limit -> problem(limit, variants));
    return variants;
  }

  @Override
  final @Nullable String problem(Limit limit) {
    return problem(limit, variants());
  }

  private @Nullable String problem(Limit limit, List<Variant> all) {
    List<String> variants = all.stream().skip(1).map(Variant::name).toList();
    List<String> points = points();
    if (limit.isTime()) {
      return "limits here are ratios to the baseline; omit the unit";
    }
    String figure = limit.figure();
    String metric = figure.substring(figure.lastIndexOf('.') + 1);
    List<String> metrics = Arrays.stream(Metric.values()).map(Metric::key).toList();
    if (!metrics.contains(metric)) {
      return "choose one of " + String.join(", ", metrics) + ", such as tls13.typical";
    }
    String subject = figure.substring(0, Math.max(0, figure.length() - metric.length() - 1));
    for (String variant : variants) {
      if (subject.equals(variant)
          || points.stream().anyMatch(point -> subject.equals(point + "." + variant))) {
        return null;
      }
    }
    return "no such variant beside the baseline; choose one of "
        + String.join(", ", variants)
        + (points.isEmpty() ? "" : ", or one of them at " + String.join(", ", points));
  }

  @Override
  final void ended(Outcome outcome) {
    gates.report(outcome.run(), console());
  }
}
