package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Throughput and CPU time of payload, if an experiment counted it. */
final class TransferSection {
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** Microseconds a byte are thousands of seconds a gigabyte. */
  private static final double SECONDS_PER_GIGABYTE = 1e3;

  private TransferSection() {}

  /** Empty if payload was not counted. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> variant.work().bytesPerOperation() != null)) {
      return Optional.empty();
    }
    Table table =
        Table.open(
                "Payload, without the overhead of TLS and of the database's protocol",
                "variant",
                "MB/s",
                "client CPU s/GB",
                "server CPU s/GB",
                "bytes an operation")
            .over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        Double bytes = variant.work().bytesPerOperation();
        if (bytes != null && bytes > 0) {
          table.add(
              point.value(),
              Cell.of(Names.of(variant, result)),
              megabytesPerSecond(variant)
                  .map(speed -> Cell.of(Numbers.significant(speed), speed))
                  .orElse(Cell.NONE),
              cpu(variant.resources().clientCpuMicrosPerOperation(), bytes),
              cpu(variant.resources().serverCpuMicrosPerOperation(), bytes),
              Cell.count(Math.round(bytes)));
        }
      }
    }
    return Optional.of(new Section("transfer", "Transfer", true, List.of(table)));
  }

  /** Returns the rate of payload; empty if it was not counted. */
  static Optional<Double> megabytesPerSecond(VariantResult variant) {
    return Optional.ofNullable(variant.work().bytesPerOperation())
        .map(bytes -> variant.work().throughputPerSecond() * bytes / BYTES_PER_MEGABYTE);
  }

  private static Cell cpu(@Nullable Double micros, double bytes) {
    if (micros == null) {
      return Cell.NONE;
    }
    double seconds = micros / bytes * SECONDS_PER_GIGABYTE;
    return Cell.of(Numbers.significant(seconds), seconds);
  }
}
