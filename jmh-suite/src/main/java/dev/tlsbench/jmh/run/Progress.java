package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.report.Absence;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Tells how far a run is, a line for each fork. The time left is what the annotations say of the
 * forks that are to come, times how much longer than that the forks so far took.
 */
final class Progress {
  private final Plan plan;
  private final PrintStream out;
  private Duration expected = Duration.ZERO;
  private Duration taken = Duration.ZERO;

  /** Begins at nothing done. */
  Progress(Plan plan, PrintStream out) {
    this.plan = plan;
    this.out = out;
  }

  /** Tells what could not be run, cells with the same reason in one line. */
  static void printAbsences(List<Absence> absences, PrintStream out) {
    record Reason(String benchmark, String reason) {}
    Map<Reason, SortedMap<String, String>> common = new LinkedHashMap<>();
    Map<Reason, Integer> count = new LinkedHashMap<>();
    for (Absence absence : absences) {
      Reason reason = new Reason(absence.benchmark(), absence.reason());
      common
          .computeIfAbsent(reason, first -> new TreeMap<>(absence.parameters()))
          .entrySet()
          .retainAll(absence.parameters().entrySet());
      count.merge(reason, 1, Integer::sum);
    }
    common.forEach(
        (reason, parameters) -> {
          int cells = count.getOrDefault(reason, 0);
          String label =
              BenchmarkCell.label(BenchmarkCell.simpleName(reason.benchmark()), parameters);
          out.println(
              "not run: "
                  + label
                  + (cells == 1 ? "" : " (" + cells + ")")
                  + ": "
                  + reason.reason());
        });
  }

  /**
   * Tells of a fork.
   *
   * @param position such as {@code round 1/5, 3/32}
   */
  void measured(String position, BenchmarkCell cell, Collection<RunResult> results, Duration took) {
    expected = expected.plus(plan.fork(cell));
    taken = taken.plus(took);
    Duration all = plan.estimate();
    double share = (double) expected.toNanos() / all.toNanos();
    double slower = (double) taken.toNanos() / expected.toNanos();
    Duration left = Duration.ofNanos((long) ((all.toNanos() - expected.toNanos()) * slower));
    out.printf(
        Locale.ROOT,
        "%3.0f %%, %s left | %s | %s: %s%n",
        Math.floor(share * 100),
        time(left),
        position,
        cell.label(),
        score(results));
  }

  private static String score(Collection<RunResult> results) {
    StringBuilder scores = new StringBuilder();
    for (RunResult result : results) {
      Result<?> primary = result.getPrimaryResult();
      scores
          .append(scores.isEmpty() ? "" : ", ")
          .append(String.format(Locale.ROOT, "%,.3f", primary.getScore()))
          .append(' ')
          .append(primary.getScoreUnit());
    }
    return scores.toString();
  }

  /**
   * A time as people say it.
   *
   * @return such as {@code 45 s}, {@code 8 min 5 s} or {@code 2 h 10 min}
   */
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
