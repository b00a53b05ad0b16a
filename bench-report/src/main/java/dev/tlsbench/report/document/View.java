package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.report.json.OneLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One picture of a chart, with all numbers that it shows. A chart with several lets its reader
 * choose one by its name.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = View.Intervals.class, name = "intervals"),
  @JsonSubTypes.Type(value = View.Lines.class, name = "lines"),
  @JsonSubTypes.Type(value = View.Percentiles.class, name = "percentiles"),
  @JsonSubTypes.Type(value = View.Stacks.class, name = "stacks"),
  @JsonSubTypes.Type(value = View.Dots.class, name = "dots")
})
public sealed interface View {

  /**
   * The name by which it is chosen.
   *
   * @return such as {@code median latency}; empty if there is only one
   */
  String choice();

  /**
   * Estimates with their intervals, one under the other.
   *
   * @param choice the name by which it is chosen
   * @param axis what the numbers are
   * @param unit of the numbers; with {@link Unit#RATIO} a line marks 1
   * @param rows from top to bottom
   */
  record Intervals(String choice, String axis, Unit unit, List<Row> rows) implements View {
    /**
     * One estimate.
     *
     * @param label beside it
     * @param look its colour; a control is drawn as a band over all rows too
     * @param value the estimate
     * @param low95 the lower end of the 95 % interval
     * @param high95 the upper end
     * @param low99 the lower end of the 99 % interval; {@code null} if it is not known
     * @param high99 the upper end; {@code null} if it is not known
     */
    public record Row(
        String label,
        Look look,
        double value,
        double low95,
        double high95,
        @Nullable Double low99,
        @Nullable Double high99) {}
  }

  /**
   * Curves over an axis of a few values.
   *
   * @param choice the name by which it is chosen
   * @param over the name of the axis
   * @param at its values
   * @param axis what the numbers are
   * @param unit of the numbers; with {@link Unit#RATIO} a line marks 1, with others the axis begins
   *     at 0
   * @param curves as many figures each as the axis has values
   */
  record Lines(
      String choice, String over, List<String> at, String axis, Unit unit, List<Curve> curves)
      implements View {
    /**
     * One curve.
     *
     * @param look its name, colour and mark
     * @param figures one for each value of the axis; {@code null} where there is none
     */
    public record Curve(Look look, List<@Nullable Figure> figures) {}
  }

  /**
   * Latencies by percentile, towards 100 % on a logarithmic axis.
   *
   * @param choice the name by which it is chosen
   * @param curves one for each of those that are compared
   */
  record Percentiles(String choice, List<Latencies> curves) implements View {
    /**
     * One curve.
     *
     * @param look its name and colour
     * @param steps ascending
     */
    public record Latencies(Look look, List<Step> steps) {}

    /**
     * One step of a curve.
     *
     * @param percent from 0 to 100
     * @param micros what so many percent do not exceed
     */
    @OneLine
    public record Step(double percent, double micros) {}
  }

  /**
   * Bars in parts, one under the other.
   *
   * @param choice the name by which it is chosen
   * @param axis what the numbers are
   * @param unit of the numbers
   * @param parts the names of the parts, from left to right
   * @param bars from top to bottom
   */
  record Stacks(String choice, String axis, Unit unit, List<String> parts, List<Bar> bars)
      implements View {
    /**
     * One bar.
     *
     * @param label beside it
     * @param values one for each part; 0 for none
     */
    public record Bar(String label, List<Double> values) {}
  }

  /**
   * Single measurements over the time of a run.
   *
   * @param choice the name by which it is chosen
   * @param axis what the numbers are
   * @param marks names of moments, such as the start of a fork
   * @param crossed what it means if a dot is a cross
   * @param clouds one for each of those that are compared
   */
  record Dots(String choice, String axis, List<Mark> marks, String crossed, List<Cloud> clouds)
      implements View {
    /**
     * A moment.
     *
     * @param seconds since the run began
     * @param name such as {@code fork 1}
     */
    public record Mark(double seconds, String name) {}

    /**
     * Dots that belong together.
     *
     * @param look their name, colour and mark
     * @param dots in any order
     */
    public record Cloud(Look look, List<Dot> dots) {}

    /**
     * One measurement.
     *
     * @param seconds since the run began
     * @param value what was measured
     * @param cross whether it is a cross
     * @param note more about it
     */
    @OneLine
    public record Dot(double seconds, double value, boolean cross, String note) {}
  }
}
