package dev.tlsbench.report.document;

import java.util.List;

/** A part of a report. */
public record Section(String id, String title, boolean brief, List<Block> blocks) {

  /** Creates a section of details, which a terminal omits. */
  public Section(String id, String title, List<Block> blocks) {
    this(id, title, false, blocks);
  }
}
