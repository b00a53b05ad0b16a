package dev.tlsbench.report.document;

import java.util.List;

/**
 * A part of a report.
 *
 * @param id the target of links to it
 * @param title its heading
 * @param brief whether a terminal shows its open tables too
 * @param blocks its content
 */
public record Section(String id, String title, boolean brief, List<Block> blocks) {

  /**
   * A section for those who look closer.
   *
   * @param id the target of links to it
   * @param title its heading
   * @param blocks its content
   */
  public Section(String id, String title, List<Block> blocks) {
    this(id, title, false, blocks);
  }
}
