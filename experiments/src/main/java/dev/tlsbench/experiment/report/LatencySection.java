package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Latencies of operations. */
final class LatencySection {
  private LatencySection() {}

  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> variant.latency() != null)) {
      return Optional.empty();
    }
    boolean open = Views.any(result, v -> v.latency() != null && v.latency().fromIntendedStart());
    return Optional.of(
        new Section(
            "latency",
            "Latency",
            List.of(
                new Text(
                    open
                        ? "Open loop: counted from the intended start of an operation, so waiting"
                            + " counts."
                        : "Closed loop: each thread starts an operation when its last one has"
                            + " ended."),
                Views.columns(result, variant -> variant.latency() != null)
                    .cell("mean", scaled(Metric.MEAN, Latency::meanMicros))
                    .cell("median", scaled(Metric.P50, Latency::p50Micros))
                    .cell("95\u00a0%", scaled(Metric.P95, Latency::p95Micros))
                    .cell("99\u00a0%", scaled(Metric.P99, Latency::p99Micros))
                    .cell("99.9\u00a0%", scaled(Metric.P999, Latency::p999Micros))
                    .micros("slowest", row -> latency(row, Latency::maxMicros))
                    .cell(
                        "client CPU",
                        Views.scaled(
                            Metric.CLIENT_CPU,
                            Unit.MICROS,
                            row -> row.variant().resources().clientCpuMicrosPerOperation()))
                    .cell(
                        "server CPU",
                        Views.scaled(
                            Metric.SERVER_CPU,
                            Unit.MICROS,
                            row -> row.variant().resources().serverCpuMicrosPerOperation()))
                    .count("operations, bursts too", row -> row.variant().work().operations())
                    .count("errors", row -> row.variant().work().errors())
                    .open("Latency and CPU time of an operation"))));
  }

  private static Function<Row, Cell> scaled(Metric metric, Function<Latency, Double> figure) {
    return Views.scaled(metric, Unit.MICROS, row -> latency(row, figure));
  }

  private static @Nullable Double latency(Row row, Function<Latency, Double> figure) {
    Latency latency = row.variant().latency();
    return latency == null ? null : figure.apply(latency);
  }
}
