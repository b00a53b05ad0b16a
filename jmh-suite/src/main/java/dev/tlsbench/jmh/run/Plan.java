package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.report.Absence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The cells that a command line asks for: those to run, and those that this JVM lacks. */
final class Plan {
  private final Catalog catalog;
  private final CommandLine commandLine;
  private final Map<BenchmarkCell, BenchmarkMethod> cells = new LinkedHashMap<>();
  private final List<Absence> absences = new ArrayList<>();

  /**
   * Chooses.
   *
   * @throws InvalidSettingException if a pattern, a parameter or a value fits nothing, or if
   *     nothing of what was asked for can run
   */
  Plan(CommandLine commandLine, Catalog catalog) {
    this.commandLine = commandLine;
    this.catalog = catalog;
    for (BenchmarkCell cell : withParameters(matching(commandLine.set().cells(catalog)))) {
      BenchmarkMethod method = catalog.method(cell);
      Optional<String> absence = method.absence(cell);
      if (absence.isPresent()) {
        absences.add(new Absence(cell.method(), cell.parameters(), absence.get()));
      } else {
        cells.put(cell, method);
      }
    }
    if (cells.isEmpty()) {
      throw new InvalidSettingException(
          "nothing can run: "
              + absences.stream()
                  .findFirst()
                  .map(
                      a ->
                          BenchmarkCell.of(a.benchmark(), a.parameters()).label()
                              + ": "
                              + a.reason())
                  .orElse("the set has no cell with all of these values; -l lists its cells"));
    }
  }

  private List<BenchmarkCell> matching(List<BenchmarkCell> all) {
    List<String> includes = commandLine.jmh().userIncludes();
    List<BenchmarkCell> chosen = new ArrayList<>();
    for (BenchmarkCell cell : all) {
      if (includes.isEmpty() || includes.stream().anyMatch(i -> finds("pattern", i).test(cell))) {
        chosen.add(cell);
      }
    }
    for (String include : includes) {
      refuseUnmatched(include, all);
    }
    for (String exclude : commandLine.jmh().getExcludes()) {
      chosen.removeIf(finds("-e", exclude));
    }
    if (chosen.isEmpty()) {
      throw new InvalidSettingException(
          "-e: every benchmark that was chosen is excluded; choose among " + methods(all));
    }
    return chosen;
  }

  private void refuseUnmatched(String include, List<BenchmarkCell> all) {
    if (all.stream().anyMatch(finds("pattern", include))) {
      return;
    }
    String where = "set " + commandLine.set().id();
    boolean inAnotherSet =
        BenchmarkSet.ALL.cells(catalog).stream().anyMatch(finds("pattern", include));
    throw new InvalidSettingException(
        "pattern: no benchmark of "
            + where
            + " has '"
            + include
            + "' in its name; "
            + (inAnotherSet ? "try --set full, or " : "")
            + "choose among "
            + methods(all));
  }

  /** JMH's rule: the pattern is found anywhere in the qualified name. */
  private static Predicate<BenchmarkCell> finds(String option, String regex) {
    try {
      Pattern pattern = Pattern.compile(regex);
      return cell -> pattern.matcher(cell.benchmark()).find();
    } catch (PatternSyntaxException e) {
      throw new InvalidSettingException(
          option + ": '" + regex + "' is no regular expression: " + e.getDescription(), e);
    }
  }

  private static String methods(Collection<BenchmarkCell> cells) {
    return String.join(", ", new TreeSet<>(cells.stream().map(BenchmarkCell::method).toList()));
  }

  private Set<BenchmarkCell> withParameters(Collection<BenchmarkCell> chosen) {
    Set<BenchmarkCell> cellsNow = new LinkedHashSet<>(chosen);
    for (Map.Entry<String, Set<String>> parameter : commandLine.parameters().entrySet()) {
      String name = parameter.getKey();
      refuseUnknown(name, parameter.getValue(), chosen);
      Set<BenchmarkCell> replaced = new LinkedHashSet<>();
      for (BenchmarkCell cell : cellsNow) {
        if (!cell.parameters().containsKey(name)) {
          replaced.add(cell);
          continue;
        }
        List<String> all = valuesOf(name, cell);
        parameter.getValue().stream()
            .filter(all::contains)
            .forEach(value -> replaced.add(cell.with(name, value)));
      }
      cellsNow = replaced;
    }
    return cellsNow;
  }

  private List<String> valuesOf(String name, BenchmarkCell cell) {
    return catalog.method(cell).parameters().getOrDefault(name, List.of());
  }

  private void refuseUnknown(String name, Set<String> values, Collection<BenchmarkCell> chosen) {
    Set<String> names = new TreeSet<>();
    Set<String> known = new LinkedHashSet<>();
    for (BenchmarkCell cell : chosen) {
      names.addAll(cell.parameters().keySet());
      known.addAll(valuesOf(name, cell));
    }
    if (known.isEmpty()) {
      throw new InvalidSettingException(
          "-p: no benchmark that was chosen has a parameter '"
              + name
              + "'; choose one of "
              + String.join(", ", names));
    }
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

  /** The cells to run, in the order of the set. */
  List<BenchmarkCell> cells() {
    return List.copyOf(cells.keySet());
  }

  /** The cells that cannot run, with the reason. */
  List<Absence> absences() {
    return absences;
  }

  int forks(BenchmarkCell cell) {
    return method(cell).forks(commandLine.jmh());
  }

  /** The duration of one fork of a cell, as annotations and options have it. */
  Duration fork(BenchmarkCell cell) {
    return method(cell).fork(commandLine.jmh());
  }

  /** The number of forks in all rounds. */
  int turns() {
    return cells().stream().mapToInt(this::forks).sum();
  }

  /** The number of rounds: the most forks that a cell has. */
  int rounds() {
    return cells().stream().mapToInt(this::forks).max().orElse(0);
  }

  /** The duration of all forks, as annotations and options have it. */
  Duration estimate() {
    return cells().stream()
        .map(cell -> fork(cell).multipliedBy(forks(cell)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private BenchmarkMethod method(BenchmarkCell cell) {
    return catalog.method(cell);
  }
}
