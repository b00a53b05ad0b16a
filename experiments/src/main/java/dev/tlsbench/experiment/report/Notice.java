package dev.tlsbench.experiment.report;

import java.util.List;

/**
 * Something to know before the numbers.
 *
 * @param weight how bad it is
 * @param title in a few words
 * @param lines one sentence each
 */
record Notice(Weight weight, String title, List<String> lines) {
  /** From the worst down. */
  enum Weight {
    /** The result must not be used. */
    STOP,
    /** The result may mislead. */
    CARE,
    /** Good to know. */
    NOTE
  }
}
