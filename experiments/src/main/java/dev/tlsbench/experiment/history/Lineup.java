package dev.tlsbench.experiment.history;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Change;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of several results, lined up.
 *
 * @param rows one for each figure that a result has, in the order of the results
 */
public record Lineup(List<ListedResult> results, List<Row> rows) {
  /** The least results of a side that show how starts of the server differ. */
  private static final int ENOUGH = 3;

  /** The figures that are compared over time, for readers. */
  private static final Map<String, String> OVER_TIME = new HashMap<>();

  static {
    for (Metric metric :
        List.of(
            Metric.TYPICAL,
            Metric.TRIMMED_MEAN,
            Metric.THROUGHPUT,
            Metric.CLIENT_CPU,
            Metric.SERVER_CPU)) {
      OVER_TIME.put(metric.key(), metric.title() + " against the baseline");
    }
    OVER_TIME.put("rate", "rate a second");
    OVER_TIME.put("fullHandshake", "full handshake");
    OVER_TIME.put("connection", "opening a connection");
    OVER_TIME.put("total", "total against the baseline");
    OVER_TIME.put("totalTime", "total, median");
    OVER_TIME.put("tlsHandshakeTime", "TLS handshake, median");
    OVER_TIME.put("clientCpuTime", "client CPU time");
  }

  /**
   * A figure of all results.
   *
   * @param subject the variant, such as {@code tls13}, {@code threads=16.tls13} or {@code tls-full}
   * @param figures one for each result; {@code null} where a result does not have it
   */
  record Row(String subject, String name, Unit unit, List<@Nullable NamedFigure> figures) {
    String key() {
      return subject + "." + name;
    }

    /** Returns the figure of the result at a place; {@code null} if it does not have it. */
    @Nullable NamedFigure at(int place) {
      return figures.get(place);
    }

    Figure figure(int place) {
      return Objects.requireNonNull(at(place)).figure();
    }

    /** Returns the figure of a result that has it, with the interval on which others can rely. */
    Figure evidence(int place) {
      return Objects.requireNonNull(at(place)).evidence();
    }

    boolean isControl() {
      return known().anyMatch(NamedFigure::control);
    }

    String label() {
      int is = subject.indexOf('=');
      int dot = is < 0 ? -1 : subject.lastIndexOf('.');
      return Variants.title(subject.substring(dot + 1))
          + (dot < 0 ? "" : ", " + subject.substring(0, dot).replace('=', ' '));
    }

    String title() {
      return OVER_TIME.getOrDefault(
          name, unit == Unit.RATIO ? name + " against the baseline" : name);
    }

    /** Returns true for rates, of which more is better. */
    boolean isRate() {
      return unit == Unit.PER_SECOND || name.equals(Metric.THROUGHPUT.key());
    }

    Stream<NamedFigure> known() {
      return figures.stream().flatMap(Stream::ofNullable);
    }
  }

  public record Difference(String name, String before, String after) {}

