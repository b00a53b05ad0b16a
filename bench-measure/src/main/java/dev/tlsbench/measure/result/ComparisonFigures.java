package dev.tlsbench.measure.result;

import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.NamedFigures;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a comparison, with its ratios before what they compare. */
final class ComparisonFigures {
  private static final int FEWEST_FORKS = 2;
  private static final double MEGABYTE = 1e6;

  private ComparisonFigures() {}

  static List<NamedFigure> of(@Nullable String axis, List<Point> points, int forks) {
    NamedFigures figures = new NamedFigures();
    for (Point point : points) {
      String at = axis == null ? "" : axis + "=" + point.value() + ".";
      // The interval of a single fork describes that JVM only.
      boolean isStrong = forks(point, forks) >= FEWEST_FORKS;
      for (VariantResult variant : point.variants()) {
        figures.of(at + variant.name(), variant.role() == VariantResult.Role.CONTROL);
        ratios(figures, variant, isStrong);
        if (variant.work().operations() > 0) {
          values(figures, variant);
        }
        variant.operations().forEach(operation -> add(figures, operation, isStrong));
      }
    }
    return figures.list();
  }

  /** Counts the forks of a point: with many threads there may be time for fewer. */
  private static long forks(Point point, int planned) {
    long seen = point.windows().stream().map(window -> window.place().fork()).distinct().count();
    return seen == 0 ? planned : seen;
  }

  private static void ratios(NamedFigures figures, VariantResult variant, boolean isStrong) {
    for (Metric metric : Metric.values()) {
      metric.of(variant).ifPresent(ratio -> figures.add(metric.key(), Unit.RATIO, ratio, isStrong));
    }
  }

  private static void values(NamedFigures figures, VariantResult variant) {
    VariantResult.Work work = variant.work();
    Double bytes = work.bytesPerOperation();
    figures
        .add("rate", Unit.PER_SECOND, work.throughputPerSecond())
        .add("rowRate", Unit.PER_SECOND, work.rowsPerSecond())
        .add(
            "transfer",
            Unit.MEGABYTES_PER_SECOND,
            bytes == null ? null : bytes * work.throughputPerSecond() / MEGABYTE)
        .add("benchmark", Unit.NUMBER, work.benchmark() == null ? null : work.benchmark().value());
    latencies(figures, "", variant.latency());
    VariantResult.Resources used = variant.resources();
    Long memory = used.serverMemoryBytes();
    figures
        .add("clientCpuTime", Unit.MICROS, used.clientCpuMicrosPerOperation())
        .add("serverCpuTime", Unit.MICROS, used.serverCpuMicrosPerOperation())
        .add("serverCpuPercent", Unit.PERCENT, used.serverCpuPercent())
        .add("serverMemory", Unit.BYTES, memory == null ? null : memory.doubleValue())
        .add("pagesRead", Unit.NUMBER, used.pagesReadPerOperation())
        .add("pagesWritten", Unit.NUMBER, used.pagesWrittenPerOperation());
    ConnectionCounts connections = variant.connections();
    figures
        .add("fullHandshake", Unit.MICROS, connections.medians().fullHandshakeMicros())
        .add("connection", Unit.MICROS, connections.medians().readyMicros())
        .add("connections", Unit.NUMBER, (double) connections.opened())
        .add("resumed", Unit.NUMBER, (double) connections.resumed());
  }

  private static void add(NamedFigures figures, Operation operation, boolean isStrong) {
    String prefix = operation.name() + ".";
    Interval mean = operation.mean();
    figures.add(prefix + "mean", Unit.RATIO, mean == null ? null : mean, isStrong);
    latencies(figures, prefix, operation.latency());
  }

  private static void latencies(NamedFigures figures, String prefix, @Nullable Latency latency) {
    if (latency != null) {
      figures
          .add(prefix + "meanTime", Unit.MICROS, latency.meanMicros())
          .add(prefix + "p50Time", Unit.MICROS, latency.p50Micros())
          .add(prefix + "p95Time", Unit.MICROS, latency.p95Micros())
          .add(prefix + "p99Time", Unit.MICROS, latency.p99Micros());
    }
  }
}
