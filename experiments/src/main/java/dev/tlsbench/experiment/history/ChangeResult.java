package dev.tlsbench.experiment.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.KeptFigure.FigureKey;
import dev.tlsbench.experiment.history.KeptRun.Difference;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.gate.Limit;
import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Change;
import dev.tlsbench.report.stats.Interval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes of figures between earlier and later results, as the content of {@code result.json}.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param experiment {@code report}
 * @param run the limits, and the command that compares again
 * @param before the earlier results
 * @param after the later results
 * @param differences of the environment, by the name of the fact
 * @param leftOut figures that not all results have
 * @param changes of figures that all results have; ratios first
 */
public record ChangeResult(
    int schemaVersion,
    String experiment,
    RunRecord run,
    List<Source> before,
    List<Source> after,
    List<Difference> differences,
    List<String> leftOut,
    List<FigureChange> changes) {
  /** The version of the schema of these records. */
  public static final int SCHEMA_VERSION = 1;

  /** The least results of a side that show how starts of the server differ. */
  private static final int ENOUGH = 3;

  /**
   * A compared result.
   *
   * @param name of its folder
   * @param started UTC, ISO 8601
   * @param commit of this project; {@code null} if unknown
   */
  @OneLine
  public record Source(
      String name,
      String started,
      @Nullable String commit,
      String server,
      String processor,
      String kernel,
      String jdk) {
    private static Source of(KeptRun run) {
      Map<String, String> facts = run.environment();
      return new Source(
          run.name(),
          run.started().toString(),
          run.commit(),
          facts.getOrDefault(KeptRun.SERVER, ""),
          facts.getOrDefault(KeptRun.PROCESSOR, ""),
          facts.getOrDefault(KeptRun.KERNEL, ""),
          facts.getOrDefault(KeptRun.JDK, ""));
    }
  }

  /** Verdicts. There is none that a figure is the same. */
  public enum Verdict {
    /** The interval excludes 1. */
    @JsonProperty("changed")
    CHANGED,
    /** The interval holds 1, or is unknown. */
    @JsonProperty("notResolved")
    NOT_RESOLVED
  }

  /**
   * The change of one figure.
   *
   * @param figure its name in limits, such as {@code tls13.typical.change}
   * @param variant the variant for readers
   * @param title the figure for readers
   * @param unit of {@code before} and {@code after}
   * @param before the geometric mean of the earlier results
   * @param after the geometric mean of the later results
   * @param change {@code after} divided by {@code before}; the ends of its interval are unknown if
   *     too few results are given
   */
  public record FigureChange(
      String figure,
      String variant,
      String title,
      Unit unit,
      double before,
      double after,
      Interval change,
      Verdict verdict) {
    /** Returns the change with its interval, if there is one. */
    Figure shown() {
      return KeptFigure.figure(change, Unit.RATIO);
    }
  }

  /**
   * Compares results.
   *
   * @param run the record of the comparing command
   * @param before one or more
   * @param after one or more
   * @throws InvalidSettingException if they are of different workloads, or two are the same
   */
  public static ChangeResult of(RunRecord run, List<KeptRun> before, List<KeptRun> after) {
    List<KeptRun> all = new ArrayList<>(before);
    all.addAll(after);
    KeptRun.requireComparable(all);
    List<String> leftOut = new ArrayList<>();
    List<FigureChange> changes = new ArrayList<>();
    for (FigureKey key : KeptRun.keys(all)) {
      if (all.stream().allMatch(each -> each.find(key).isPresent())) {
        changes.add(change(key, before, after));
      } else {
        leftOut.add(key.subject() + "." + key.name() + ": not in all results");
      }
    }
    changes.sort(Comparator.comparing(change -> change.unit() != Unit.RATIO));
    if (changes.isEmpty()) {
      throw new InvalidSettingException(
          "the results share no figure; give results of the same variants");
    }
    return new ChangeResult(
        SCHEMA_VERSION,
        "report",
        run.and(List.of(), warnings(before, after)),
        before.stream().map(Source::of).toList(),
        after.stream().map(Source::of).toList(),
        KeptRun.differences(environment(before), environment(after)),
        leftOut,
        changes);
  }

  private static List<String> warnings(List<KeptRun> before, List<KeptRun> after) {
    List<String> warnings = new ArrayList<>();
    Instant first =
        before.stream().map(KeptRun::started).min(Comparator.naturalOrder()).orElseThrow();
    if (after.stream().map(KeptRun::started).allMatch(first::isAfter)) {
      warnings.add(
          "The results of --baseline are newer than those that are compared with them: if that is"
              + " not meant, swap them.");
    }
    double starts = startSpread(before, after);
    if (starts > 0 && areFew(before, after)) {
      warnings.add(
          "With fewer than three results of a side there is no verdict on a change of a ratio by less"
              + " than "
              + Numbers.percent(starts)
              + ": starts of such a server have differed by that much.");
    }
    return warnings;
  }

  private static double startSpread(List<KeptRun> before, List<KeptRun> after) {
    return Stream.concat(before.stream(), after.stream())
        .mapToDouble(KeptRun::startSpread)
        .max()
        .orElse(0);
  }

  /** Returns the environment of several results, each fact with all of its values. */
  private static Map<String, String> environment(List<KeptRun> runs) {
    Map<String, String> facts = new LinkedHashMap<>();
    runs.forEach(run -> run.environment().keySet().forEach(name -> facts.put(name, "")));
    facts.replaceAll(
        (name, ignored) ->
            runs.stream()
                .map(run -> run.environment().getOrDefault(name, "unset"))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or ")));
    return facts;
  }

  private static FigureChange change(FigureKey key, List<KeptRun> before, List<KeptRun> after) {
    List<Change.Run> earlier = runs(key, before);
    List<Change.Run> later = runs(key, after);
    Interval change = interval(key, earlier, later, startSpread(before, after));
    return new FigureChange(
        key.limit(),
        key.label(),
        key.title(),
        key.unit(),
        mean(earlier),
        mean(later),
        change,
        isResolved(change) ? Verdict.CHANGED : Verdict.NOT_RESOLVED);
  }

  /**
   * Returns a change with its interval, which too few results widen to the spread between starts.
   *
   * @param starts that spread, as a fraction of 1
   */
  static Interval interval(
      FigureKey key, List<Change.Run> before, List<Change.Run> after, double starts) {
    if (!key.paired()) {
      return Change.between(before, after, Double.NaN);
    }
    Interval change = Change.between(before, after, Change.BETWEEN_MINUTES);
    return areFew(before, after)
        ? new Interval(
            change.value(),
            Math.min(change.low95(), change.value() / (1 + starts)),
            Math.max(change.high95(), change.value() * (1 + starts)))
        : change;
  }

  /** Returns true if the interval is known and excludes 1. */
  static boolean isResolved(Interval change) {
    return change.low95() > 1 || change.high95() < 1;
  }

  private static List<Change.Run> runs(FigureKey key, List<KeptRun> runs) {
    return runs.stream().flatMap(run -> run.find(key).stream()).map(KeptFigure::run).toList();
  }

  private static double mean(List<Change.Run> runs) {
    return Math.exp(
        runs.stream().mapToDouble(run -> Math.log(run.value())).average().orElseThrow());
  }

  /** Returns a copy with another record of the run. */
  public ChangeResult with(RunRecord other) {
    return new ChangeResult(
        schemaVersion, experiment, other, before, after, differences, leftOut, changes);
  }

  /** Returns the reason why there is no such figure; {@code null} if there is one. */
  public @Nullable String problem(Limit limit) {
    if (limit.isTime()) {
      return "a change is a ratio of later to earlier results; omit the unit";
    }
    return find(limit).isPresent()
        ? null
        : "choose one of "
            + changes.stream().map(FigureChange::figure).collect(Collectors.joining(", "));
  }

  /** Compares a change with a limit. */
  public LimitCheck check(Limit limit) {
    Map<String, Figure> found = new LinkedHashMap<>();
    find(limit).ifPresent(change -> found.put(change.figure(), change.shown()));
    return limit.checkChanges(found);
  }

  private Optional<FigureChange> find(Limit limit) {
    return changes.stream().filter(one -> one.figure().equals(limit.figure())).findFirst();
  }

  /** Returns the server of the later results. */
  public String server() {
    return after.get(0).server();
  }

  /** Returns true if one side has too few results to show how starts of the server differ. */
  private static boolean areFew(List<?> before, List<?> after) {
    return Math.min(before.size(), after.size()) < ENOUGH;
  }
}
