package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.report.document.Calculation.Output;
import dev.tlsbench.report.json.OneLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A part of a section. Every text is plain; each page escapes it in its own way. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Block.Text.class, name = "text"),
  @JsonSubTypes.Type(value = Block.Bullets.class, name = "bullets"),
  @JsonSubTypes.Type(value = Block.Code.class, name = "code"),
  @JsonSubTypes.Type(value = Block.Chart.class, name = "chart"),
  @JsonSubTypes.Type(value = Block.Calculator.class, name = "calculator"),
  @JsonSubTypes.Type(value = Block.Table.class, name = "table")
})
public sealed interface Block {

  /** A paragraph, on one line. */
  record Text(String text) implements Block {}

  /** Separate sentences, such as the notes below a table; one line each. */
  record Bullets(List<String> items) implements Block {}

  /** A command to copy, on one line. */
  record Code(String text) implements Block {}

  /**
   * A picture of numbers, with the table that holds them.
   *
   * @param label alternative text for screen readers
   * @param chooser the property in which {@code views} differ, such as {@code Metric}
   * @param views pictures among which a reader chooses; at least one
   */
  record Chart(String title, String label, String chooser, List<View> views, Table numbers)
      implements Block {

    /** A chart with one picture. */
    public Chart(String title, String label, View view, Table numbers) {
      this(title, label, "", List.of(view), numbers);
    }
  }

  /**
   * Values that a reader computes for inputs of their own.
   *
   * @param label the values in one sentence; the caption of their table
   */
  record Calculator(String title, String label, Calculation calculation) implements Block {
    /**
     * Creates a calculator.
     *
     * @throws IllegalArgumentException if the calculation has no input or no output
     */
    public Calculator {
      if (calculation.inputs().isEmpty() || calculation.outputs().isEmpty()) {
        throw new IllegalArgumentException(
            title + ": has no input or no output; use a table for values that do not change");
      }
    }

    /** Returns a sentence with the inputs of {@link #table()}, for pages without sliders. */
    public String sentence() {
      return calculation.inputs().stream()
          .map(input -> input.label() + " " + input.text())
          .collect(
              Collectors.joining("; ", "Calculated for: ", ". In report.html, sliders set these."));
    }

    /** Returns the outputs at the start: a row for each group, a column for each label. */
    public Table table() {
      Set<String> labels = new LinkedHashSet<>();
      Map<String, Map<String, Cell>> groups = new LinkedHashMap<>();
      for (Output output : calculation.outputs()) {
        labels.add(output.label());
        groups
            .computeIfAbsent(output.group(), group -> new HashMap<>())
            .put(output.label(), Cell.of(calculation.evaluate(output.name(), Map.of())));
      }
      List<String> header = new ArrayList<>(List.of(""));
      header.addAll(labels);
      Table table = Table.open(label, header.toArray(String[]::new));
      groups.forEach(
          (group, cells) ->
              table.add(
                  group,
                  labels.stream()
                      .map(column -> cells.getOrDefault(column, Cell.NONE))
                      .toArray(Cell[]::new)));
      return table;
    }
  }

  /**
   * A table; its first {@code names} columns name a row, the others hold values.
   *
   * @param folded true for details, which a page shows only on request
   * @param header one title for each column
   * @param rows as many cells as there are titles
   */
  record Table(
      String caption, boolean folded, int names, List<String> header, List<List<Cell>> rows)
      implements Block {

    /** Creates an empty table that is always open and whose first column names the rows. */
    public static Table open(String caption, String... header) {
      return new Table(caption, false, 1, List.of(header), new ArrayList<>());
    }

    /** Creates an empty folded table whose first column names the rows. */
    public static Table folded(String caption, String... header) {
      return new Table(caption, true, 1, List.of(header), new ArrayList<>());
    }

    /** Creates an open table of two columns, in the order of the map. */
    public static Table facts(String caption, Map<String, String> facts) {
      Table table = open(caption, "what", "value");
      facts.forEach((name, value) -> table.add(null, Cell.of(name), Cell.of(value)));
      return table;
    }

    /**
     * Creates a folded table of two columns, both written as code and sorted by name.
     *
     * @param nameTitle the title of the first column
     */
    public static Table codes(String caption, String nameTitle, Map<String, String> facts) {
      Table table = folded(caption, nameTitle, "value");
      facts.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(fact -> table.add(null, Cell.code(fact.getKey()), Cell.code(fact.getValue())));
      return table;
    }

    /**
     * Returns an empty copy that has one more column in front if there is an axis.
     *
     * @param axis the title of that column; {@code null} for none
     */
    public Table over(@Nullable String axis) {
      if (axis == null) {
        return this;
      }
      List<String> longer = new ArrayList<>(List.of(axis));
      longer.addAll(header);
      return new Table(caption, folded, names + 1, List.copyOf(longer), new ArrayList<>());
    }

    /** Returns true if a cell of this column has a value. */
    public boolean isNumber(int column) {
      return column >= names && rows.stream().anyMatch(row -> row.get(column).value() != null);
    }

    /**
     * Adds a row.
     *
     * @param axisValue the cell in front; omitted if {@code null}, for tables without an axis
     */
    public void add(@Nullable String axisValue, Cell... cells) {
      List<Cell> row = new ArrayList<>();
      if (axisValue != null) {
        row.add(Cell.of(axisValue));
      }
      row.addAll(Arrays.asList(cells));
      rows.add(row);
    }
  }

  /**
   * A cell.
   *
   * @param text the text as shown
   * @param value the number behind the text; {@code null} if there is none
   * @param code true for identifiers, which are set in a fixed-width font
   */
  @OneLine
  record Cell(String text, @Nullable Double value, boolean code) {
    /** An unknown number. */
    public static final Cell NONE = new Cell("–", null, false);

    public static Cell of(String text) {
      return new Cell(text, null, false);
    }

    /** An identifier, set as code. */
    public static Cell code(String text) {
      return new Cell(text, null, true);
    }

    public static Cell of(String text, double value) {
      return new Cell(text, value, false);
    }

    /** A figure with its unit and interval; {@link #NONE} if {@code null}. */
    public static Cell of(@Nullable Figure figure) {
      return figure == null ? NONE : of(figure.text(), figure.value());
    }

    /** A whole number. */
    public static Cell count(long value) {
      return new Cell(Numbers.count(value), (double) value, false);
    }

    /** A duration in microseconds; {@link #NONE} if {@code null}. */
    public static Cell micros(@Nullable Double value) {
      return value == null ? NONE : of(Numbers.micros(value), value);
    }
  }
}
