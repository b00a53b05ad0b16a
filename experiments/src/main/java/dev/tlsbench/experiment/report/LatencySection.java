package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Latencies of operations. */
final class LatencySection {
  /** The percentiles that the table of figures does not have. */
  private static final List<Double> OTHERS = List.of(0.0, 25.0, 75.0, 90.0, 99.99, 99.999);

  private LatencySection() {}

  /** Returns the section; empty if no variant has a latency. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> variant.latency() != null)) {
      return Optional.empty();
    }
    List<Block> blocks = new ArrayList<>();
    boolean open = Views.any(result, v -> v.latency() != null && v.latency().fromIntendedStart());
    blocks.add(
        new Text(
            open
                ? "Open loop: counted from the intended start of an operation, so waiting counts."
                : "Closed loop: each thread starts an operation when its last one has ended."));
    blocks.add(figures(result));
    blocks.add(
        new Chart(
            "Latency by percentile",
            "Latency of each variant by percentile, on a logarithmic axis towards 100 %",
            String.valueOf(result.axis()),
            result.points().stream().map(point -> curves(result, point)).toList(),
            curve(result)));
    return Optional.of(new Section("latency", "Latency", blocks));
  }

  private static View curves(Result result, Point point) {
    List<View.Percentiles.Latencies> curves = new ArrayList<>();
    Names.looks(result)
        .forEach(
            (name, look) ->
                Views.named(point, name)
                    .map(VariantResult::latency)
                    .ifPresent(
                        latency ->
                            curves.add(new View.Percentiles.Latencies(look, steps(latency)))));
    return new View.Percentiles(Views.value(point), curves);
  }

  private static List<View.Percentiles.Step> steps(Latency latency) {
    return latency.percentiles().stream()
        .map(step -> new View.Percentiles.Step(step.percent(), step.micros()))
        .toList();
  }

  private static Table figures(Result result) {
    return timed(result)
        .cell("mean", scaled(Metric.MEAN, Latency::meanMicros))
        .cell("median", scaled(Metric.P50, Latency::p50Micros))
        .cell("95\u00a0%", scaled(Metric.P95, Latency::p95Micros))
        .cell("99\u00a0%", scaled(Metric.P99, Latency::p99Micros))
        .cell("99.9\u00a0%", scaled(Metric.P999, Latency::p999Micros))
        .micros("slowest", row -> latency(row.variant(), Latency::maxMicros))
        .cell(
            "client CPU",
            Views.scaled(
                Metric.CLIENT_CPU,
                Unit.MICROS,
                variant -> variant.resources().clientCpuMicrosPerOperation()))
        .cell(
            "server CPU",
            Views.scaled(
                Metric.SERVER_CPU,
                Unit.MICROS,
                variant -> variant.resources().serverCpuMicrosPerOperation()))
        .count("operations, bursts too", row -> row.variant().work().operations())
        .count("errors", row -> row.variant().work().errors())
        .open("Latency and CPU time of an operation");
  }

  private static Table curve(Result result) {
    return timed(result)
        .each(
            OTHERS,
            LatencySection::percentile,
            (row, percent) -> Cell.micros(latency(row.variant(), latency -> at(latency, percent))))
        .folded("Other percentiles");
  }

  /** Returns a row for each variant with latencies. */
  private static Columns<Row> timed(Result result) {
    return Views.columns(result, variant -> variant.latency() != null);
  }

  private static Function<Row, Cell> scaled(Metric metric, Function<Latency, Double> figure) {
    return Views.scaled(metric, Unit.MICROS, variant -> latency(variant, figure));
  }

  private static @Nullable Double latency(VariantResult variant, Function<Latency, Double> figure) {
    Latency latency = variant.latency();
    return latency == null ? null : figure.apply(latency);
  }

  private static String percentile(double percent) {
    return (percent == Math.rint(percent)
            ? Long.toString((long) percent)
            : Double.toString(percent))
        + "\u00a0%";
  }

  /** Returns the first step of the curve at or above this percentile, as a histogram counts. */
  private static Double at(Latency latency, double percent) {
    for (Latency.Step step : latency.percentiles()) {
      if (step.percent() >= percent) {
        return step.micros();
      }
    }
    return latency.maxMicros();
  }
}
