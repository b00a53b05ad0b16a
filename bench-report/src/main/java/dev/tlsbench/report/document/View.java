package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One picture of a chart, with all its numbers. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
public sealed interface View {

  /** Returns the name by which a reader chooses this view; empty if there is only one. */
  String choice();

  /** Estimates with their intervals, one below the other; a line marks a ratio of 1. */
  record Intervals(String choice, String axis, Unit unit, List<Row> rows) implements View {
    public record Row(Look look, Figure figure) {}
  }

  /**
   * Curves over an axis with a few values.
   *
   * @param unit with {@link Unit#RATIO} a line marks 1, with others the axis begins at 0
   */
  record Lines(
      String choice, String over, List<String> at, String axis, Unit unit, List<Curve> curves)
      implements View {
    /** One curve: a figure for each value of the axis, {@code null} for a gap. */
    public record Curve(Look look, List<@Nullable Figure> figures) {}
  }

  /** Stacked bars, one below the other. */
  record Stacks(String choice, String axis, Unit unit, List<String> parts, List<Bar> bars)
      implements View {
    /** One bar, with a value for each part. */
    public record Bar(String label, List<Double> values) {}
  }
}
