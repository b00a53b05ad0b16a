package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.report.Absence;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The cells of a run, each with its forks, and those that this JVM lacks. */
final class ForkPlan {
  /**
   * A cell to run.
   *
   * @param fork the duration of one, by annotations and options
   */
  record PlannedCell(BenchmarkCell cell, int forks, Duration fork) {}

  private final JmhWords words;
  private final Map<BenchmarkCell, PlannedCell> cells = new LinkedHashMap<>();
  private final Set<Absence> absences = new LinkedHashSet<>();

  /**
   * Selects the cells: those of the set, with the values of the command line. A benchmark that the
   * command line names and the set lacks runs with its usual values.
   *
   * @throws InvalidSettingException if a parameter or a value matches nothing, or if no selected
   *     cell can run
   */
  ForkPlan(BenchmarkSet set, JmhWords words) {
    this.words = words;
    List<String> patterns = words.ofRun().getIncludes();
    Map<SuiteMethod, List<JmhWords>> lines = new LinkedHashMap<>();
    for (SuiteMethod method : SuiteMethod.find(patterns, words.getExcludes())) {
      List<JmhWords> own = set.lines(method.name());
      if (!own.isEmpty() || !patterns.isEmpty()) {
        lines.put(method, own.isEmpty() ? List.of(JmhWords.parse(List.of())) : own);
      }
    }
    refuseUnknown(lines.keySet());
    lines.forEach((method, own) -> own.forEach(line -> add(method, line)));
    if (cells.isEmpty()) {
      throw new InvalidSettingException(
          "nothing can run: "
              + absences.stream()
                  .findFirst()
                  .map(a -> a.label() + ": " + a.reason())
                  .orElse("no benchmark has this name and these values; -lp lists both"));
    }
  }

  /** Refuses names and values that no chosen benchmark has: JMH would ignore a wrong name. */
  private void refuseUnknown(Collection<SuiteMethod> methods) {
    for (String name : words.parameterNames()) {
      for (String value : words.getParameter(name).orElse(List.of())) {
        if (methods.stream().noneMatch(method -> method.has(name, value))) {
          throw new InvalidSettingException(
              "-p: no benchmark that was chosen has %s=%s; -lp lists names and values"
                  .formatted(name, value));
        }
      }
    }
  }

  private void add(SuiteMethod method, JmhWords line) {
    Map<String, List<String>> chosen = new TreeMap<>();
    method.parameters().forEach((name, all) -> chosen.put(name, values(name, all, line)));
    int forks = words.getForkCount().orElse(line.getForkCount().orElse(method.forks()));
    for (BenchmarkCell cell : method.cells(chosen)) {
      method
          .absence(cell)
          .ifPresentOrElse(
              reason -> absences.add(new Absence(cell.method(), cell.parameters(), reason)),
              () -> cells.putIfAbsent(cell, new PlannedCell(cell, forks, method.fork(words))));
    }
  }

  /** Returns the values of the command line, those of the set, or the usual one. */
  private List<String> values(String name, List<String> all, JmhWords line) {
    Collection<String> given = words.getParameter(name).orElse(List.of());
    if (!given.isEmpty()) {
      // Another benchmark may have the other values.
      return given.stream().filter(all::contains).toList();
    }
    Collection<String> ofSet = line.getParameter(name).orElse(all.subList(0, 1));
    return ofSet.contains("*") ? all : List.copyOf(ofSet);
  }

  List<PlannedCell> cells() {
    return List.copyOf(cells.values());
  }

  List<Absence> absences() {
    return List.copyOf(absences);
  }

  int forks() {
    return cells.values().stream().mapToInt(PlannedCell::forks).sum();
  }

  /** Returns the number of rounds: the largest number of forks of a cell. */
  int rounds() {
    return cells.values().stream().mapToInt(PlannedCell::forks).max().orElse(0);
  }

  /** Returns the duration of all forks. */
  Duration duration() {
    return cells.values().stream()
        .map(planned -> planned.fork().multipliedBy(planned.forks()))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
