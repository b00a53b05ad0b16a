package dev.tlsbench.report.document;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds a table with a row for each object, from its columns. A cell whose function returns {@code
 * null} is {@link Cell#NONE}.
 */
public final class Columns<R> {
  private final List<R> rows;
  private final List<Column<R>> columns = new ArrayList<>();
  private int names = 1;
  private boolean isWithoutEmptyRows;

  private record Column<R>(String title, Function<R, Cell> cell) {}

  private Columns(List<R> rows) {
    this.rows = rows;
  }

  /** Returns a table without columns, and with a row for each of these objects. */
  public static <R> Columns<R> of(Collection<R> rows) {
    return new Columns<>(List.copyOf(rows));
  }

  /** Sets the number of the first columns, which name a row; 1 unless it is set. */
  public Columns<R> named(int first) {
    names = first;
    return this;
  }

  public Columns<R> cell(String title, Function<R, Cell> cell) {
    columns.add(new Column<>(title, cell));
    return this;
  }

  /** Leaves out columns without a value in any row. */
  public Columns<R> withoutEmptyColumns() {
    columns.removeIf(column -> rows.stream().map(column.cell()).allMatch(Cell.NONE::equals));
    return this;
  }

  public <C> Columns<R> each(
      Collection<C> all, Function<C, String> title, BiFunction<R, C, Cell> cell) {
    all.forEach(one -> cell(title.apply(one), row -> cell.apply(row, one)));
    return this;
  }

  public Columns<R> text(String title, Function<R, @Nullable String> text) {
    return or(title, text, Cell::of);
  }

  /** Adds a column of identifiers. */
  public Columns<R> code(String title, Function<R, @Nullable String> text) {
    return or(title, text, Cell::code);
  }

  public Columns<R> count(String title, Function<R, @Nullable Long> number) {
    return or(title, number, Cell::count);
  }

  /** Adds a column of durations in microseconds. */
  public Columns<R> micros(String title, Function<R, @Nullable Double> number) {
    return figure(title, Unit.MICROS, number);
  }

  /** Adds a column of figures without intervals. */
  public Columns<R> figure(String title, Unit unit, Function<R, @Nullable Double> number) {
    return or(title, number, value -> Cell.of(Figure.of(value, unit)));
  }

  public Columns<R> number(String title, Function<R, @Nullable Double> number) {
    return figure(title, Unit.NUMBER, number);
  }

  private <V> Columns<R> or(String title, Function<R, @Nullable V> value, Function<V, Cell> cell) {
    return cell(
        title,
        row -> {
          V found = value.apply(row);
          return found == null ? Cell.NONE : cell.apply(found);
        });
  }

  /** Leaves out rows without a value in any column but those that name a row. */
  public Columns<R> withoutEmptyRows() {
    isWithoutEmptyRows = true;
    return this;
  }

  /** Returns a table that is always open. */
  public Table open(String caption) {
    return table(caption, false);
  }

  /** Returns a table that a page shows only on request. */
  public Table folded(String caption) {
    return table(caption, true);
  }

  public Table table(String caption, boolean folded) {
    List<List<Cell>> cells = new ArrayList<>();
    for (R row : rows) {
      List<Cell> own = new ArrayList<>();
      columns.forEach(column -> own.add(column.cell().apply(row)));
      if (!isWithoutEmptyRows || !own.stream().skip(names).allMatch(Cell.NONE::equals)) {
        cells.add(own);
      }
    }
    return new Table(caption, folded, names, columns.stream().map(Column::title).toList(), cells);
  }
}
