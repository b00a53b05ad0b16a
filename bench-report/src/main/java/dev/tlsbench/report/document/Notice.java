package dev.tlsbench.report.document;

import java.util.List;

/**
 * Something to know before the numbers.
 *
 * @param weight how bad it is
 * @param title in a few words
 * @param lines one sentence each
 */
public record Notice(Weight weight, String title, List<String> lines) {
  /** From the worst down. */
  public enum Weight {
    /** The result must not be used. */
    STOP,
    /** The result may mislead. */
    CARE,
    /** Good to know. */
    NOTE
  }
}
