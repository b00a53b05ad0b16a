package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.report.json.OneLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a section. Every text is plain: each page escapes it in its own way. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Block.Text.class, name = "text"),
  @JsonSubTypes.Type(value = Block.Bullets.class, name = "bullets"),
  @JsonSubTypes.Type(value = Block.Code.class, name = "code"),
  @JsonSubTypes.Type(value = Block.Chart.class, name = "chart"),
  @JsonSubTypes.Type(value = Block.Table.class, name = "table")
})
public sealed interface Block {

  /**
   * A paragraph.
   *
   * @param text on one line
   */
  record Text(String text) implements Block {}

  /**
   * Sentences that stand apart, such as the notes below a table.
   *
   * @param items one line each
   */
  record Bullets(List<String> items) implements Block {}

  /**
   * Something that can be typed.
   *
   * @param text on one line
   */
  record Code(String text) implements Block {}

  /**
   * A picture of numbers that are in a table too.
   *
   * @param title its heading
   * @param label its content, for those who do not see it
   * @param chooser the name of what {@code views} differ in, such as {@code Metric}
   * @param views pictures among which a reader chooses; one at least
   * @param numbers the table
   */
  record Chart(String title, String label, String chooser, List<View> views, Table numbers)
      implements Block {

    /**
     * A chart with one picture.
     *
     * @param title its heading
     * @param label its content, for those who do not see it
     * @param view the picture
     * @param numbers the table
     */
    public Chart(String title, String label, View view, Table numbers) {
      this(title, label, "", List.of(view), numbers);
    }
  }

  /**
   * A table; its first {@code names} columns name a row, the others are about it.
   *
   * @param caption its content, in a few words
   * @param folded whether it is for those who look closer, and closed at first
   * @param names how many columns name a row
   * @param header one title for each column
   * @param rows as many cells as there are titles
   */
  record Table(
      String caption, boolean folded, int names, List<String> header, List<List<Cell>> rows)
      implements Block {

    /**
     * A table that is always open, whose first column names the rows.
     *
     * @param caption its content, in a few words
     * @param header the titles of the columns
     * @return a table without rows
     */
    public static Table open(String caption, String... header) {
      return new Table(caption, false, 1, List.of(header), new ArrayList<>());
    }

    /**
     * A table that can be opened, whose first column names the rows.
     *
     * @param caption its content, in a few words
     * @param header the titles of the columns
     * @return a table without rows
     */
    public static Table folded(String caption, String... header) {
      return new Table(caption, true, 1, List.of(header), new ArrayList<>());
    }

    /**
     * A table of two columns that is always open.
     *
     * @param caption its content, in a few words
     * @param facts values by their names, in their order
     * @return a table with a row for each
     */
    public static Table facts(String caption, Map<String, String> facts) {
      Table table = open(caption, "what", "value");
      facts.forEach((name, value) -> table.add(null, Cell.of(name), Cell.of(value)));
      return table;
    }

    /**
     * A table of two columns that can be opened, both written as code.
     *
     * @param caption its content, in a few words
     * @param what the title of the first column
     * @param facts values by their names, which are sorted
     * @return a table with a row for each
     */
    public static Table codes(String caption, String what, Map<String, String> facts) {
      Table table = folded(caption, what, "value");
      facts.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(fact -> table.add(null, Cell.code(fact.getKey()), Cell.code(fact.getValue())));
      return table;
    }

    /**
     * The same, empty, with one more column in front if there is an axis.
     *
     * @param axis the title of that column; {@code null} for none
     * @return a table without rows
     */
    public Table over(@Nullable String axis) {
      if (axis == null) {
        return this;
      }
      List<String> longer = new ArrayList<>(List.of(axis));
      longer.addAll(header);
      return new Table(caption, folded, names + 1, List.copyOf(longer), new ArrayList<>());
    }

    /**
     * Tells whether a column holds numbers.
     *
     * @param column from 0
     * @return whether some cell of it has a value
     */
    public boolean isNumber(int column) {
      return column >= names && rows.stream().anyMatch(row -> row.get(column).value() != null);
    }

    /**
     * Adds a row.
     *
     * @param axisValue the cell in front; {@code null}, the value of an axis that is not there, is
     *     left out
     * @param cells the others
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
   * One cell.
   *
   * @param text as it is shown
   * @param value the number behind the text; {@code null} if there is none
   * @param code whether it is a name of a program's own
   */
  @OneLine
  record Cell(String text, @Nullable Double value, boolean code) {
    /** A number that is not known. */
    public static final Cell NONE = new Cell("–", null, false);

    /**
     * Words.
     *
     * @param text as it is shown
     * @return a cell without a value
     */
    public static Cell of(String text) {
      return new Cell(text, null, false);
    }

    /**
     * A name of a program's own.
     *
     * @param text as it is shown
     * @return a cell without a value
     */
    public static Cell code(String text) {
      return new Cell(text, null, true);
    }

    /**
     * A number.
     *
     * @param text as it is shown
     * @param value the number behind it
     * @return a cell with this value
     */
    public static Cell of(String text, double value) {
      return new Cell(text, value, false);
    }

    /**
     * A figure with its unit and interval.
     *
     * @param figure {@code null} if it is not known
     * @return a cell with its value
     */
    public static Cell of(@Nullable Figure figure) {
      return figure == null ? NONE : of(figure.text(), figure.value());
    }

    /**
     * A whole number.
     *
     * @param value the number
     * @return a cell with this value
     */
    public static Cell count(long value) {
      return new Cell(Numbers.count(value), (double) value, false);
    }

    /**
     * A duration.
     *
     * @param value in microseconds; {@code null} if it is not known
     * @return a cell with this value
     */
    public static Cell micros(@Nullable Double value) {
      return value == null ? NONE : of(Numbers.micros(value), value);
    }
  }
}
