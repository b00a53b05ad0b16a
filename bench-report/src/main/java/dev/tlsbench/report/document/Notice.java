package dev.tlsbench.report.document;

import java.util.List;

/**
 * A warning or note above the numbers.
 *
 * @param title a few words
 * @param lines one sentence each
 */
public record Notice(Weight weight, String title, List<String> lines) {
  /** Severities, the worst first. */
  public enum Weight {
    /** The result must not be used. */
    STOP,
    /** The result may mislead. */
    CARE,
    /** Good to know. */
    NOTE
  }
}
