package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** The state of one thread of a workload: the connections lent to it, and their statements. */
final class OltpThread {
  private final OltpOptions options;
  private final OltpModel model;
  private final Distribution rows;
  private final IntSupplier uniqueIds;
  private final BooleanSupplier stopped;
  private final Runnable onIgnored;
  private final Map<Connection, OltpConnection> connections = new LinkedHashMap<>();

  /**
   * Creates a state without connections.
   *
   * @param uniqueIds numbers for new rows that the server does not number
   * @param stopped returns true if transactions must be abandoned instead of repeated
   * @param onIgnored called for each error after which a transaction is repeated
   */
  OltpThread(
      OltpOptions options,
      OltpModel model,
      Distribution rows,
      IntSupplier uniqueIds,
      BooleanSupplier stopped,
      Runnable onIgnored) {
    this.options = options;
    this.model = model;
    this.rows = rows;
    this.uniqueIds = uniqueIds;
    this.stopped = stopped;
    this.onIgnored = onIgnored;
  }

  Distribution rows() {
    return rows;
  }

  /** Runs the model once; repeats it after an ignored error. */
  void run(SqlConnection lent) throws SQLException {
    OltpConnection connection = of(lent);
    OltpTransaction transaction = new OltpTransaction(options, rows, uniqueIds, connection);
    while (true) {
      try {
        model.run(transaction);
        return;
      } catch (SQLException e) {
        takeBack(connection, e);
        if (stopped.getAsBoolean() || !lent.dialect().repeatable().test(e)) {
          throw e;
        }
        onIgnored.run();
      }
    }
  }

  private static void takeBack(OltpConnection connection, SQLException failure) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /** Returns the statements of a known connection, or new ones; drops closed connections. */
  private OltpConnection of(SqlConnection lent) throws SQLException {
    OltpConnection known = connections.get(lent.connection());
    if (known != null) {
      return known;
    }
    for (Iterator<OltpConnection> all = connections.values().iterator(); all.hasNext(); ) {
      if (all.next().isClosed()) {
        all.remove();
      }
    }
    OltpConnection connection = new OltpConnection(lent, options.serverPrepared());
    connections.put(lent.connection(), connection);
    return connection;
  }
}
