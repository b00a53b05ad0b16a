package dev.tlsbench.ycsb.workload;

import java.util.concurrent.atomic.LongAdder;

/** Counters of a workload besides its operations. Thread-safe. */
public final class Tally {
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder ignoredErrors = new LongAdder();
  private final LongAdder replies = new LongAdder();
  private final LongAdder empty = new LongAdder();

  /**
   * A snapshot of the counters.
   *
   * @param bytes of values that the server sent
   * @param ignoredErrors errors after which an operation was repeated, such as deadlocks
   * @param replies to statements of the user's; 0 of other workloads
   * @param empty replies without a row
   */
  public record Counts(long rows, long bytes, long ignoredErrors, long replies, long empty) {
    /** Subtracts an earlier snapshot. */
    public Counts since(Counts earlier) {
      return new Counts(
          rows - earlier.rows,
          bytes - earlier.bytes,
          ignoredErrors - earlier.ignoredErrors,
          replies - earlier.replies,
          empty - earlier.empty);
    }

    /** Adds bytes. */
    public Counts withBytes(long more) {
      return new Counts(rows, bytes + more, ignoredErrors, replies, empty);
    }

    /** Tests whether there were replies, and none had a row. */
    public boolean foundNothing() {
      return replies > 0 && empty == replies;
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

  /** Counts the reply to a statement of the user's. */
  public void addReply(long itsRows, long itsBytes) {
    rows.add(itsRows);
    bytes.add(itsBytes);
    replies.increment();
    if (itsRows == 0) {
      empty.increment();
    }
  }

  /** Counts an error after which the operation is repeated. */
  public void addIgnoredError() {
    ignoredErrors.increment();
  }

  /** Reads the counters. Running operations may be counted in part. */
  public Counts counts() {
    return new Counts(rows.sum(), bytes.sum(), ignoredErrors.sum(), replies.sum(), empty.sum());
  }
}
