package dev.tlsbench.jmh.report;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;

/** All that a run measured, and what it could not. */
final class Cells {
  private final List<Cell> cells;
  private final Map<String, List<Cell>> byBenchmark;
  private final List<Absence> absences;

  Cells(Collection<RunResult> results, List<Absence> absences) {
    this.cells = results.stream().map(Cell::new).filter(cell -> cell.forks() > 0).toList();
    this.byBenchmark = cells.stream().collect(Collectors.groupingBy(Cell::benchmark));
    this.absences = absences;
  }

  /** Every cell. */
  Stream<Cell> all() {
    return cells.stream();
  }

  /** The cells of a benchmark, given as class and method, with these parameters among others. */
  Stream<Cell> of(String benchmark, Map<String, String> some) {
    return byBenchmark.getOrDefault(benchmark, List.of()).stream().filter(cell -> cell.has(some));
  }

  /** The one cell with these parameters; the first if they leave a choice. */
  Optional<Cell> cell(String benchmark, Map<String, String> parameters) {
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

  /** Why there are no figures at all of some benchmarks, one sentence for each reason. */
  List<String> unmeasured() {
    return absences.stream()
        .filter(absence -> byBenchmark.keySet().stream().noneMatch(absence::concerns))
        .map(absence -> absence.benchmark() + ": " + absence.reason())
        .distinct()
        .toList();
  }
}
