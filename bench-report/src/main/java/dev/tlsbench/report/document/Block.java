package dev.tlsbench.report.document;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.json.Inline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A part of a section. Every text is plain; each page escapes it in its own way. */
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
   * @param chooser the property in which {@code views} differ, such as {@code Metric}
   * @param views pictures among which a reader chooses; at least one
   */
  record Chart(String title, String label, String chooser, List<View> views, Table numbers)
      implements Block {

    public Chart(String title, String label, View view, Table numbers) {
      this(title, label, "", List.of(view), numbers);
    }
  }

  /** A table; its first {@code names} columns name a row, the others hold values. */
  record Table(
      String caption, boolean folded, int names, List<String> header, List<List<Cell>> rows)
      implements Block {

    /** Creates an open table of two columns, in the order of the map. */
    public static Table facts(String caption, Map<String, String> facts) {
      return Columns.of(facts.entrySet())
          .text("what", Map.Entry::getKey)
          .text("value", Map.Entry::getValue)
          .open(caption);
    }

    /**
     * Creates a folded table of two columns, both written as code and sorted by name.
     *
     * @param nameTitle the title of the first column
     */
    public static Table codes(String caption, String nameTitle, Map<String, String> facts) {
      return Columns.of(new TreeMap<>(facts).entrySet())
          .code(nameTitle, Map.Entry::getKey)
          .code("value", Map.Entry::getValue)
          .folded(caption);
    }

    /** Returns true if a cell of this column has a value. */
    public boolean isNumber(int column) {
      return column >= names && rows.stream().anyMatch(row -> row.get(column).value() != null);
    }

    public Table turned() {
      List<String> titles = new ArrayList<>(List.of(header.get(0)));
      rows.forEach(
          row ->
              titles.add(
                  row.subList(0, names).stream()
                      .map(Cell::text)
                      .collect(Collectors.joining(", "))));
      Table turned = new Table(caption, folded, 1, titles, new ArrayList<>());
      for (int column = names; column < header.size(); column++) {
        List<Cell> row = new ArrayList<>(List.of(Cell.of(header.get(column))));
        for (List<Cell> own : rows) {
          row.add(own.get(column));
        }
        turned.rows().add(row);
      }
      return turned;
    }
  }

  /**
   * A cell.
   *
   * @param text the text as shown, with no more digits of {@code value} than its interval allows
   * @param value the number behind the text, with its interval; {@code null} if there is none
   */
  @Inline
  record Cell(
      String text,
      @Nullable Double value,
      @Nullable Double low95,
      @Nullable Double high95,
      boolean code) {
    /** An unknown number. */
    public static final Cell NONE = of("–");

    public static Cell of(String text) {
      return new Cell(text, null, null, null, false);
    }

    /** An identifier, set as code. */
    public static Cell code(String text) {
      return new Cell(text, null, null, null, true);
    }

    /** A number without an interval. */
    public static Cell of(String text, double value) {
      return new Cell(text, value, null, null, false);
    }

    /** A figure in a form of its own, such as {@link Figure#plusMinus}. */
    public static Cell of(String text, Figure figure) {
      return new Cell(text, figure.value(), figure.low95(), figure.high95(), false);
    }

    /** A figure with its unit and interval; {@link #NONE} if {@code null}. */
    public static Cell of(@Nullable Figure figure) {
      return figure == null ? NONE : of(figure.text(), figure);
    }

    public static Cell count(long value) {
      return of(Numbers.count(value), (double) value);
    }

    /** A duration in microseconds; {@link #NONE} if {@code null}. */
    public static Cell micros(@Nullable Double value) {
      return value == null ? NONE : of(Unit.MICROS.text(value), value);
    }
  }
}
