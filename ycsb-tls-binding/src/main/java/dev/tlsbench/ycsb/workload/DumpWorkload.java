package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.Records;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/**
 * Reads a whole table or collection repeatedly, and discards it. Records and properties are the
 * same as in YCSB's core workload; {@code table} may name any other table.
 *
 * <p>SQL: {@code SELECT *}, read as rows arrive. Documents: a {@code find} without a filter, in the
 * driver's batches.
 *
 * <p>An operation has the series {@code DUMP}. It fails if it reads another number of bytes than
 * this workload's first operation: the table has changed, and the operations are not comparable.
 * Thread-safe.
 */
public final class DumpWorkload extends CoreWorkload {
  private static final String OPERATION = "DUMP";

  private final AtomicLong bytes = new AtomicLong();

  /** Creates the workload; YCSB calls this by the name in the property {@code workload}. */
  public DumpWorkload() {}

  @Override
  public boolean doTransaction(DB db, Object state) {
    return DirectClient.of(db)
        .direct(OPERATION, Records.class, records -> judged(records.dump(table)))
        .isOk();
  }

  /**
   * Returns the number of bytes that a dump reads.
   *
   * @return bytes of the columns' values as text, or of documents with their names; 0 before the
   *     first dump
   */
  public long bytes() {
    return bytes.get();
  }

  private Status judged(long read) {
    long expected = bytes.compareAndExchange(0, read);
    return expected == 0 || expected == read ? Status.OK : Status.UNEXPECTED_STATE;
  }
}
