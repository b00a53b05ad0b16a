package dev.tlsbench.experiment.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What sections are made of. Every text is plain: each rendering escapes it its own way. */
sealed interface Block {

  /** A paragraph. */
  record Text(String text) implements Block {}

  /** What is typed, on one line. */
  record Code(String text) implements Block {}

  /**
   * A picture of numbers that are in a table too.
   *
   * @param kind how {@code report.js} draws it
   * @param title its heading
   * @param label what someone is told who does not see it
   * @param numbers what it shows
   */
  record Chart(String kind, String title, String label, Table numbers) implements Block {}

  /**
   * A table; its first {@code names} columns name a row, the others are about it.
   *
   * @param caption what is in it
   * @param folded whether it is for those who look closer, and closed at first
   * @param names how many columns name a row
   * @param header one title for each column
   * @param rows as many cells as there are titles
   */
  record Table(
      String caption, boolean folded, int names, List<String> header, List<List<Cell>> rows)
      implements Block {

    /** A table that is always open, whose first column names the rows. */
    static Table open(String caption, String... header) {
      return new Table(caption, false, 1, List.of(header), new ArrayList<>());
    }

    /** A table that can be opened, whose first column names the rows. */
    static Table folded(String caption, String... header) {
      return new Table(caption, true, 1, List.of(header), new ArrayList<>());
    }

    /** The same, empty, with one more column in front if there is an axis. */
    Table over(@Nullable String axis) {
      if (axis == null) {
        return this;
      }
      List<String> longer = new ArrayList<>(List.of(axis));
      longer.addAll(header);
      return new Table(caption, folded, names + 1, List.copyOf(longer), new ArrayList<>());
    }

    /** Adds a row; a {@code null} in front, the value of an axis that is not there, is left out. */
    void add(@Nullable String axisValue, Cell... cells) {
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
  record Cell(String text, @Nullable Double value, boolean code) {
    /** A number that is not known. */
    static final Cell NONE = new Cell("–", null, false);

    static Cell of(String text) {
      return new Cell(text, null, false);
    }

    static Cell code(String text) {
      return new Cell(text, null, true);
    }

    static Cell of(String text, double value) {
      return new Cell(text, value, false);
    }

    static Cell count(long value) {
      return new Cell(Numbers.count(value), (double) value, false);
    }

    static Cell micros(@Nullable Double value) {
      return value == null ? NONE : of(Numbers.micros(value), value);
    }
  }
}
