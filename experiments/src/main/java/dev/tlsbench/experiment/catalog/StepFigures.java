package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.result.LeftOut;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.gate.Limit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one measurement.
 *
 * @param axis of a sweep; {@code null} without one
 * @param values of the axis, also those that were left out
 */
public record StepFigures(
    List<NamedFigure> figures,
    @Nullable String axis,
    List<String> values,
    List<String> leftOut,
    RunRecord run) {

  /**
   * Returns the figures of a result.
   *
   * @throws InvalidSettingException if it is of a command that cannot be a step
   */
  public static StepFigures of(Record result) {
    if (result instanceof ConnectResult connect) {
      return new StepFigures(
          connect.figures(),
          null,
          List.of(),
          connect.kinds().stream()
              .filter(kind -> kind.unavailable() != null)
              .map(kind -> kind.name() + ": " + kind.unavailable())
              .toList(),
          connect.run());
    }
    if (result instanceof Result compared) {
      return new StepFigures(
          compared.figures(),
          compared.axis(),
          Stream.concat(
                  compared.points().stream().map(point -> String.valueOf(point.value())),
                  compared.leftOut().stream().map(LeftOut::value))
              .toList(),
          compared.leftOut().stream().map(left -> left.value() + ": " + left.reason()).toList(),
          compared.run());
    }
    throw new InvalidSettingException(
        "catalog: a step is none of connect, compare, sweep and bulk");
  }

  /**
   * Finds a figure.
   *
   * @param key such as {@code tls13.typical}
   * @return empty if it was not measured
   */
  public Optional<Figure> find(String key) {
    return named(key).map(NamedFigure::figure);
  }

  private Optional<NamedFigure> named(String key) {
    return figures.stream().filter(figure -> figure.key().equals(key)).findFirst();
  }

  /**
   * Finds the figures that a limit is for: a ratio, or a time.
   *
   * @return the figures by their names, several over an axis, of which those that were not measured
   *     are unknown; empty if there is none
   */
  public Map<String, Figure> limited(Limit limit) {
    String name = limit.figure();
    String key = limit.isTime() ? name + "Time" : name;
    Map<String, Figure> found = new LinkedHashMap<>();
    if (axis == null) {
      named(key).ifPresent(figure -> found.put(name, figure.evidence()));
      return found;
    }
    String variant = name.substring(0, Math.max(0, name.lastIndexOf('.')));
    for (String value : values) {
      String at = axis + "=" + value + ".";
      boolean isNamed = name.startsWith(at);
      if (isNamed || (!name.startsWith(axis + "=") && isOf(value, variant))) {
        String prefix = isNamed ? "" : at;
        found.put(
            prefix + name,
            named(prefix + key)
                .map(NamedFigure::evidence)
                .orElse(Figure.of(Double.NaN, Unit.RATIO)));
      }
    }
    return found;
  }

  /**
   * Returns true if a variant is measured at a value of the axis: a suite at its own value, others
   * at numbers. A value that was left out may also be the name of a variant.
   */
  private boolean isOf(String value, String variant) {
    return "suite".equals(axis)
        ? value.equals(variant)
        : !value.isEmpty() && Character.isDigit(value.charAt(0));
  }
}
