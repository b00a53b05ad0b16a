package dev.tlsbench.experiment.run;

import dev.tlsbench.client.database.ForwardingDb;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.Status;

/** Counts what failed: YCSB's workloads call an operation done whatever the database says. */
final class CountingDb extends ForwardingDb {
  private long errors;

  CountingDb(DB db) {
    super(db);
  }

  /** How many operations failed so far. */
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
