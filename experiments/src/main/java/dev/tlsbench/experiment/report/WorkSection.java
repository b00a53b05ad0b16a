package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.BenchmarkFigure;
import dev.tlsbench.measure.result.VariantResult.Resources;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.ycsb.workload.UserStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Work of each variant and the server's resources for it, as benchmarks publish them. */
final class WorkSection {
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** Converts microseconds per byte to seconds per gigabyte. */
  private static final double SECONDS_PER_GIGABYTE = 1e3;

  /** The largest plaintext of a TLS record (RFC 8446, section 5.1): transfer is most of more. */
  private static final double RECORD_BYTES = 1 << 14;

  private WorkSection() {}

  static Optional<Section> of(Result result) {
    boolean asked = Views.any(result, WorkSection::isAskedFor);
    Table table = table(result, asked);
    if (table.header().size() == table.names()) {
      return Optional.empty();
    }
    List<Block> blocks = new ArrayList<>(List.of(table));
    String statement = result.setup().workload().get(UserStatement.PROPERTY);
    if (statement != null) {
      blocks.add(0, new Block.Code(statement));
    }
    if (table.header().contains("server memory")) {
      blocks.add(
          new Text(
              "Server CPU is a percentage of all cores of its machine, and memory that of its whole"
                  + " process. All variants share it, so the difference between two of them is not"
                  + " the cost of one."));
    }
    if (table.header().contains("MB/s")) {
      blocks.add(
          new Text(
              "MB and GB are those of the values that were read, without what TLS and the"
                  + " database's protocol add."));
    }
    return Optional.of(new Section("work", "Work and server", asked, blocks));
  }

  private static Table table(Result result, boolean open) {
    return Views.columns(result, variant -> variant.work().operations() > 0)
        .each(benchmarks(result), name -> name, WorkSection::benchmark)
        .cell(
            "rows a second",
            Views.scaled(
                Metric.THROUGHPUT, Unit.NUMBER, row -> row.variant().work().rowsPerSecond()))
        .cell("MB/s", Views.scaled(Metric.THROUGHPUT, Unit.NUMBER, WorkSection::megabytesPerSecond))
        .cell("client CPU s/GB", cpu(Metric.CLIENT_CPU, Resources::clientCpuMicrosPerOperation))
        .cell("server CPU s/GB", cpu(Metric.SERVER_CPU, Resources::serverCpuMicrosPerOperation))
        .number("rows a reply", WorkSection::rowsPerReply)
        .count("bytes an operation", WorkSection::bytesPerOperation)
        .figure("empty replies", Unit.PERCENT, row -> row.variant().work().emptyRepliesPercent())
        .figure("server CPU", Unit.PERCENT, row -> row.variant().resources().serverCpuPercent())
        .figure("server memory", Unit.BYTES, WorkSection::serverMemory)
        .number("pages read an operation", row -> row.variant().resources().pagesReadPerOperation())
        .number(
            "pages written an operation",
            row -> row.variant().resources().pagesWrittenPerOperation())
        .count(
            "ignored errors",
            row ->
                Views.any(result, variant -> variant.work().ignoredErrors() > 0)
                    ? row.variant().work().ignoredErrors()
                    : null)
        .withoutEmptyColumns()
        .table("Work of each variant", !open);
  }

  private static List<String> benchmarks(Result result) {
    return result.points().stream()
        .flatMap(point -> point.variants().stream())
        .map(variant -> variant.work().benchmark())
        .filter(Objects::nonNull)
        .map(BenchmarkFigure::name)
        .distinct()
        .toList();
  }

  private static Cell benchmark(Row of, String name) {
    return Views.scaled(
            Metric.THROUGHPUT,
            Unit.NUMBER,
            row -> {
              BenchmarkFigure figure = row.variant().work().benchmark();
              return figure == null || !figure.name().equals(name) ? null : figure.value();
            })
        .apply(of);
  }

  private static @Nullable Double rowsPerReply(Row row) {
    VariantResult.Work work = row.variant().work();
    Double rows = work.rowsPerSecond();
    return rows == null || work.emptyRepliesPercent() == null
        ? null
        : Double.valueOf(rows / work.throughputPerSecond());
  }

  private static @Nullable Long bytesPerOperation(Row row) {
    Double bytes = row.variant().work().bytesPerOperation();
    return bytes == null ? null : Long.valueOf(Math.round(bytes));
  }

  private static @Nullable Double megabytesPerSecond(Row row) {
    VariantResult.Work work = row.variant().work();
    Double bytes = work.bytesPerOperation();
    return bytes == null ? null : work.throughputPerSecond() * bytes / BYTES_PER_MEGABYTE;
  }

  private static Function<Row, Cell> cpu(
      Metric metric, Function<Resources, @Nullable Double> perOperation) {
    return Views.scaled(
        metric,
        Unit.NUMBER,
        row -> {
          Double micros = perOperation.apply(row.variant().resources());
          Double bytes = row.variant().work().bytesPerOperation();
          return micros == null || bytes == null ? null : micros / bytes * SECONDS_PER_GIGABYTE;
        });
  }

  /** Returns true for figures of an option or a workload that the user chose for them. */
  private static boolean isAskedFor(VariantResult variant) {
    Double bytes = variant.work().bytesPerOperation();
    return (bytes != null && bytes > RECORD_BYTES)
        || variant.work().benchmark() != null
        || variant.work().rowsPerSecond() != null
        || variant.resources().pagesReadPerOperation() != null
        || variant.resources().pagesWrittenPerOperation() != null;
  }

  private static @Nullable Double serverMemory(Row row) {
    Long bytes = row.variant().resources().serverMemoryBytes();
    return bytes == null ? null : bytes.doubleValue();
  }
}
