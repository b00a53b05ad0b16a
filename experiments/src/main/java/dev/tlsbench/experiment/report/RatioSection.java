package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ratios of variants to the baseline, with their intervals. */
final class RatioSection {
  private static final int WILCOXON_DECIMALS = 3;

  private static final String CHOOSER = "Metric";

  private RatioSection() {}

  /** Empty if the experiment had no ratios. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> !variant.ratios().isEmpty())) {
      return Optional.empty();
    }
    String baseline = Names.of(result.setup().baseline());
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Text(
            "Each figure is that of a variant against "
                + baseline
                + ", measured in turns, with the 95 % interval. Ratios of time and of CPU are above 1"
                + " where a variant costs more, those of throughput below 1. The control is "
                + baseline
                + " against itself: it shows the differences that chance makes in this run."));
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
        variant -> metric.of(variant).map(Ratio::figure).orElse(null));
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
    List<String> header = new ArrayList<>(List.of("variant", "operations a second"));
    List<Metric> metrics = metrics(result);
    metrics.forEach(metric -> header.add(metric.title()));
    // Over an axis it is long, and the chart shows the same.
    Table table =
        new Table(
                "Differences from the baseline",
                result.axis() != null,
                1,
                List.copyOf(header),
                new ArrayList<>())
            .over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(Names.of(variant, result)));
        cells.add(perSecond(variant));
        for (Metric metric : metrics) {
          cells.add(
              variant.role() == VariantResult.Role.BASELINE
                  ? Cell.of("baseline")
                  : metric.of(variant).map(RatioSection::difference).orElse(Cell.NONE));
        }
        table.add(point.value(), cells.toArray(Cell[]::new));
      }
    }
    return table;
  }

  private static Cell perSecond(VariantResult variant) {
    return variant.work().operations() == 0
        ? Cell.NONE
        : Cell.of(
            Numbers.significant(variant.work().throughputPerSecond()),
            variant.work().throughputPerSecond());
  }

  /** Returns the difference, or the smallest one that would have been seen. */
  static Cell difference(Ratio ratio) {
    if (Metric.holdsOne(ratio)) {
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

  private static Table numbers(Result result) {
    Table table =
        new Table(
                "Ratios and their intervals",
                true,
                2,
                List.of(
                    "variant",
                    "metric",
                    "ratio",
                    "95 % from",
                    "to",
                    "99 % from",
                    "to",
                    "smallest effect seen in 4 of 5 runs",
                    "Wilcoxon p"),
                new ArrayList<>())
            .over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        for (Metric metric : Metric.values()) {
          metric
              .of(variant)
              .ifPresent(
                  ratio ->
                      table.add(
                          point.value(),
                          Cell.of(Names.of(variant, result)),
                          Cell.of(metric.title()),
                          ratio(ratio.value(), ratio),
                          ratio(ratio.low95(), ratio),
                          ratio(ratio.high95(), ratio),
                          ratio(ratio.low99(), ratio),
                          ratio(ratio.high99(), ratio),
                          Cell.of(
                              Numbers.percent(ratio.significance().smallestEffect()),
                              ratio.significance().smallestEffect()),
                          wilcoxon(ratio.significance().wilcoxonP())));
        }
      }
    }
    return table;
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
    Table table =
        Table.folded("Operations a second", "variant", "operations a second").over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        table.add(point.value(), Cell.of(Names.of(variant, result)), perSecond(variant));
      }
    }
    return table;
  }

  private static Table variance(Result result) {
    Table table =
        Table.folded(
                "Variance of the leading ratio by level: standard deviations",
                "variant",
                "between forks",
                "between epochs of a fork",
                "between blocks of an epoch")
            .over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        Lead.of(variant)
            .map(lead -> lead.ratio().standardDeviation())
            .ifPresent(
                deviation ->
                    table.add(
                        point.value(),
                        Cell.of(Names.of(variant, result)),
                        deviation(deviation.fork()),
                        deviation(deviation.epoch()),
                        deviation(deviation.block())));
      }
    }
    return table;
  }

  private static Cell deviation(double share) {
    return Double.isFinite(share) ? Cell.of(Numbers.percent(share), share) : Cell.NONE;
  }
}
