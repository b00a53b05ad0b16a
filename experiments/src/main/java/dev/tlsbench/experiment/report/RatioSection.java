package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.Ratio.StandardDeviation;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Ratios of variants to the baseline, with their intervals. */
final class RatioSection {
  private static final int WILCOXON_DECIMALS = 3;

  private static final String CHOOSER = "Metric";

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
                + ", measured in turns, with the 95 % interval. Ratios of time and of CPU are above 1"
                + " if a variant costs more, ratios of throughput below 1. The control is "
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
    blocks.add(summary(result));
    blocks.add(variance(result));
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
        variant -> metric.of(variant).map(Views::figure).orElse(null));
  }

  private static View perSecondCurves(Result result) {
    return lines(
        result,
        "",
        "operations a second",
        Unit.PER_SECOND,
        variant ->
            variant.work().operations() == 0
                ? null
                : Figure.of(variant.work().throughputPerSecond(), Unit.PER_SECOND));
  }

  private static View lines(
      Result result,
      String choice,
      String axis,
      Unit unit,
      Function<VariantResult, @Nullable Figure> figure) {
    List<View.Lines.Curve> curves = new ArrayList<>();
    Names.looks(result)
        .forEach(
            (name, look) -> {
              List<@Nullable Figure> figures = new ArrayList<>();
              for (Point point : result.points()) {
                figures.add(Views.named(point, name).map(figure).orElse(null));
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

  private static List<Metric> metrics(Result result) {
    return Arrays.stream(Metric.values())
        .filter(metric -> Views.any(result, variant -> metric.of(variant).isPresent()))
        .toList();
  }

  private static Table summary(Result result) {
    // Over an axis the table is long, and the chart shows the same figures.
    return Views.columns(result, variant -> true)
        .number("operations a second", RatioSection::perSecond)
        .each(metrics(result), Metric::title, RatioSection::difference)
        .table("Differences from the baseline", result.axis() != null);
  }

  private static @Nullable Double perSecond(Row row) {
    VariantResult.Work work = row.variant().work();
    return work.operations() == 0 ? null : Double.valueOf(work.throughputPerSecond());
  }

  private static Cell difference(Row row, Metric metric) {
    return row.variant().role() == VariantResult.Role.BASELINE
        ? Cell.of("baseline")
        : metric.of(row.variant()).map(RatioSection::difference).orElse(Cell.NONE);
  }

  /** Returns the difference, or the smallest one that would have been detected. */
  static Cell difference(Ratio ratio) {
    if (ratio.holdsOne()) {
      return Cell.of(
          "no\u00a0difference, would\u00a0see\u00a0"
              + Numbers.percent(ratio.significance().smallestEffect()),
          ratio.value());
    }
    int decimals = Numbers.decimals(ratio.halfWidth());
    return Cell.of(
        Numbers.change(ratio.value(), decimals)
            + "\u00a0±\u00a0"
            + Numbers.percent(ratio.halfWidth(), decimals),
        ratio.value());
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
        .cell("ratio", each -> ratio(each.ratio().value(), each.ratio()))
        .cell("95 % from", each -> ratio(each.ratio().low95(), each.ratio()))
        .cell("to", each -> ratio(each.ratio().high95(), each.ratio()))
        .cell("99 % from", each -> ratio(each.ratio().low99(), each.ratio()))
        .cell("to", each -> ratio(each.ratio().high99(), each.ratio()))
        .cell(
            "smallest effect seen in 4 of 5 runs",
            each -> share(each.ratio().significance().smallestEffect()))
        .cell("Wilcoxon p", each -> wilcoxon(each.ratio().significance().wilcoxonP()))
        .named(result.axis() == null ? 2 : 3)
        .folded("Ratios and their intervals");
  }

  private static Cell ratio(double value, Ratio of) {
    return Cell.of(Numbers.ratio(value, of.halfWidth()), value);
  }

  private static Cell wilcoxon(double p) {
    if (!Double.isFinite(p)) {
      return Cell.NONE;
    }
    return Cell.of(p < 0.001 ? "< 0.001" : Numbers.fixed(p, WILCOXON_DECIMALS), p);
  }

  private static Table throughput(Result result) {
    return Views.columns(result, variant -> true)
        .number("operations a second", RatioSection::perSecond)
        .folded("Operations a second");
  }

  private static Table variance(Result result) {
    return Views.columns(result, variant -> deviation(variant).isPresent())
        .cell("between forks", row -> deviation(row, StandardDeviation::fork))
        .cell("between epochs of a fork", row -> deviation(row, StandardDeviation::epoch))
        .cell("between blocks of an epoch", row -> deviation(row, StandardDeviation::block))
        .folded("Variance of the leading ratio by level: standard deviations");
  }

  private static Optional<StandardDeviation> deviation(VariantResult variant) {
    return Lead.of(variant).map(lead -> lead.ratio().standardDeviation());
  }

  private static Cell deviation(Row row, ToDoubleFunction<StandardDeviation> level) {
    double share = deviation(row.variant()).map(level::applyAsDouble).orElse(Double.NaN);
    return Double.isFinite(share) ? share(share) : Cell.NONE;
  }

  private static Cell share(double share) {
    return Cell.of(Numbers.percent(share), share);
  }
}
