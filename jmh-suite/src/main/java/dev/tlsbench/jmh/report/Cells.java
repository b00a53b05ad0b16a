package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds figures, and reasons for missing ones, by benchmark and parameters. */
final class Cells {
  private static final double PERCENT = 100;

  private final Map<String, List<Measured>> byBenchmark;
  private final List<Absence> absences;
  private final long seed;

  Cells(List<Measured> measured, List<Absence> absences, long seed) {
    this.byBenchmark = measured.stream().collect(Collectors.groupingBy(Measured::benchmark));
    this.absences = absences;
    this.seed = seed;
  }

  /** The cells of a benchmark, given as class and method, with these parameters among others. */
  Stream<Measured> of(String benchmark, Map<String, String> some) {
    return byBenchmark.getOrDefault(benchmark, List.of()).stream().filter(cell -> cell.has(some));
  }

  /** The one cell with these parameters; the first if they leave a choice. */
  Optional<Measured> cell(String benchmark, Map<String, String> parameters) {
    return of(benchmark, parameters).findFirst();
  }

  /** Why there is no cell with these parameters. */
  Optional<String> reason(String benchmark, Map<String, String> parameters) {
    return absences.stream()
        .filter(absence -> absence.explains(benchmark, parameters))
        .map(Absence::reason)
        .findFirst();
  }

  /** The values of a parameter, measured or absent. */
  NavigableSet<String> values(String benchmark, Map<String, String> some, String parameter) {
    NavigableSet<String> values = new TreeSet<>(Order.ofValues());
    of(benchmark, some).map(cell -> cell.parameter(parameter)).forEach(values::add);
    absences.stream()
        .filter(absence -> absence.explains(benchmark, some))
        .flatMap(absence -> Stream.ofNullable(absence.parameters().get(parameter)))
        .forEach(values::add);
    values.remove("");
    return values;
  }

  /**
   * Why there are no figures at all of some benchmarks, or of comparisons in pairs; one sentence
   * for each reason.
   */
  List<String> unmeasured() {
    return absences.stream()
        .filter(absence -> !byBenchmark.containsKey(absence.benchmark()))
        .map(
            absence ->
                Stream.concat(
                            Stream.of(absence.benchmark()),
                            Stream.of("comparison", "provider", "size")
                                .filter(name -> absence.parameters().containsKey("comparison"))
                                .flatMap(name -> Stream.ofNullable(absence.parameters().get(name))))
                        .collect(Collectors.joining(" "))
                    + ": "
                    + absence.reason())
        .distinct()
        .toList();
  }

  /** Empty if a figure is missing. */
  Optional<Figure> ratio(Optional<ForkValues> dividend, Optional<ForkValues> divisor) {
    return dividend.flatMap(a -> divisor.map(b -> a.over(b, 1, Unit.NUMBER, seed)));
  }

  Figure percent(ForkValues part, ForkValues whole) {
    return part.over(whole, PERCENT, Unit.PERCENT, seed);
  }
}
