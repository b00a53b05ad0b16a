package dev.tlsbench.ycsb.workload;

import java.util.concurrent.atomic.LongAdder;

/** What a workload counts besides its operations. Safe for use by many threads. */
public final class Tally {
  private final LongAdder rows = new LongAdder();
  private final LongAdder ignoredErrors = new LongAdder();

  /** Begins at 0. */
  public Tally() {}

  /**
   * What was counted until some moment.
   *
   * @param rows that operations wrote or got back
   * @param ignoredErrors after which an operation began again, such as deadlocks
   */
  public record Counts(long rows, long ignoredErrors) {
    /**
     * What was counted since an earlier moment.
     *
     * @param earlier counts of the same workload
     * @return the differences
     */
    public Counts since(Counts earlier) {
      return new Counts(rows - earlier.rows, ignoredErrors - earlier.ignoredErrors);
    }
  }

  /**
   * Counts rows that an operation wrote or got back.
   *
   * @param count 0 or more
   */
  public void addRows(long count) {
    rows.add(count);
  }

  /** Counts an error after which the operation begins again. */
  public void addIgnoredError() {
    ignoredErrors.increment();
  }

  /**
   * Reads the counters. Operations that are under way may be counted by half.
   *
   * @return what was counted so far
   */
  public Counts counts() {
    return new Counts(rows.sum(), ignoredErrors.sum());
  }
}
