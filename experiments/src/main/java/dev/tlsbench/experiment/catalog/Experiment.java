package dev.tlsbench.experiment.catalog;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.report.ExperimentResult;
import dev.tlsbench.experiment.report.ExperimentResult.Cell;
import dev.tlsbench.experiment.report.ExperimentResult.Publication;
import dev.tlsbench.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A published experiment, as in its YAML file: a list of commands, and tables of what was published
 * beside what they measure.
 *
 * @param bindings the databases that can run it; the first one is the default
 * @param steps arguments of {@code tlsbench} without URL, separated by spaces, by the name of the
 *     step
 * @param differences reasons why the figures may differ from the published ones, one sentence each
 */
public record Experiment(
    @JsonProperty(required = true) String title,
    @JsonProperty(required = true) String question,
    @JsonProperty(required = true) String source,
    @JsonProperty(required = true) String system,
    @JsonProperty(required = true) String size,
    @JsonProperty(required = true) List<String> bindings,
    @JsonProperty(required = true) Map<String, String> steps,
    @JsonProperty(required = true) List<Table> tables,
    @Nullable List<String> differences) {

  private static final Pattern STEP = Pattern.compile("[A-Za-z0-9][\\w.-]*");
  private static final List<String> COMMANDS =
      List.of("connect", "compare", "sweep", "bulk", "saturate");

  /** The first character of a cell that refers to a figure. */
  private static final String MARK = "=";

  /**
   * A table.
   *
   * @param rows a cell for each column: a text, or a figure of a step, {@code =step:subject.name}
   */
  public record Table(
      @JsonProperty(required = true) String title,
      @JsonProperty(required = true) List<String> columns,
      @JsonProperty(required = true) List<List<String>> rows) {}

  void validate() {
    if (bindings.isEmpty()) {
      throw new InvalidSettingException("catalog: bindings: is empty; name a database");
    }
    commands()
        .forEach(
            (name, args) -> {
              if (!STEP.matcher(name).matches()) {
                throw new InvalidSettingException(
                    "catalog: step '"
                        + name
                        + "': its name has other characters than letters, digits, . _ -");
              }
              if (!COMMANDS.contains(args.get(0))) {
                throw new InvalidSettingException(
                    "catalog: step '" + name + "': runs none of " + String.join(", ", COMMANDS));
              }
            });
    tables(Map.of());
  }

  public Publication publication(String name) {
    return new Publication(
        name,
        title,
        question,
        source,
        system,
        size,
        Objects.requireNonNullElse(differences, List.of()));
  }

  /** Returns the arguments of {@code tlsbench}, without URL, by the name of the step. */
  public Map<String, List<String>> commands() {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    steps.forEach((name, run) -> commands.put(name, List.of(run.strip().split("\\s+"))));
    return commands;
  }

  /** Returns the tables, filled with the figures of steps; unknown figures stay empty. */
  public List<ExperimentResult.Table> tables(Map<String, StepFigures> found) {
    List<ExperimentResult.Table> filled = new ArrayList<>();
    for (Table table : tables) {
      List<List<Cell>> rows = new ArrayList<>();
      for (List<String> row : table.rows()) {
        if (row.size() != table.columns().size()) {
          throw new InvalidSettingException(
              "catalog: table '" + table.title() + "': a row lacks cells or has too many");
        }
        rows.add(row.stream().map(cell -> cell(cell, found)).toList());
      }
      filled.add(new ExperimentResult.Table(table.title(), table.columns(), rows));
    }
    return filled;
  }

  private Cell cell(String text, Map<String, StepFigures> found) {
    if (!text.startsWith(MARK)) {
      return new Cell(text, null);
    }
    int colon = text.indexOf(':');
    String step = colon < 0 ? "" : text.substring(MARK.length(), colon);
    if (!steps.containsKey(step)) {
      throw new InvalidSettingException(
          "catalog: '%s' is no figure; write =step:subject.name with one of the steps %s"
              .formatted(text, String.join(", ", steps.keySet())));
    }
    StepFigures figures = found.get(step);
    Figure figure = figures == null ? null : figures.find(text.substring(colon + 1)).orElse(null);
    return new Cell(null, figure);
  }
}
