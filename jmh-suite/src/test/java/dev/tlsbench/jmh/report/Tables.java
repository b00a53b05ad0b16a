package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Section;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks up the parts of a document. */
final class Tables {
  private final Document document;

  Tables(Document document) {
    this.document = document;
  }

  Optional<Section> section(String id) {
    return document.sections().stream().filter(section -> section.id().equals(id)).findFirst();
  }

  <T extends Block> List<T> blocks(String section, Class<T> kind) {
    return section(section).stream()
        .flatMap(found -> found.blocks().stream())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The table of a section whose caption contains some words, including tables of charts. */
  Table table(String section, String words) {
    return section(section).stream()
        .flatMap(found -> found.blocks().stream())
        .flatMap(
            block ->
                block instanceof Block.Chart chart
                    ? Stream.of(chart.numbers())
                    : block instanceof Table table ? Stream.of(table) : Stream.empty())
        .filter(table -> table.caption().contains(words))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no table " + words));
  }

  /** The row that begins with these names. */
  static List<Cell> row(Table table, String... names) {
    return table.rows().stream()
        .filter(
            row ->
                row.stream()
                    .limit(names.length)
                    .map(Cell::text)
                    .toList()
                    .equals(Arrays.asList(names)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + Arrays.toString(names)));
  }

  /** The cell of a row in the column of a title, the first if there are several. */
  static Cell cell(Table table, String column, String... names) {
    return row(table, names).get(table.header().indexOf(column));
  }
}
