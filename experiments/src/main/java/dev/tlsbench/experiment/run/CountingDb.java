package dev.tlsbench.experiment.run;

import dev.tlsbench.client.database.ForwardingDb;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.Status;

/** Counts failed operations: YCSB's workloads treat every operation as successful. */
final class CountingDb extends ForwardingDb {
  private long errors;

  CountingDb(DB db) {
    super(db);
  }

  /** Returns the number of operations that have failed so far. */
  long errors() {
    return errors;
  }

  @Override
  protected void after(@Nullable Status status) {
    if (status != null && !status.isOk()) {
      errors++;
    }
  }
}
