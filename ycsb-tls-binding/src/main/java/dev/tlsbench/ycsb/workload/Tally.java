package dev.tlsbench.ycsb.workload;

import java.util.concurrent.atomic.LongAdder;

/** Counters of a workload besides its operations. Thread-safe. */
public final class Tally {
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder ignoredErrors = new LongAdder();

  /**
   * A snapshot of the counters.
   *
   * @param bytes of values that the server sent
   * @param ignoredErrors errors after which an operation was repeated, such as deadlocks
   */
  public record Counts(long rows, long bytes, long ignoredErrors) {
    /** Subtracts an earlier snapshot. */
    public Counts since(Counts earlier) {
      return new Counts(
          rows - earlier.rows, bytes - earlier.bytes, ignoredErrors - earlier.ignoredErrors);
    }
  }

  /** Counts rows that an operation wrote or read. */
  public void addRows(long count) {
    rows.add(count);
  }

  /**
   * Counts bytes of values that the server sent.
   *
   * @param count 0 or more
   */
  public void addBytes(long count) {
    bytes.add(count);
  }

  /** Counts an error after which the operation is repeated. */
  public void addIgnoredError() {
    ignoredErrors.increment();
  }

  /** Reads the counters. Running operations may be counted in part. */
  public Counts counts() {
    return new Counts(rows.sum(), bytes.sum(), ignoredErrors.sum());
  }
}
