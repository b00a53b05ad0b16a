package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.cell.Cell;
import dev.tlsbench.jmh.report.Absence;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Reports the progress of a run, a line for each fork. The time left is the estimate for the forks
 * to come, scaled by the durations of the forks so far.
 */
final class Progress {
  private final Plan plan;
  private final PrintStream out;
  private Duration expected = Duration.ZERO;
  private Duration taken = Duration.ZERO;

  Progress(Plan plan, PrintStream out) {
    this.plan = plan;
    this.out = out;
  }

  /** Prints the cells that cannot run, those with the same reason in one line. */
  static void printAbsences(List<Absence> absences, PrintStream out) {
    Map<String, List<Absence>> byReason =
        absences.stream()
            .collect(
                Collectors.groupingBy(
                    absence -> absence.benchmark() + " " + absence.reason(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    for (List<Absence> group : byReason.values()) {
      Absence first = group.get(0);
      SortedMap<String, String> common = new TreeMap<>(first.parameters());
      group.forEach(absence -> common.entrySet().retainAll(absence.parameters().entrySet()));
      String count = group.size() == 1 ? "" : " (" + group.size() + ")";
      String label = Cell.of(first.benchmark(), common).label();
      out.println("not run: " + label + count + ": " + first.reason());
    }
  }

  /**
   * Reports a fork.
   *
   * @param position such as {@code round 1/5, 3/32}
   */
  void measured(String position, Cell cell, RunResult result, Duration took) {
    expected = expected.plus(plan.fork(cell));
    taken = taken.plus(took);
    long all = plan.estimate().toNanos();
    double slower = (double) taken.toNanos() / expected.toNanos();
    Duration left = Duration.ofNanos((long) ((all - expected.toNanos()) * slower));
    Result<?> score = result.getPrimaryResult();
    out.printf(
        Locale.ROOT,
        "%3.0f %%, %s left | %s | %s: %,.3f %s%n",
        Math.floor(100.0 * expected.toNanos() / all),
        time(left),
        position,
        cell.label(),
        score.getScore(),
        score.getScoreUnit());
  }

  /** Returns text such as {@code 45 s}, {@code 8 min 5 s} or {@code 2 h 10 min}. */
  static String time(Duration time) {
    Duration rounded = Duration.ofSeconds(Math.round(time.toMillis() / 1000.0));
    if (rounded.toHours() > 0) {
      return rounded.toHours() + " h " + rounded.toMinutesPart() + " min";
    }
    if (rounded.toMinutes() > 0) {
      return rounded.toMinutes() + " min " + rounded.toSecondsPart() + " s";
    }
    return rounded.toSeconds() + " s";
  }
}
