package dev.tlsbench.report.stats;

import static java.util.Locale.ROOT;

import dev.tlsbench.report.stats.SimulatedRun.Trouble;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints the table of docs/reference/statistics.md: how often the intervals hold a known truth. */
final class CoverageTable {
  private static final double EPOCH = 0.015;

  private final int times;

  private CoverageTable(int times) {
    this.times = times;
  }

  /**
   * Prints it as Markdown.
   *
   * @param args the number of runs for each line, default 20,000
   */
  public static void main(String... args) {
    CoverageTable table = new CoverageTable(args.length > 0 ? Integer.parseInt(args[0]) : 20_000);
    System.out.println("| forks x epochs | noise | 95 % | 99 % | half-width | forks |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    table.line("one fork", SimulatedRun.of(1, 20, 0, EPOCH));
    for (int forks : new int[] {2, 3, 5, 8}) {
      deviations().forEach((name, sd) -> table.line(name, SimulatedRun.of(forks, 20, sd, EPOCH)));
    }
    SimulatedRun usual = SimulatedRun.of(8, 20, 0.004, EPOCH);
    Trouble cold = new Trouble(3, 0, 0, false);
    Trouble contended = new Trouble(0, 0.25, 0, false);
    table.line("2 % of the epochs stalled", usual.with(new Trouble(0, 0, 0.02, false)));
    table.line("cold forks: the variant 20 % too slow at first", usual.with(cold));
    table.line("the same, cold epochs left out", usual.with(cold.whoseEpochsAreLeftOut()));
    table.line(
        "a quarter of the epochs contended: the variant 5 % too slow", usual.with(contended));
    table.line(
        "the same, contended epochs left out", usual.with(contended.whoseEpochsAreLeftOut()));
    for (double goal : new double[] {0.02, 0.01, 0.005}) {
      deviations().forEach((name, sd) -> table.line(name, SimulatedRun.until(goal, 3, sd, EPOCH)));
    }
  }

  private static Map<String, Double> deviations() {
    Map<String, Double> deviations = new LinkedHashMap<>();
    deviations.put("forks alike", 0.0);
    deviations.put("forks differ a little", 0.004);
    deviations.put("forks differ as epochs do", EPOCH);
    return deviations;
  }

  private void line(String noise, SimulatedRun run) {
    Coverage coverage = Coverage.of(run, times);
    System.out.printf(
        ROOT,
        "| %s | %s | %.1f %% | %.1f %% | %.2f %% | %.1f |%n",
        run,
        noise,
        100 * coverage.in95(),
        100 * coverage.in99(),
        100 * coverage.halfWidth(),
        coverage.forks());
  }
}
