package dev.tlsbench.report.stats;

import static java.util.Locale.ROOT;

import dev.tlsbench.report.stats.PrecisionPlanner.Costs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Prints the second table of docs/reference/statistics.md: the coverage of runs that end because
 * their interval is narrow.
 */
final class StoppingTable {
  private static final double MAX_SECONDS = 3600;

  private StoppingTable() {}

  /**
   * Prints it as Markdown.
   *
   * @param args the number of runs for each line, default 1,000
   */
  public static void main(String... args) {
    int times = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    Costs costs = new Costs(10, 0.4, 0.4);
    System.out.println(
        "| sd of forks | goal | least forks | 95 % | reached | forks | median time | promised |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (double sdFork : new double[] {0, 0.01, 0.03}) {
      VarianceComponents sd = new VarianceComponents(sdFork, 0.035, 0.03);
      double goal = sdFork < 0.02 ? 0.01 : 0.02;
      for (int fewest : new int[] {3, 5}) {
        List<PlannedRun> runs =
            LongStream.rangeClosed(1, times)
                .parallel()
                .mapToObj(seed -> PlannedRun.of(sd, costs, goal, fewest, MAX_SECONDS, seed))
                .toList();
        System.out.printf(
            ROOT,
            "| %.0f %% | %.0f %% | %d | %.1f %% | %.1f %% | %.0f | %.0f s | %.0f s |%n",
            100 * sdFork,
            100 * goal,
            fewest,
            100.0
                * runs.stream().filter(r -> !r.estimate().interval95().excludesOne()).count()
                / times,
            100.0 * runs.stream().filter(r -> r.seconds() < MAX_SECONDS).count() / times,
            median(runs.stream().mapToDouble(r -> r.estimate().size().forks()).toArray()),
            median(runs.stream().mapToDouble(PlannedRun::seconds).toArray()),
            median(runs.stream().mapToDouble(PlannedRun::promised).toArray()));
      }
    }
  }

  private static double median(double[] numbers) {
    double[] ascending = Arrays.stream(numbers).sorted().toArray();
    return ascending[ascending.length / 2];
  }
}