  public static Lineup of(List<ListedResult> results) {
    Map<List<Object>, Row> rows = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); i++) {
      for (NamedFigure one : results.get(i).figures()) {
        rows.computeIfAbsent(
                List.of(one.subject(), one.name(), one.unit()),
                key ->
                    new Row(
                        one.subject(),
                        one.name(),
                        one.unit(),
                        new ArrayList<>(Collections.nCopies(results.size(), null))))
            .figures
            .set(i, one);
      }
    }
    return new Lineup(results, List.copyOf(rows.values()));
  }

  /**
   * Lines up results of one workload in the order of their time.
   *
   * @throws InvalidSettingException if two results are the same, differ in what was measured, or
   *     share no figure
   */
  public static Lineup ordered(List<ListedResult> results) {
    return overTime(
        results.stream()
            .sorted(
                Comparator.comparing((ListedResult one) -> one.source().time())
                    .thenComparing(ListedResult::toString))
            .toList());
  }

  /**
   * Lines up the figures that are compared over time.
   *
   * @throws InvalidSettingException if two results are the same, differ in what was measured, or
   *     share no figure
   */
  static Lineup overTime(List<ListedResult> results) {
    Lineup all = of(results);
    Lineup lineup =
        new Lineup(
            results,
            all.rows.stream()
                .filter(row -> OVER_TIME.containsKey(row.name))
                .filter(row -> !row.isControl())
                .filter(row -> row.known().allMatch(one -> one.value() > 0))
                .toList());
    Map<List<Object>, String> names = new HashMap<>();
    for (int i = 0; i < results.size(); i++) {
      ListedResult one = results.get(i);
      // A copy too: equal results would seem to have no spread.
      String other = names.put(List.of(one.source().started(), one.figures()), one.toString());
      if (other != null) {
        throw new InvalidSettingException(
            one + " is the same result as " + other + "; name each result once");
      }
      lineup.requireComparable(i);
    }
    return lineup;
  }

  /** Requires that the result at a place is of the first one's workload. */
  private void requireComparable(int at) {
    ListedResult first = results.get(0);
    ListedResult other = results.get(at);
    Stream<String> workload =
        differences(first.workload(), other.workload()).stream()
            .map(one -> one.name() + " is " + one.before() + " and " + one.after());
    // A variant that only one of them has is left out.
    Stream<String> variants =
        differences(first.variants(), other.variants()).stream()
            .filter(one -> first.variants().containsKey(one.name()))
            .filter(one -> other.variants().containsKey(one.name()))
            .map(one -> "variant " + one.name() + " has " + one.before() + " and " + one.after());
    String differences = Stream.concat(workload, variants).collect(Collectors.joining("; "));
    if (!differences.isEmpty()) {
      throw new InvalidSettingException(
          ("%s and %s differ in workload or placement, so their figures are not "
                  + "comparable: %s; give results of one")
              .formatted(first, other, differences));
    }
    if (rows.stream().allMatch(row -> row.at(0) == null || row.at(at) == null)) {
      throw new InvalidSettingException(
          first + " and " + other + " have no figure in common; give results of the same variants");
    }
  }

  static List<Difference> differences(Map<String, String> before, Map<String, String> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .map(
            name ->
                new Difference(
                    name, before.getOrDefault(name, "unset"), after.getOrDefault(name, "unset")))
        .filter(difference -> !difference.before().equals(difference.after()))
        .toList();
  }

  /**
   * Returns the change of a figure that all results have, with its 95 % interval. With too few
   * results, that of a ratio is widened to the spread between starts of the server.
   *
   * @param earlier the number of the first results, from which it changed
   */
  Interval change(Row row, int earlier) {
    List<Change.Run> runs = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      NamedFigure figure = Objects.requireNonNull(row.at(i));
      runs.add(Change.Run.of(figure.interval(), results.get(i).freedom()));
    }
    List<Change.Run> before = runs.subList(0, earlier);
    List<Change.Run> after = runs.subList(earlier, runs.size());
    boolean isPaired = row.unit == Unit.RATIO && results.get(0).paired();
    Interval change = Change.between(before, after, isPaired ? Change.BETWEEN_MINUTES : Double.NaN);
    double starts = isPaired && areFew(before, after) ? startSpread() : 0;
    return new Interval(
        change.value(),
        Math.min(change.low95(), change.value() / (1 + starts)),
        Math.max(change.high95(), change.value() * (1 + starts)));
  }

  /** Returns true if one side has too few results to show how starts of the server differ. */
  static boolean areFew(List<?> before, List<?> after) {
    return Math.min(before.size(), after.size()) < ENOUGH;
  }

  /** Returns the most by which ratios differ between starts of these servers. */
  double startSpread() {
    return results.stream().mapToDouble(ListedResult::startSpread).max().orElse(0);
  }

  Optional<String> tlsRemark() {
    return results.stream().flatMap(one -> Stream.ofNullable(one.tlsRemark())).findFirst();
  }
}
