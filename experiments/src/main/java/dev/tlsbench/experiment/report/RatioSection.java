package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
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
  private static final String CHOOSER = "Metric";

  /** The text of an interval that says nothing. */
  private static final String VAGUE = "over\u00a0100\u00a0%";

  private static final Set<Metric> CPU = Set.of(Metric.CLIENT_CPU, Metric.SERVER_CPU);

  private RatioSection() {}

  /** Returns the section; empty if the experiment had no ratios. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> !variant.ratios().isEmpty())) {
      return Optional.empty();
    }
    String baseline = Names.of(result.setup().baseline());
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Text(
            "Each figure compares a variant with "
                + baseline
                + ", measured in turns, with its 95 % interval. A cost is + for time and CPU, and −"
                + " for throughput. The control is "
                + baseline
                + " against itself: it shows the differences by chance in this run."));
    if (result.axis() == null) {
      blocks.add(
          new Chart(
              "Against " + baseline,
              "Ratio of each variant to " + baseline + " with its 95 % and 99 % intervals",
              CHOOSER,
              metrics(result).stream().map(metric -> intervals(result, metric)).toList(),
              numbers(result)));
    } else {
      blocks.add(
          new Chart(
              "Against " + baseline + ", over " + result.axis(),
              "Ratio of each variant to "
                  + baseline
                  + " with its 95 % interval, over "
                  + result.axis(),
              CHOOSER,
              metrics(result).stream().map(metric -> curves(result, metric)).toList(),
              numbers(result)));
      blocks.add(
          new Chart(
              "Throughput over " + result.axis(),
              "Operations a second of each variant over " + result.axis(),
              perSecondCurves(result),
              throughput(result)));
    }
    addDifferences(result, blocks);
    return Optional.of(new Section("ratios", "What it costs", true, blocks));
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
                        ratio ->
                            rows.add(
                                new View.Intervals.Row(
                                    look.name(),
                                    look,
                                    ratio.value(),
                                    ratio.low95(),
                                    ratio.high95(),
                                    ratio.low99(),
                                    ratio.high99()))));
    return new View.Intervals(metric.title(), against(result, metric), Unit.RATIO, rows);
  }

  private static String against(Result result, Metric metric) {
    return metric.title() + " against " + Names.of(result.setup().baseline());
  }

  private static View curves(Result result, Metric metric) {
    return lines(
        result,
        metric.title(),
        against(result, metric),
        Unit.RATIO,
        row -> metric.of(row.variant()).map(Views::figure).orElse(null));
  }

  private static View perSecondCurves(Result result) {
    return lines(
        result,
        "",
        "operations a second",
        Unit.PER_SECOND,
        row -> Views.figure(row, Metric.THROUGHPUT, Unit.PER_SECOND, Views::perSecond));
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

  /** Returns the measured metrics; where client and server ran side by side, CPU time first. */
  private static List<Metric> metrics(Result result) {
    boolean cpuFirst = Views.isSideBySide(result);
    return Arrays.stream(Metric.values())
        .filter(metric -> Views.any(result, variant -> metric.of(variant).isPresent()))
        .sorted(Comparator.comparing(metric -> !(cpuFirst && CPU.contains(metric))))
        .toList();
  }

  /** Adds the figures to quote, and the others folded. */
  private static void addDifferences(Result result, List<Block> blocks) {
    List<Metric> quoted = quoted(result);
    List<Metric> others = new ArrayList<>(metrics(result));
    others.removeAll(quoted);
    blocks.add(new Text(advice(quoted, !others.isEmpty())));
    // Over an axis the table is long, and the chart shows the same figures.
    blocks.add(
        Views.columns(result, variant -> true)
            .each(absolutes(quoted), Absolute::title, (row, absolute) -> absolute.cell().apply(row))
            .each(quoted, Metric::title, RatioSection::difference)
            .withoutEmptyColumns()
            .table("Differences from the baseline", result.axis() != null));
    if (!others.isEmpty()) {
      blocks.add(
          Views.columns(result, variant -> true)
              .each(
                  absolutes(others), Absolute::title, (row, absolute) -> absolute.cell().apply(row))
              .each(others, Metric::title, RatioSection::difference)
              .folded("Other differences from the baseline"));
    }
  }

  /** Returns the metric that leads, and those of CPU time that are resolved for some variant. */
  private static List<Metric> quoted(Result result) {
    return metrics(result).stream()
        .filter(
            metric ->
                Views.any(
                    result,
                    variant ->
                        variant.role() == VariantResult.Role.VARIANT
                            && (metric == variant.leadingMetric()
                                || (CPU.contains(metric)
                                    && metric
                                        .of(variant)
                                        .filter(r -> !Views.figure(r).holdsNone())
                                        .isPresent()))))
        .toList();
  }

  private static String advice(List<Metric> quoted, boolean hasOthers) {
    List<String> sentences = new ArrayList<>();
    quoted.stream()
        .filter(metric -> !CPU.contains(metric))
        .findFirst()
        .ifPresent(
            lead ->
                sentences.add(
                    (lead == Metric.THROUGHPUT
                            ? "For the work done in a given time, quote "
                            : "For what a user waits, quote the ")
                        + lead.title()
                        + "."));
    if (quoted.stream().anyMatch(CPU::contains)) {
      sentences.add("To size machines, quote the CPU per operation.");
    }
    if (hasOthers) {
      sentences.add(
          "The other differences are folded: they include stalls and so scatter more, or are not"
              + " resolved.");
    }
    return String.join(" ", sentences);
  }

  /** A column of figures that ratios compare. */
  private record Absolute(String title, Function<Row, Cell> cell) {}

  private static List<Absolute> absolutes(List<Metric> metrics) {
    List<Absolute> columns = new ArrayList<>();
    if (metrics.contains(Metric.TYPICAL)) {
      columns.add(
          new Absolute(
              "typical operation",
              row ->
                  Views.scaled(
                          Metric.TYPICAL, Unit.MICROS, variant -> typical(row.point(), variant))
                      .apply(row)));
    }
    if (metrics.contains(Metric.THROUGHPUT)) {
      columns.add(new Absolute("operations a second", perSecond()));
    }
    return columns;
  }

  /** Returns the mean of the epochs that count; {@code null} without bursts. */
  private static @Nullable Double typical(Point point, VariantResult variant) {
    OptionalDouble micros =
        point.epochs().stream()
            .filter(EpochResult::counted)
            .flatMap(epoch -> epoch.costs().stream())
            .filter(cost -> cost.variant().equals(variant.name()))
            .mapToDouble(EpochResult.Cost::typicalMicros)
            .average();
    return micros.isPresent() ? micros.getAsDouble() : null;
  }

  private static Function<Row, Cell> perSecond() {
    return Views.scaled(Metric.THROUGHPUT, Unit.PER_SECOND, Views::perSecond);
  }

  private static Cell difference(Row row, Metric metric) {
    return row.variant().role() == VariantResult.Role.BASELINE
        ? Cell.of("baseline")
        : metric.of(row.variant()).map(RatioSection::difference).orElse(Cell.NONE);
  }

  private static Cell difference(Ratio ratio) {
    Figure figure = Views.figure(ratio);
    return Cell.of(figure.plusMinus(), figure);
  }

  /** A ratio of a variant. */
  private record Measured(Row row, Metric metric, Ratio ratio) {}

  private static Table numbers(Result result) {
    List<Measured> rows = new ArrayList<>();
    for (Row row : Views.rows(result, variant -> true)) {
      for (Metric metric : Metric.values()) {
        metric.of(row.variant()).ifPresent(ratio -> rows.add(new Measured(row, metric, ratio)));
      }
    }
    return Views.columns(result, rows, Measured::row)
        .text("metric", each -> each.metric().title())
        .cell("difference (95 % interval)", each -> Cell.of(Views.figure(each.ratio())))
        .cell("99 % interval", each -> interval99(each.ratio()))
        .named(result.axis() == null ? 2 : 3)
        .folded("Differences and their intervals");
  }

  private static Cell interval99(Ratio of) {
    Figure wider = new Figure(of.value(), of.low99(), of.high99(), Unit.RATIO);
    return wider.halfWidth() < 1 ? Cell.of(wider.range(), wider) : Cell.of(VAGUE, of.value());
  }

  private static Table throughput(Result result) {
    return Views.columns(result, variant -> true)
        .cell("operations a second", perSecond())
        .folded("Operations a second");
  }
}
