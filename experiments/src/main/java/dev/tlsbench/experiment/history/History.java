package dev.tlsbench.experiment.history;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.KeptFigure.FigureKey;
import dev.tlsbench.report.stats.Change;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Results of one workload in the order of their time.
 *
 * @param runs from old to new
 * @param courses one for each figure of each variant
 * @param stripes parts with one environment each, which cover all results
 */
public record History(List<KeptRun> runs, List<Course> courses, List<Stripe> stripes) {
  /** The number of results before which a change is looked for. */
  private static final int FEWEST_BEFORE = 3;

  private static final int MOST_BEFORE = 10;

  /**
   * One figure over time.
   *
   * @param figures one for each result; {@code null} where a result does not have it
   * @param shifts places at which it changed
   */
  record Course(FigureKey key, List<@Nullable KeptFigure> figures, List<Shift> shifts) {}

  /**
   * A change between results.
   *
   * @param index the place of the first result after it, from 0
   * @param change to this result and the next one
   */
  record Shift(int index, Interval change) {}

  /**
   * Results with the same environment.
   *
   * @param from the place of the first one, from 0
   * @param to the place of the last one
   * @param name what differs from the stripe before; of the first one, server and JDK
   */
  record Stripe(int from, int to, String name) {}

  /**
   * Orders results by their time, and looks for changes.
   *
   * @param results one or more, in any order
   * @throws InvalidSettingException if they are of different workloads, or two are the same
   */
  public static History of(List<KeptRun> results) {
    List<KeptRun> runs =
        results.stream()
            .sorted(Comparator.comparing(KeptRun::started).thenComparing(KeptRun::name))
            .toList();
    KeptRun.requireComparable(runs);
    double starts = runs.stream().mapToDouble(KeptRun::startSpread).max().orElse(0);
    List<Course> courses =
        KeptRun.keys(runs).stream()
            .map(
                key -> {
                  List<@Nullable KeptFigure> figures = new ArrayList<>();
                  runs.forEach(run -> figures.add(run.find(key).orElse(null)));
                  return new Course(key, figures, shifts(key, figures, starts));
                })
            .toList();
    return new History(runs, courses, stripes(runs));
  }

  /**
   * Finds changes: two results in a row that lie on the same side of up to ten before them, each
   * with an interval that excludes no change. So a single result that is off is no change.
   */
  private static List<Shift> shifts(
      FigureKey key, List<@Nullable KeptFigure> figures, double starts) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      if (figures.get(i) != null) {
        places.add(i);
      }
    }
    List<Change.Run> known =
        figures.stream().flatMap(Stream::ofNullable).map(KeptFigure::run).toList();
    List<Shift> shifts = new ArrayList<>();
    int begin = 0;
    for (int i = FEWEST_BEFORE; i + 1 < known.size(); i++) {
      if (i - begin < FEWEST_BEFORE) {
        continue;
      }
      List<Change.Run> before = known.subList(Math.max(begin, i - MOST_BEFORE), i);
      Interval one = ChangeResult.interval(key, before, known.subList(i, i + 1), starts);
      Interval next = ChangeResult.interval(key, before, known.subList(i + 1, i + 2), starts);
      if (ChangeResult.isResolved(one)
          && ChangeResult.isResolved(next)
          && one.value() > 1 == next.value() > 1) {
        shifts.add(
            new Shift(
                places.get(i),
                ChangeResult.interval(key, before, known.subList(i, i + 2), starts)));
        begin = i;
      }
    }
    return shifts;
  }

  private static List<Stripe> stripes(List<KeptRun> runs) {
    List<Stripe> stripes = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= runs.size(); i++) {
      if (i == runs.size() || !runs.get(i).environment().equals(runs.get(from).environment())) {
        stripes.add(new Stripe(from, i - 1, name(runs, from)));
        from = i;
      }
    }
    return stripes;
  }

  private static String name(List<KeptRun> runs, int at) {
    Map<String, String> facts = runs.get(at).environment();
    if (at == 0) {
      return facts.get(KeptRun.SERVER) + ", JDK " + facts.get(KeptRun.JDK);
    }
    return String.join(
        ", ",
        KeptRun.differences(runs.get(at - 1).environment(), facts).stream()
            .map(difference -> difference.name() + " " + difference.after())
            .toList());
  }

  /** Returns the remark on the server's TLS of a result that has one; {@code null} without. */
  public @Nullable String tlsRemark() {
    return runs.stream().map(KeptRun::tlsRemark).filter(Objects::nonNull).findFirst().orElse(null);
  }
}
