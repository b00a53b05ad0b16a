package dev.tlsbench.client.run;

import dev.tlsbench.client.database.ForwardingDb;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A client whose operations are tracked in a {@link PendingOperation} until they are answered. */
final class TrackedDb extends ForwardingDb {
  private final PendingOperation pending = new PendingOperation();

  TrackedDb(DB db) {
    super(db);
  }

  /** Returns the pending operation; the caller reports when it has been measured. */
  PendingOperation pending() {
    return pending;
  }

  @Override
  protected void before(String operation) {
    pending.begin(operation);
  }

  @Override
  protected void after(@Nullable Status status) {
    pending.answered();
  }

  /** Sends the last batch, if any. */
  @Override
  public void cleanup() throws DBException {
    pending.beginLast("CLEANUP");
    try {
      super.cleanup();
    } finally {
      pending.answered();
    }
  }
}
