package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.report.ExperimentResult.Cell;
import dev.tlsbench.experiment.report.ExperimentResult.Table;
import dev.tlsbench.report.Figure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An experiment at a chosen scale. Immutable. */
public final class Plan {
  private static final Pattern STEP = Pattern.compile("[A-Za-z0-9][\\w.-]*");
  private static final List<String> COMMANDS =
      List.of("connect", "compare", "sweep", "bulk", "saturate");

  private final Map<String, String> quantities;
  private final List<Step> steps;
  private final Definition definition;
  private final Blanks blanks;

  Plan(Map<String, String> quantities, List<Step> steps, Definition definition, Blanks blanks) {
    this.quantities = Collections.unmodifiableMap(new LinkedHashMap<>(quantities));
    this.steps = List.copyOf(steps);
    this.definition = definition;
    this.blanks = blanks;
    validate();
  }

  /** Reports errors of the definition before anything runs. */
  private void validate() {
    Set<String> names = new HashSet<>();
    for (Step step : steps) {
      if (!STEP.matcher(step.name()).matches() || !names.add(step.name())) {
        throw new InvalidSettingException(
            "catalog: step '"
                + step.name()
                + "': its name is not unique, or has other characters than letters, digits, . _ -");
      }
      if (!COMMANDS.contains(step.args().get(0))) {
        throw new InvalidSettingException(
            "catalog: step '" + step.name() + "': runs none of " + String.join(", ", COMMANDS));
      }
    }
    tables(Map.of());
    diskBytes();
    memoryBytes();
  }

  /**
   * One command.
   *
   * @param name the name in references of tables
   * @param args the arguments of {@code tlsbench}, without URL
   */
  public record Step(String name, List<String> args) {
    public Step {
      args = List.copyOf(args);
    }
  }

  /** Returns the original's sizes at this scale, by name. */
  public Map<String, String> quantities() {
    return quantities;
  }

  public List<Step> steps() {
    return steps;
  }

  /** Returns the size of the server's data in bytes. */
  public double diskBytes() {
    return definition.needs().diskBytes(quantities);
  }

  /** Returns the memory that it needs in addition to client and server, in bytes. */
  public double memoryBytes() {
    return definition.needs().memoryBytes(quantities);
  }

  /** Returns the tables, filled with the figures of steps; unknown figures stay empty. */
  public List<Table> tables(Map<String, StepFigures> found) {
    References references =
        new References(steps.stream().map(Step::name).collect(Collectors.toSet()), found);
    List<Table> tables = new ArrayList<>();
    for (Definition.Table table : definition.tables()) {
      for (Blanks ofTable : blanks.each(table.each())) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Definition.Row row : table.rows()) {
          for (Blanks ofRow : ofTable.each(row.each())) {
            rows.add(row.cells().stream().map(cell -> cell(ofRow.fill(cell), references)).toList());
            requireSameLength(table, row);
          }
        }
        tables.add(marked(table, ofTable.fill(table.title()), rows));
      }
    }
    return tables;
  }

  /** Marks published figures of another size than this run's. */
  private Table marked(Definition.Table table, String title, List<List<Cell>> rows) {
    Definition.Published published = table.published();
    if (published == null || isOriginal(published.size())) {
      return new Table(title, table.columns(), table.curves(), rows);
    }
    List<List<Cell>> marked = new ArrayList<>();
    for (List<Cell> row : rows) {
      boolean all = isPublished(row.get(0).text());
      List<Cell> cells = new ArrayList<>(row);
      for (int i = 1; i < row.size(); i++) {
        String text = row.get(i).text();
        if (text != null && !text.isEmpty() && (all || isPublished(table.columns().get(i)))) {
          cells.set(i, new Cell(text + " *", null));
        }
      }
      marked.add(cells);
    }
    String note = " (* published with " + published.with() + ")";
    return new Table(title + note, table.columns(), table.curves(), marked);
  }

  private static boolean isPublished(@Nullable String title) {
    return title != null && title.startsWith("published");
  }

  private boolean isOriginal(@Nullable String size) {
    if (size == null) {
      return false;
    }
    String original = definition.at(1).get(size);
    if (original == null) {
      throw new InvalidSettingException("catalog: no quantity is named '" + size + "'");
    }
    return original.equals(quantities.get(size));
  }

  private static void requireSameLength(Definition.Table table, Definition.Row row) {
    if (row.cells().size() != table.columns().size()
        || !table.columns().containsAll(table.curves())) {
      throw new InvalidSettingException(
          "catalog: table '"
              + table.title()
              + "': a row lacks cells or has too many, or a curve names no column");
    }
  }

  private static Cell cell(String text, References references) {
    if (!References.isOne(text)) {
      return new Cell(text, null);
    }
    Optional<Figure> figure = references.find(text);
    return new Cell(null, figure.orElse(null));
  }
}
