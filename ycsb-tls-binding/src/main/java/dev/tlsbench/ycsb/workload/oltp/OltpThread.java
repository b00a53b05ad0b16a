package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** What one thread of a workload keeps: the connections that it was lent, and their statements. */
final class OltpThread {
  private final OltpOptions options;
  private final OltpModel model;
  private final Distribution rows;
  private final IntSupplier uniqueIds;
  private final BooleanSupplier stopped;
  private final Runnable onIgnored;
  private final Map<Connection, OltpConnection> connections = new LinkedHashMap<>();

  /**
   * Begins without connections.
   *
   * @param uniqueIds numbers for new rows that the server does not number, each of them once
   * @param stopped whether transactions are to be given up instead of begun again
   * @param onIgnored told of each error after which a transaction begins again
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

  /** Runs the model once, from its beginning again after an error that is to be ignored. */
  void run(Connection lent) throws SQLException {
    OltpConnection connection = of(lent);
    OltpTransaction transaction = new OltpTransaction(options, rows, uniqueIds, connection);
    while (true) {
      try {
        model.run(transaction);
        return;
      } catch (SQLException e) {
        takeBack(connection, e);
        if (stopped.getAsBoolean() || !options.ignores(e.getErrorCode())) {
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

  /** A connection that was lent before has its statements; those closed since are forgotten. */
  private OltpConnection of(Connection lent) throws SQLException {
    OltpConnection known = connections.get(lent);
    if (known != null) {
      return known;
    }
    for (Iterator<OltpConnection> all = connections.values().iterator(); all.hasNext(); ) {
      if (all.next().isClosed()) {
        all.remove();
      }
    }
    OltpConnection connection = new OltpConnection(lent, options.serverPrepared());
    connections.put(lent, connection);
    return connection;
  }
}
