package dev.tlsbench.jmh.report;

import java.util.List;

/** A piece of a report, before it is Markdown or plain text. */
sealed interface Block {
  /**
   * A title.
   *
   * @param level 1 for the report, 2 for a section, 3 for a table
   * @param text one line
   */
  record Heading(int level, String text) implements Block {}

  /** A paragraph. */
  record Paragraph(String text) implements Block {}

  /** Sentences that stand apart. */
  record Bullets(List<String> items) implements Block {}

  /**
   * A table.
   *
   * @param title stands above it
   * @param header of the columns
   * @param words how many columns, from the left, hold words; the others hold numbers
   * @param rows each as long as the header
   * @param notes stand below it, {@code [1]} being the first
   */
  record Table(
      String title, List<String> header, int words, List<List<String>> rows, List<String> notes)
      implements Block {}
}
