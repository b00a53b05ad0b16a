package dev.tlsbench.report.stats;

import static java.util.Locale.ROOT;

import dev.tlsbench.report.stats.SimulatedRun.Shape;
import dev.tlsbench.report.stats.SimulatedRun.Trouble;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints the table of docs/reference/statistics.md: how often the intervals hold a known truth. */
final class CoverageTable {
  private CoverageTable() {}

  /**
   * Prints it as Markdown.
   *
   * @param args the number of runs for each line, default 10,000, and of resamples, default 1,000
   */
  public static void main(String... args) {
    int times = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    int resamples = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
    System.out.println("| forks x epochs x blocks | noise | 95 % | 99 % | half-width | Wilcoxon |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    Shape[] shapes = {
      new Shape(1, 30, 5),
      new Shape(2, 15, 5),
      new Shape(3, 10, 5),
      new Shape(5, 10, 5),
      new Shape(10, 6, 5),
      new Shape(5, 10, 5, true)
    };
    for (Shape shape : shapes) {
      runs(shape)
          .forEach(
              (noise, run) -> {
                Coverage c = Coverage.of(run, times, resamples);
                System.out.printf(
                    ROOT,
                    "| %s | %s | %.1f %% | %.1f %% | %.2f %% | %.1f %% |%n",
                    shape,
                    noise,
                    100 * c.in95(),
                    100 * c.in99(),
                    100 * c.halfWidth(),
                    100 * c.wilcoxon());
              });
    }
  }

  private static Map<String, SimulatedRun> runs(Shape shape) {
    Map<String, SimulatedRun> runs = new LinkedHashMap<>();
    SimulatedRun none = SimulatedRun.of(shape, 0, 0.035, 0.03);
    runs.put("forks alike", none);
    if (shape.forks() > 1) {
      runs.put("forks differ a little", SimulatedRun.of(shape, 0.01, 0.035, 0.03));
      runs.put("forks differ as epochs do", SimulatedRun.of(shape, 0.035, 0.035, 0.03));
      runs.put("forks dominate", SimulatedRun.of(shape, 0.1, 0.035, 0.03));
    }
    runs.put(
        "blocks dominate, correlated 0.6",
        SimulatedRun.of(shape, 0, 0.005, 0.06).withCorrelation(0.6));
    runs.put("2 % of windows paused", none.withPauses(0.02));
    runs.put("drift of 30 %", none.withDrift(0.3));
    if (shape.forks() >= 5 && !shape.cutShort()) {
      addTrouble(runs, SimulatedRun.of(shape, 0.01, 0.02, 0.03));
    }
    return runs;
  }

  private static void addTrouble(Map<String, SimulatedRun> runs, SimulatedRun none) {
    Trouble cold = new Trouble(3, 0, 0, false);
    Trouble contended = new Trouble(0, 0.25, 0, false);
    runs.put("cold forks: the variant 20 % too slow at first", none.with(cold));
    runs.put("the same, cold epochs left out", none.with(cold.whoseEpochsAreLeftOut()));
    runs.put("a quarter of the epochs contended: the variant 5 % too slow", none.with(contended));
    runs.put("the same, contended epochs left out", none.with(contended.whoseEpochsAreLeftOut()));
    runs.put(
        "machine slower by a third in a quarter of the epochs",
        none.with(new Trouble(0, 0, 0.25, false)));
  }
}
