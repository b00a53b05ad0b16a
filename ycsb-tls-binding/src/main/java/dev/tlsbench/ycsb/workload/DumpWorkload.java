package dev.tlsbench.ycsb.workload;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * Reads a whole table or collection repeatedly, and discards it. Records and properties are the
 * same as in YCSB's core workload; {@code table} may name any other table.
 *
 * <p>SQL: {@code SELECT *}, read as rows arrive. Documents: a {@code find} without a filter, in the
 * driver's batches. With the property {@code dump.export=true}, the database's own export of a
 * table in place of rows, such as PostgreSQL's {@code COPY … TO STDOUT}.
 *
 * <p>An operation has the series {@code DUMP}. It fails if it reads another number of bytes than
 * this workload's first operation: the table has changed, and the operations are not comparable.
 * The bytes that it counts are those of the columns' values as text, of documents with their names,
 * or of the export. Thread-safe.
 */
public final class DumpWorkload extends CoreWorkload implements Tallying, Uniform {
  /** The property that chooses the database's own export. */
  public static final String EXPORT = "dump.export";

  private static final String OPERATION = "DUMP";

  private final Tally tally = new Tally();
  private final AtomicLong first = new AtomicLong();
  private boolean export;

  @Override
  public void init(Properties properties) throws WorkloadException {
    super.init(properties);
    export = RunProperties.bool(properties, EXPORT, false);
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return DirectClient.of(db)
        .direct(OPERATION, Records.class, records -> status(read(records)))
        .isOk();
  }

  @Override
  public Tally tally() {
    return tally;
  }

  private long read(Records records) throws Exception {
    return export ? records.export(table) : records.dump(table);
  }

  private Status status(long read) {
    if (read == 0) {
      throw new InvalidSettingException(
          "table: " + table + " is empty, so there is nothing to dump; load it first (--load)");
    }
    tally.addBytes(read);
    long expected = first.compareAndExchange(0, read);
    return expected == 0 || expected == read ? Status.OK : Status.UNEXPECTED_STATE;
  }
}
