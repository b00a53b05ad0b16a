package dev.tlsbench.report.page;

import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.json.Json;
import java.util.List;
import java.util.stream.Stream;

/**
 * Draws a table that scrolls by itself if it is wider than the page. It is transposed before that,
 * if that makes it narrower.
 */
final class HtmlTable {
  /** The width of a table in a window of 1200 pixels. */
  private static final int ROOM = 1020;

  private static final int CHARACTER = 8;
  private static final int PADDING = 12;

  /** Characters of an identifier that stay on a line. */
  private static final int CODE = 12;

  private HtmlTable() {}

  static void draw(Html html, Table whole) {
    Table table = fitting(whole);
    if (table.folded()) {
      html.open("details").element("summary", table.caption()).line();
    }
    // A table that is wider than the page scrolls by itself, also by keyboard.
    html.open(
            "div",
            "class",
            "scroll",
            "role",
            "region",
            "tabindex",
            "0",
            "aria-label",
            table.caption())
        .open("table")
        .line();
    html.element("caption", table.caption()).line();
    html.open("thead").open("tr");
    for (int i = 0; i < table.header().size(); i++) {
      String kind = table.isNumber(i) ? "number" : "words";
      html.element("th", table.header().get(i), "scope", "col", "class", kind);
    }
    html.close("tr").close("thead").line().open("tbody").line();
    for (List<Cell> row : table.rows()) {
      html.open("tr");
      for (int i = 0; i < row.size(); i++) {
        cell(html, row.get(i), i < table.names(), table.isNumber(i));
      }
      html.close("tr").line();
    }
    html.close("tbody").close("table").close("div").line();
    if (table.folded()) {
      html.close("details").line();
    }
  }

  /** Exchanges rows and columns of a table that is too wide, if that makes it narrower. */
  private static Table fitting(Table table) {
    if (table.rows().isEmpty() || pixels(table) <= ROOM) {
      return table;
    }
    Table turned = table.turned();
    return pixels(turned) < pixels(table) ? turned : table;
  }

  /** Estimates the least width of a table; texts wrap at blanks, and code anywhere. */
  private static int pixels(Table table) {
    int pixels = 0;
    for (int i = 0; i < table.header().size(); i++) {
      int longest = longestWord(table.header().get(i));
      for (List<Cell> row : table.rows()) {
        Cell cell = row.get(i);
        longest = Math.max(longest, cell.code() ? CODE : longestWord(cell.text()));
      }
      pixels += PADDING + longest * CHARACTER;
    }
    return pixels;
  }

  private static int longestWord(String text) {
    return Stream.of(text.split(" ", -1)).mapToInt(String::length).max().orElse(0);
  }

  private static void cell(Html html, Cell cell, boolean name, boolean number) {
    String element = name ? "th" : "td";
    if (name) {
      html.open(element, "scope", "row");
    } else if (number) {
      html.open(element, "class", "number");
    } else {
      html.open(element);
    }
    if (cell.value() != null) {
      html.element("data", cell.text(), "value", Json.number(cell.value()));
    } else {
      html.element(cell.code() ? "code" : "span", cell.text());
    }
    html.close(element);
  }
}
