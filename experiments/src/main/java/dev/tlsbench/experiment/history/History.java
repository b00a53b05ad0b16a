package dev.tlsbench.experiment.history;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.Lineup.Row;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Results of one workload in the order of their time.
 *
 * @param lineup from old to new
 * @param shifts changes between results
 */
public record History(Lineup lineup, List<Shift> shifts) {
  /** The number of results before which a change is looked for. */
  private static final int FEWEST_BEFORE = 3;

  private static final int MOST_BEFORE = 10;

  /**
   * A change between results.
   *
   * @param first the name of the first result after it
   * @param change to this result and the next one
   */
  record Shift(Row row, String first, Interval change) {}

  /**
   * Orders results by their time, and looks for changes.
   *
   * @param results one or more, in any order
   * @throws InvalidSettingException if they are of different workloads, or two are the same
   */
  public static History of(List<ListedResult> results) {
    List<ListedResult> ordered =
        results.stream()
            .sorted(
                Comparator.comparing((ListedResult one) -> one.source().time())
                    .thenComparing(ListedResult::toString))
            .toList();
    Lineup lineup = Lineup.overTime(ordered);
    return new History(
        lineup, lineup.rows().stream().flatMap(row -> shifts(lineup, row).stream()).toList());
  }

  /**
   * Finds changes: two results in a row that lie on the same side of up to ten before them, each
   * with an interval that excludes no change. So a single result that is off is no change.
   */
  private static List<Shift> shifts(Lineup lineup, Row row) {
    List<Integer> known =
        IntStream.range(0, row.figures().size())
            .filter(at -> row.figures().get(at) != null)
            .boxed()
            .toList();
    List<Shift> shifts = new ArrayList<>();
    int begin = 0;
    for (int i = FEWEST_BEFORE; i + 1 < known.size(); i++) {
      if (i - begin < FEWEST_BEFORE) {
        continue;
      }
      List<Integer> before = known.subList(Math.max(begin, i - MOST_BEFORE), i);
      Interval one = lineup.change(row, before, known.subList(i, i + 1));
      Interval next = lineup.change(row, before, known.subList(i + 1, i + 2));
      if (Lineup.isResolved(one)
          && Lineup.isResolved(next)
          && one.value() > 1 == next.value() > 1) {
        shifts.add(
            new Shift(
                row,
                lineup.results().get(known.get(i)).toString(),
                lineup.change(row, before, known.subList(i, i + 2))));
        begin = i;
      }
    }
    return shifts;
  }
}
