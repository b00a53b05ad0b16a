package dev.tlsbench.jmh.report;

import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a run of the suite: the content of {@code result.json}. The values of the forks are
 * in {@code jmh.json}.
 *
 * @param schemaVersion the version of {@code docs/schema/jmh.schema.json}
 * @param experiment always {@code jmh}
 * @param run the run, and whether its result can be used
 * @param set the name of the set of benchmarks
 * @param seed of the order of the forks
 * @param figures ratios that were measured within a JVM, then the quantities of single cells
 * @param absences the cells that this JVM could not run
 */
public record SuiteResult(
    int schemaVersion,
    String experiment,
    RunRecord run,
    String set,
    long seed,
    List<NamedFigure> figures,
    List<Absence> absences) {
  private static final int SCHEMA_VERSION = 4;

  static SuiteResult of(
      RunRecord run,
      String set,
      long seed,
      List<PairedComparison> pairs,
      List<CellMetric> metrics,
      List<Absence> absences) {
    List<NamedFigure> figures = new ArrayList<>();
    for (PairedComparison comparison : pairs) {
      for (VariantRatio ratio : comparison.ratios()) {
        String subject = comparison.cell().label() + " " + ratio.variant() + "/" + ratio.baseline();
        figures.add(
            named(subject, ratio.side().name(), Unit.RATIO, ratio.mean(), ratio.isControl()));
      }
    }
    for (CellMetric metric : metrics) {
      Unit unit = metric.mean().figure().unit();
      figures.add(named(metric.cell().label(), metric.name(), unit, metric.mean(), false));
    }
    return new SuiteResult(
        SCHEMA_VERSION,
        "jmh",
        run.and(cold(pairs, true), cold(pairs, false)),
        set,
        seed,
        figures,
        List.copyOf(absences));
  }

  private static List<String> cold(List<PairedComparison> pairs, boolean isTooCold) {
    return pairs.stream()
        .filter(comparison -> comparison.coldForks() > 0 && comparison.isTooCold() == isTooCold)
        .map(PairedComparison::cold)
        .toList();
  }

  private static NamedFigure named(
      String subject, String name, Unit unit, ForkMean mean, boolean isControl) {
    return new NamedFigure(
        subject,
        name,
        unit,
        mean.figure().value(),
        mean.figure().low95(),
        mean.figure().high95(),
        false,
        isControl);
  }
}
