package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.cell.Cell;
import dev.tlsbench.jmh.report.Absence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** The cells that a request asks for: those to run, and those that this JVM lacks. */
final class Plan {
  private final Catalog catalog;
  private final Request request;
  private final JmhOptions jmh;
  private final List<Cell> cells = new ArrayList<>();
  private final List<Absence> absences = new ArrayList<>();

  /**
   * Selects the cells.
   *
   * @throws InvalidSettingException if a pattern, a parameter or a value matches nothing, or if no
   *     selected cell can run
   */
  Plan(Request request, Catalog catalog) {
    this.request = request;
    this.jmh = request.jmh();
    this.catalog = catalog;
    for (Cell cell : withParameters(matching(request.set().cells(catalog)))) {
      Optional<String> absence = catalog.method(cell).absence(cell);
      if (absence.isPresent()) {
        absences.add(new Absence(cell.method(), cell.parameters(), absence.get()));
      } else {
        cells.add(cell);
      }
    }
    if (cells.isEmpty()) {
      throw new InvalidSettingException(
          "nothing can run: "
              + absences.stream()
                  .findFirst()
                  .map(a -> Cell.of(a.benchmark(), a.parameters()).label() + ": " + a.reason())
                  .orElse("the set has no cell with all of these values; -l lists its cells"));
    }
  }

  private List<Cell> matching(List<Cell> all) {
    List<String> includes = jmh.userIncludes();
    for (String include : includes) {
      if (all.stream().noneMatch(finds("pattern", include))) {
        throw new InvalidSettingException(refusal(include, all));
      }
    }
    List<Cell> chosen = new ArrayList<>(all);
    chosen.removeIf(
        cell ->
            !includes.isEmpty()
                && includes.stream().noneMatch(i -> finds("pattern", i).test(cell)));
    jmh.getExcludes().forEach(exclude -> chosen.removeIf(finds("-e", exclude)));
    if (chosen.isEmpty()) {
      throw new InvalidSettingException(
          "-e: every benchmark that was chosen is excluded; choose among " + methods(all));
    }
    return chosen;
  }

  private String refusal(String include, List<Cell> all) {
    boolean inAnotherSet =
        BenchmarkSet.ALL.cells(catalog).stream().anyMatch(finds("pattern", include));
    return "pattern: no benchmark of set "
        + request.set().id()
        + " has '"
        + include
        + "' in its name; "
        + (inAnotherSet ? "try --set full, or " : "")
        + "choose among "
        + methods(all);
  }

  /** Returns JMH's rule: the qualified name contains a match of the pattern. */
  private static Predicate<Cell> finds(String option, String regex) {
    try {
      Pattern pattern = Pattern.compile(regex);
      return cell -> pattern.matcher(cell.benchmark()).find();
    } catch (PatternSyntaxException e) {
      throw new InvalidSettingException(
          option + ": '" + regex + "' is no regular expression: " + e.getDescription(), e);
    }
  }

  private static String methods(Collection<Cell> cells) {
    return String.join(", ", new TreeSet<>(cells.stream().map(Cell::method).toList()));
  }

  private Collection<Cell> withParameters(Collection<Cell> chosen) {
    Set<String> names = new TreeSet<>();
    chosen.forEach(cell -> names.addAll(cell.parameters().keySet()));
    for (String name : jmh.parameterNames()) {
      if (!names.contains(name)) {
        throw new InvalidSettingException(
            "-p: no benchmark that was chosen has a parameter '"
                + name
                + "'; choose one of "
                + String.join(", ", names));
      }
    }
    Collection<Cell> replaced = chosen;
    for (String name : jmh.parameterNames()) {
      Collection<String> values = jmh.getParameter(name).orElse(List.of());
      refuseUnknown(name, values, chosen);
      replaced =
          new LinkedHashSet<>(
              replaced.stream()
                  .flatMap(
                      cell ->
                          cell.parameters().containsKey(name)
                              ? values.stream()
                                  .filter(valuesOf(name, cell)::contains)
                                  .map(value -> cell.with(name, value))
                              : Stream.of(cell))
                  .toList());
    }
    return replaced;
  }

  private List<String> valuesOf(String name, Cell cell) {
    return catalog.method(cell).parameters().getOrDefault(name, List.of());
  }

  private void refuseUnknown(String name, Collection<String> values, Collection<Cell> chosen) {
    Set<String> known = new LinkedHashSet<>();
    chosen.forEach(cell -> known.addAll(valuesOf(name, cell)));
    for (String value : values) {
      if (!known.contains(value)) {
        throw new InvalidSettingException(
            "-p: there is no "
                + name
                + " '"
                + value
                + "'; choose one of "
                + String.join(", ", known));
      }
    }
  }

  /** Returns the cells to run, in the order of the set. */
  List<Cell> cells() {
    return cells;
  }

  List<Absence> absences() {
    return absences;
  }

  int forks(Cell cell) {
    return catalog.method(cell).forks(jmh, request.set());
  }

  /** Returns the duration of one fork of a cell, by annotations and options. */
  Duration fork(Cell cell) {
    return catalog.method(cell).fork(jmh);
  }

  /** Returns the number of forks in all rounds. */
  int turns() {
    return cells.stream().mapToInt(this::forks).sum();
  }

  /** Returns the number of rounds: the largest number of forks of a cell. */
  int rounds() {
    return cells.stream().mapToInt(this::forks).max().orElse(0);
  }

  /** Returns the duration of all forks, by annotations and options. */
  Duration estimate() {
    return cells.stream()
        .map(cell -> fork(cell).multipliedBy(forks(cell)))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
