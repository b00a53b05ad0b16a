package dev.tlsbench.experiment.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.Lineup.Row;
import dev.tlsbench.experiment.history.ListedResult.Source;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.gate.Limit;
import dev.tlsbench.report.stats.Interval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes of figures between earlier and later results, as the content of {@code result.json}.
 *
 * @param tlsRemark how the cost of a server's TLS differs from a real server's; {@code null} if it
 *     does not
 * @param changes of figures that all results have; ratios first
 */
public record ChangeResult(
    int schemaVersion,
    String experiment,
    RunRecord run,
    List<Source> before,
    List<Source> after,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String tlsRemark,
    List<Lineup.Difference> differences,
    List<String> leftOut,
    List<FigureChange> changes) {
  public static final int SCHEMA_VERSION = 1;

  /** Verdicts. There is none that a figure is the same. */
  public enum Verdict {
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
    Figure shown() {
      return change.in(Unit.RATIO);
    }
  }

  /**
   * Compares results.
   *
   * @throws InvalidSettingException if they are of different workloads, or two are the same
   */
  public static ChangeResult of(
      RunRecord run, List<ListedResult> before, List<ListedResult> after) {
    List<ListedResult> all = new ArrayList<>(before);
    all.addAll(after);
    Lineup lineup = Lineup.overTime(all);
    List<String> leftOut = new ArrayList<>();
    List<FigureChange> changes = new ArrayList<>();
    for (Row row : lineup.rows()) {
      if (row.figures().stream().allMatch(Objects::nonNull)) {
        changes.add(change(lineup, row, before.size()));
      } else {
        leftOut.add(row.key() + ": not in all results");
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
        run.and(List.of(), warnings(lineup, before, after)),
        before.stream().map(ListedResult::source).toList(),
        after.stream().map(ListedResult::source).toList(),
        lineup.tlsRemark().orElse(null),
        Lineup.differences(circumstances(before), circumstances(after)),
        leftOut,
        changes);
  }

  private static List<String> warnings(
      Lineup lineup, List<ListedResult> before, List<ListedResult> after) {
    List<String> warnings = new ArrayList<>();
    Instant first =
        before.stream().map(one -> one.source().time()).min(Instant::compareTo).orElseThrow();
    if (after.stream().map(one -> one.source().time()).allMatch(first::isAfter)) {
      warnings.add(
          "The results of --baseline are newer than those that are compared with them: if that is"
              + " not meant, swap them.");
    }
    if (lineup.startSpread() > 0 && Lineup.areFew(before, after)) {
      warnings.add(
          "With fewer than three results of a side there is no verdict on a change of a ratio by less"
              + " than "
              + Numbers.percent(lineup.startSpread())
              + ": starts of such a server have differed by that much.");
    }
    return warnings;
  }

  /** Returns the environment of several results, each fact with all of its values. */
  private static Map<String, String> circumstances(List<ListedResult> results) {
    Map<String, String> facts = new LinkedHashMap<>();
    results.forEach(result -> facts.putAll(result.circumstances()));
    facts.replaceAll(
        (name, ignored) ->
            results.stream()
                .map(result -> result.circumstances().getOrDefault(name, "unset"))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or ")));
    return facts;
  }

  private static FigureChange change(Lineup lineup, Row row, int earlier) {
    List<Double> values = row.known().map(one -> one.value()).toList();
    Interval change = lineup.change(row, earlier);
    return new FigureChange(
        row.key() + ".change",
        row.label(),
        row.title(),
        row.unit(),
        mean(values.subList(0, earlier)),
        mean(values.subList(earlier, values.size())),
        change,
        change.low95() > 1 || change.high95() < 1 ? Verdict.CHANGED : Verdict.NOT_RESOLVED);
  }

  private static double mean(List<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow());
  }

  public ChangeResult with(RunRecord other) {
    return new ChangeResult(
        schemaVersion, experiment, other, before, after, tlsRemark, differences, leftOut, changes);
  }

  /** Returns the reason why there is no such figure; {@code null} if there is one. */
  public @Nullable String problem(Limit limit) {
    if (limit.isTime()) {
      return "a change is a ratio of later to earlier results; omit the unit";
    }
    return limited(limit).isEmpty()
        ? "choose one of "
            + changes.stream().map(FigureChange::figure).collect(Collectors.joining(", "))
        : null;
  }

  public Map<String, Figure> limited(Limit limit) {
    return changes.stream()
        .filter(one -> one.figure().equals(limit.figure()))
        .collect(Collectors.toMap(FigureChange::figure, FigureChange::shown));
  }

  public String server() {
    return after.get(0).server();
  }
}
