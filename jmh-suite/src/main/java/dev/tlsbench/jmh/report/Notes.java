package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The notes below one table. */
final class Notes {
  private static final List<String> BRIEF = List.of("not offered", "no openssl");

  private final List<String> notes = new ArrayList<>();

  /** Stands in the place of a figure, with a note that gives the reason. */
  Cell gap(String reason) {
    String brief = BRIEF.stream().filter(reason::startsWith).findFirst().orElse("absent");
    return Cell.of(brief + mark(reason));
  }

  /** A reference to a note, such as {@code [1]}, after a space at which no line ends. */
  String mark(String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
    return "\u00a0[" + (notes.indexOf(note) + 1) + "]";
  }

  /** Adds a table or chart, and the notes that its cells refer to. */
  void addBelow(Block block, List<Block> blocks) {
    blocks.add(block);
    if (!notes.isEmpty()) {
      blocks.add(
          new Block.Bullets(
              IntStream.range(0, notes.size())
                  .mapToObj(i -> "[" + (i + 1) + "] " + notes.get(i))
                  .toList()));
    }
  }
}
