package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.WindowResult;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The windows of a run, and what disturbed them. */
final class WindowSection {
  /** The smallest disturbed part of a window that counts as a hit; a difference is 1 % too. */
  static final double HIT = 0.01;

  private static final double MILLIS = 1000;

  private WindowSection() {}

  static Optional<Section> of(Result result) {
    if (result.points().stream().allMatch(point -> point.windows().isEmpty())) {
      return Optional.empty();
    }
    List<Views.Row> rows =
        Views.rows(result, variant -> true).stream()
            .filter(row -> !windows(row).isEmpty())
            .toList();
    return Optional.of(
        new Section(
            "windows",
            "Windows",
            List.of(
                new Text(
                    "A window is hit if the client's garbage collector ran, or the hypervisor gave"
                        + " CPU time to others, for more than "
                        + Numbers.percent(HIT, 0)
                        + " of it. Such windows count like all others. Every window and epoch is in"
                        + " result.json, with the work of other processes beside it."),
                Views.columns(result, rows, row -> row)
                    .count("windows", row -> (long) windows(row).size())
                    .count("hit", row -> windows(row).stream().filter(WindowSection::hit).count())
                    .micros("collector", row -> micros(row, window -> window.use().gcMillis()))
                    .micros("steal", row -> micros(row, window -> window.use().stealMillis()))
                    .count(
                        "errors",
                        row -> windows(row).stream().mapToLong(WindowResult::errors).sum())
                    .open("Windows of each variant"))));
  }

  static boolean hit(WindowResult window) {
    return Math.max(window.use().gcMillis(), window.use().stealMillis())
        > HIT * window.seconds() * MILLIS;
  }

  private static double micros(Views.Row row, ToDoubleFunction<WindowResult> millis) {
    return MILLIS * windows(row).stream().mapToDouble(millis).sum();
  }

  private static List<WindowResult> windows(Views.Row row) {
    return row.point().windows().stream()
        .filter(window -> window.variant().equals(row.variant().name()))
        .toList();
  }
}
