package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Block.Cell;
import dev.tlsbench.experiment.report.Block.Chart;
import dev.tlsbench.experiment.report.Block.Table;
import dev.tlsbench.experiment.report.Block.Text;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How variants compare with the baseline, and how sure that is. */
final class RatioSection {
  private static final int WILCOXON_DECIMALS = 3;

  private RatioSection() {}

  /** Nothing if the experiment had no ratios. */
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
                + ", measured in turns, with the 95 % interval. The control is "
                + baseline
                + " against itself: what no difference looks like in this run."));
    blocks.add(summary(result));
    if (result.axis() == null) {
      blocks.add(
          new Chart(
              "ratios",
              "Against " + baseline,
              "Ratio of each variant to " + baseline + " with its 95 % and 99 % intervals",
              numbers(result)));
    } else {
      blocks.add(
          new Chart(
              "sweep",
              "Against " + baseline + ", over " + result.axis(),
              "Ratio of each variant to "
                  + baseline
                  + " with its 95 % interval, over "
                  + result.axis(),
              numbers(result)));
      blocks.add(
          new Chart(
              "sweepThroughput",
              "Throughput over " + result.axis(),
              "Operations a second of each variant over " + result.axis(),
              throughput(result)));
    }
    blocks.add(variance(result));
    return Optional.of(new Section("ratios", "What it costs", blocks));
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
    Table table =
        Table.open("Differences from the baseline", header.toArray(String[]::new))
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
    return variant.operations() == 0
        ? Cell.NONE
        : Cell.of(Numbers.significant(variant.throughputPerSecond()), variant.throughputPerSecond());
  }

  /** A difference, or from what size on there would have been one to see. */
  static Cell difference(Ratio ratio) {
    if (Metric.holdsOne(ratio)) {
      return Cell.of("no difference (seen from " + Numbers.percent(ratio.smallestEffect()) + ")", ratio.value());
    }
    int decimals = Numbers.decimals(ratio.halfWidth());
    return Cell.of(
        Numbers.change(ratio.value(), decimals)
            + " ± "
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
                              Numbers.percent(ratio.smallestEffect()), ratio.smallestEffect()),
                          wilcoxon(ratio.wilcoxonP())));
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
                "Where the variance of the throughput ratio lives: standard deviations",
                "variant",
                "between forks",
                "between epochs of a fork",
                "between blocks of an epoch")
            .over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        Metric.THROUGHPUT
            .of(variant)
            .ifPresent(
                ratio ->
                    table.add(
                        point.value(),
                        Cell.of(Names.of(variant, result)),
                        deviation(ratio.sdFork()),
                        deviation(ratio.sdEpoch()),
                        deviation(ratio.sdBlock())));
      }
    }
    return table;
  }

  private static Cell deviation(double share) {
    return Double.isFinite(share) ? Cell.of(Numbers.percent(share), share) : Cell.NONE;
  }
}
