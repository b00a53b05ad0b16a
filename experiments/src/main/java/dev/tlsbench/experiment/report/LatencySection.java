package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.Latency;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.document.View.Percentiles.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Latencies of operations. */
final class LatencySection {
  /** The percentiles that get a row. */
  private static final double[] SHOWN = {0, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100};

  private LatencySection() {}

  /** Empty if no variant has a latency. */
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
                            curves.add(
                                new View.Percentiles.Latencies(look, latency.percentiles()))));
    return new View.Percentiles(Views.value(point), curves);
  }

  private static Table figures(Result result) {
    Table table =
        Table.open(
                "Latency and CPU time of an operation",
                "variant",
                "mean",
                "median",
                "95\u00a0%",
                "99\u00a0%",
                "99.9\u00a0%",
                "slowest",
                "client CPU",
                "server CPU",
                "operations, bursts too",
                "errors")
            .over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        Latency latency = variant.latency();
        if (latency != null) {
          table.add(
              point.value(),
              Cell.of(Names.of(variant, result)),
              Cell.micros(latency.meanMicros()),
              Cell.micros(latency.p50Micros()),
              Cell.micros(latency.p95Micros()),
              Cell.micros(latency.p99Micros()),
              Cell.micros(latency.p999Micros()),
              Cell.micros(latency.maxMicros()),
              Cell.micros(variant.resources().clientCpuMicrosPerOperation()),
              Cell.micros(variant.resources().serverCpuMicrosPerOperation()),
              Cell.count(variant.work().operations()),
              Cell.count(variant.work().errors()));
        }
      }
    }
    return table;
  }

  private static Table curve(Result result) {
    List<String> header = new ArrayList<>(List.of("variant"));
    for (double percent : SHOWN) {
      header.add(percentile(percent));
    }
    Table table =
        Table.folded("Latency by percentile", header.toArray(String[]::new)).over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        Latency latency = variant.latency();
        if (latency != null) {
          List<Cell> cells = new ArrayList<>(List.of(Cell.of(Names.of(variant, result))));
          for (double percent : SHOWN) {
            cells.add(Cell.micros(at(latency, percent)));
          }
          table.add(point.value(), cells.toArray(Cell[]::new));
        }
      }
    }
    return table;
  }

  private static String percentile(double percent) {
    return (percent == Math.rint(percent)
            ? Long.toString((long) percent)
            : Double.toString(percent))
        + "\u00a0%";
  }

  /** Returns the first step of the curve at or above this percentile, as a histogram counts. */
  private static Double at(Latency latency, double percent) {
    for (Step step : latency.percentiles()) {
      if (step.percent() >= percent) {
        return step.micros();
      }
    }
    return latency.maxMicros();
  }
}
