package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ratios of variants to the baseline, with their intervals. */
final class RatioSection {
  private static final Set<Metric> CPU = Set.of(Metric.CLIENT_CPU, Metric.SERVER_CPU);

  private RatioSection() {}

  static Optional<Section> of(Result result) {
    List<Metric> metrics = metrics(result);
    if (metrics.isEmpty()) {
      return Optional.empty();
    }
    String baseline = Variants.title(result.setup().baseline());
    String axis = result.axis();
    List<Metric> quoted =
        metrics.stream().filter(metric -> Views.any(result, v -> isQuoted(metric, v))).toList();
    List<Metric> others = metrics.stream().filter(metric -> !quoted.contains(metric)).toList();
    List<View> views = new ArrayList<>();
    metrics.forEach(
        metric -> views.add(axis == null ? intervals(result, metric) : curves(result, metric)));
    if (axis != null) {
      views.add(
          lines(
              result,
              "operations a second",
              "operations a second",
              Unit.PER_SECOND,
              row ->
                  Views.figure(
                      row,
                      Metric.THROUGHPUT.of(row.variant()).orElse(null),
                      Unit.PER_SECOND,
                      RatioSection::perSecond)));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Text(
            ("Each figure compares a variant with %s, measured in turns, with its 95 "
                    + "%% interval. A cost is + for time and CPU, and − for throughput. The "
                    + "control is %s against itself: it shows the differences by chance in "
                    + "this run.")
                .formatted(baseline, baseline)));
    blocks.add(
        new Block.Chart(
            "Against " + baseline + (axis == null ? "" : ", over " + axis),
            "Ratio of each variant to %s with its 95 %% interval%s"
                .formatted(baseline, axis == null ? "" : ", over " + axis),
            "Metric",
            views,
            // Over an axis the table is long, and the chart shows the same figures.
            columns(result, quoted)
                .withoutEmptyColumns()
                .table("Differences from the baseline", axis != null)));
    if (!others.isEmpty()) {
      blocks.add(
          new Text(
              "Quote these. The other differences are folded: they include stalls and so scatter"
                  + " more, or are not resolved."));
      blocks.add(columns(result, others).folded("Other differences from the baseline"));
    }
    return Optional.of(new Section("ratios", "What it costs", true, blocks));
  }

  /** Returns the measured metrics; where client and server ran side by side, CPU time first. */
  private static List<Metric> metrics(Result result) {
    boolean cpuFirst = Views.isSideBySide(result);
    return Arrays.stream(Metric.values())
        .filter(metric -> Views.any(result, variant -> metric.of(variant).isPresent()))
        .sorted(Comparator.comparing(metric -> !(cpuFirst && CPU.contains(metric))))
        .toList();
  }

  /** Returns true for the metric that leads, and for CPU time if it is resolved. */
  private static boolean isQuoted(Metric metric, VariantResult variant) {
    return variant.role() == VariantResult.Role.VARIANT
        && (metric == variant.leadingMetric()
            || (CPU.contains(metric)
                && metric.of(variant).filter(r -> !r.in(Unit.RATIO).holdsNone()).isPresent()));
  }

  private static View intervals(Result result, Metric metric) {
    Point point = result.points().get(0);
    List<View.Intervals.Row> rows = new ArrayList<>();
    Names.looks(result)
        .forEach(
            (name, look) ->
                Views.named(point, name)
                    .flatMap(metric::of)
                    .ifPresent(
                        ratio -> rows.add(new View.Intervals.Row(look, ratio.in(Unit.RATIO)))));
    return new View.Intervals(metric.title(), against(result, metric), Unit.RATIO, rows);
  }

  private static String against(Result result, Metric metric) {
    return metric.title() + " against " + Variants.title(result.setup().baseline());
  }

  private static View curves(Result result, Metric metric) {
    return lines(
        result,
        metric.title(),
        against(result, metric),
        Unit.RATIO,
        row -> metric.of(row.variant()).map(ratio -> ratio.in(Unit.RATIO)).orElse(null));
  }

  private static View lines(
      Result result,
      String choice,
      String axis,
      Unit unit,
      Function<Row, @Nullable Figure> figure) {
    List<View.Lines.Curve> curves = new ArrayList<>();
    Names.looks(result)
        .forEach(
            (name, look) -> {
              List<@Nullable Figure> figures = new ArrayList<>();
              for (Point point : result.points()) {
                figures.add(
                    Views.named(point, name)
                        .map(variant -> figure.apply(new Row(point, variant)))
                        .orElse(null));
              }
              if (figures.stream().anyMatch(Objects::nonNull)) {
                curves.add(new View.Lines.Curve(look, figures));
              }
            });
    return new View.Lines(
        choice,
        String.valueOf(result.axis()),
        result.points().stream().map(Views::value).toList(),
        axis,
        unit,
        curves);
  }

  /** Returns the differences, behind the figures that they compare. */
  private static Columns<Row> columns(Result result, List<Metric> metrics) {
    Columns<Row> columns = Views.columns(result, variant -> true);
    if (metrics.contains(Metric.TYPICAL)) {
      columns.cell(
          "typical operation",
          Views.scaled(Metric.TYPICAL, Unit.MICROS, RatioSection::typicalMicros));
    }
    if (metrics.contains(Metric.THROUGHPUT)) {
      columns.cell(
          "operations a second",
          Views.scaled(Metric.THROUGHPUT, Unit.PER_SECOND, RatioSection::perSecond));
    }
    return columns.each(metrics, Metric::title, RatioSection::difference);
  }

  /** Returns the mean of the epochs that count; {@code null} without bursts. */
  private static @Nullable Double typicalMicros(Row row) {
    OptionalDouble micros =
        row.point().epochs().stream()
            .filter(EpochResult::counted)
            .flatMap(epoch -> epoch.costs().stream())
            .filter(cost -> cost.variant().equals(row.variant().name()))
            .mapToDouble(EpochResult.Cost::typicalMicros)
            .average();
    return micros.isPresent() ? micros.getAsDouble() : null;
  }

  private static @Nullable Double perSecond(Row row) {
    VariantResult.Work work = row.variant().work();
    return work.operations() == 0 ? null : Double.valueOf(work.throughputPerSecond());
  }

  private static Cell difference(Row row, Metric metric) {
    if (row.variant().role() == VariantResult.Role.BASELINE) {
      return Cell.of("baseline");
    }
    return metric
        .of(row.variant())
        .map(ratio -> ratio.in(Unit.RATIO))
        .map(figure -> Cell.of(figure.plusMinus(), figure))
        .orElse(Cell.NONE);
  }
}
