package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.workload.TransactionThread;
import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** The state of one thread of a workload: the connections lent to it, and their statements. */
record OltpThread(
    OltpOptions options,
    OltpModel model,
    Distribution rows,
    IntSupplier uniqueIds,
    TransactionThread<OltpConnection> thread) {
  /**
   * Creates a state without connections.
   *
   * @param stopped returns true if transactions must be abandoned instead of repeated
   */
  OltpThread(
      OltpOptions options,
      OltpModel model,
      Distribution rows,
      IntSupplier uniqueIds,
      BooleanSupplier stopped,
      Runnable onIgnored) {
    this(
        options,
        model,
        rows,
        uniqueIds,
        new TransactionThread<>(lent -> new OltpConnection(lent, options), stopped, onIgnored));
  }

  /** Runs the model once; repeats it after an ignored error. */
  void run(SqlConnection lent) throws SQLException {
    thread.run(
        lent, connection -> model.run(new OltpTransaction(options, rows, uniqueIds, connection)));
  }
}
