package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Resources;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Throughput and CPU time of payload, if an experiment counted it. */
final class TransferSection {
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** Converts microseconds per byte to seconds per gigabyte. */
  private static final double SECONDS_PER_GIGABYTE = 1e3;

  private TransferSection() {}

  /** Returns the section; empty if payload was not counted. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> variant.work().bytesPerOperation() != null)) {
      return Optional.empty();
    }
    Table table =
        Views.columns(result, TransferSection::isCounted)
            .cell(
                "MB/s",
                Views.scaled(
                    Metric.THROUGHPUT,
                    Unit.NUMBER,
                    variant -> megabytesPerSecond(variant).orElse(null)))
            .cell("client CPU s/GB", cpu(Metric.CLIENT_CPU, Resources::clientCpuMicrosPerOperation))
            .cell("server CPU s/GB", cpu(Metric.SERVER_CPU, Resources::serverCpuMicrosPerOperation))
            .count("bytes an operation", row -> Math.round(bytes(row.variant())))
            .open("Payload, without the overhead of TLS and of the database's protocol");
    return Optional.of(new Section("transfer", "Transfer", true, List.of(table)));
  }

  /** Returns the rate of payload; empty if it was not counted. */
  static Optional<Double> megabytesPerSecond(VariantResult variant) {
    return Optional.ofNullable(variant.work().bytesPerOperation())
        .map(bytes -> variant.work().throughputPerSecond() * bytes / BYTES_PER_MEGABYTE);
  }

  private static boolean isCounted(VariantResult variant) {
    return bytes(variant) > 0;
  }

  private static double bytes(VariantResult variant) {
    Double bytes = variant.work().bytesPerOperation();
    return bytes == null ? 0 : bytes;
  }

  private static Function<Row, Cell> cpu(
      Metric metric, Function<Resources, @Nullable Double> perOperation) {
    return Views.scaled(
        metric,
        Unit.NUMBER,
        variant -> {
          Double micros = perOperation.apply(variant.resources());
          return micros == null ? null : micros / bytes(variant) * SECONDS_PER_GIGABYTE;
        });
  }
}
