package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.report.Absence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The cells of a run, each with its forks, and those that this JVM lacks. */
final class ForkPlan {
  /**
   * A cell to run.
   *
   * @param forks the number of forks
   * @param fork the duration of one, by annotations and options
   */
  record PlannedCell(BenchmarkCell cell, int forks, Duration fork) {}

  private final JmhWords words;
  private final Map<BenchmarkCell, PlannedCell> cells = new LinkedHashMap<>();
  private final List<Absence> absences = new ArrayList<>();

  /**
   * Selects the cells: those of the set, with the values of the command line. A benchmark that the
   * command line names and the set lacks runs with its usual values.
   *
   * @throws InvalidSettingException if a pattern, a parameter or a value matches nothing, or if no
   *     selected cell can run
   */
  ForkPlan(BenchmarkSet set, JmhWords words) {
    this.words = words;
    List<SuiteMethod> asked = SuiteMethod.find(words.ofRun().getIncludes(), words.getExcludes());
    if (asked.isEmpty()) {
      throw new InvalidSettingException(
          "pattern: no benchmark has '"
              + String.join("' or '", words.ofRun().getIncludes())
              + "' in its name, or all are excluded; -l lists them");
    }
    List<JmhWords> all = set.lines();
    Map<SuiteMethod, List<JmhWords>> lines = new LinkedHashMap<>();
    for (SuiteMethod method : asked) {
      List<JmhWords> own =
          all.stream()
              .filter(line -> method.name().endsWith("." + line.ofRun().getIncludes().get(0)))
              .toList();
      if (!own.isEmpty()) {
        lines.put(method, own);
      } else if (!words.ofRun().getIncludes().isEmpty()) {
        lines.put(method, List.of(JmhWords.parse(List.of())));
      }
    }
    words.parameterNames().forEach(name -> refuseUnknown(name, lines.keySet()));
    lines.forEach((method, own) -> own.forEach(line -> add(method, line)));
    if (cells.isEmpty()) {
      throw new InvalidSettingException(
          "nothing can run: "
              + absences.stream()
                  .findFirst()
                  .map(a -> a.label() + ": " + a.reason())
                  .orElse("no benchmark has all of these values; -lp lists them"));
    }
  }

  private void refuseUnknown(String name, Collection<SuiteMethod> methods) {
    Set<String> names = new TreeSet<>();
    Set<String> values = new LinkedHashSet<>();
    for (SuiteMethod method : methods) {
      names.addAll(method.parameters().keySet());
      values.addAll(method.parameters().getOrDefault(name, List.of()));
    }
    if (values.isEmpty()) {
      throw new InvalidSettingException(
          "-p: no benchmark that was chosen has a parameter '"
              + name
              + "'; choose one of "
              + String.join(", ", names));
    }
    for (String value : words.getParameter(name).orElse(List.of())) {
      if (!values.contains(value)) {
        throw new InvalidSettingException(
            "-p: there is no "
                + name
                + " '"
                + value
                + "'; choose one of "
                + String.join(", ", values));
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
              reason -> addAbsence(new Absence(cell.method(), cell.parameters(), reason)),
              () -> cells.putIfAbsent(cell, new PlannedCell(cell, forks, method.fork(words))));
    }
  }

  private void addAbsence(Absence absence) {
    if (!absences.contains(absence)) {
      absences.add(absence);
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
    return absences;
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
