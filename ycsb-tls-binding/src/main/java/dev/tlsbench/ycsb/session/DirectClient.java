package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.InvalidSettingException;
import java.sql.Connection;
import java.sql.SQLException;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * A client that lends its connection to a workload, for statements that YCSB has no operation for.
 *
 * <p>Stock YCSB hides its clients behind a wrapper, so such workloads need {@code bin/ycsb} or
 * {@code bin/tlsbench}. For one thread at a time, as every client of YCSB.
 */
public interface DirectClient {
  /**
   * What this client lends.
   *
   * @return {@link Connection}, or {@code com.mongodb.client.MongoDatabase}
   */
  Class<?> connectionType();

  /**
   * Does an operation that is the workload's own. It is measured, and counted as failed if it
   * throws, like those of YCSB; a connection that it finds lost is made anew for the next one.
   *
   * @param operation its name in results, such as {@code DUMP}
   * @param type what it needs to be lent
   * @param use what it does
   * @param <C> the same
   * @return what the operation returned, or {@code ERROR} if it threw
   * @throws InvalidSettingException if this client's connections are of another type
   */
  <C> Status direct(String operation, Class<C> type, Use<C> use);

  /**
   * Statements on a connection.
   *
   * @param <C> what the connection is
   */
  interface Use<C> {
    /**
     * Sends them.
     *
     * @param connection lent until this returns
     * @return {@code OK} if they were done
     * @throws SQLException if one of them failed; drivers other than JDBC's throw their own
     */
    Status with(C connection) throws SQLException;
  }

  /**
   * Finds the client that YCSB gave to a workload.
   *
   * @param db the workload's argument
   * @return the same, as a client that lends
   * @throws InvalidSettingException if it does not
   */
  static DirectClient of(DB db) {
    if (db instanceof DirectClient direct) {
      return direct;
    }
    throw new InvalidSettingException(
        "workload: it sends statements of its own, which needs bin/ycsb or bin/tlsbench with"
            + " mongodb-tls or mysql-tls");
  }

  /**
   * Checks what an operation needs.
   *
   * @param needed what it asks for
   * @param lent what this client has
   * @param <C> what the operation needs
   * @return the connection
   * @throws InvalidSettingException if it is of another type
   */
  static <C> C lend(Class<C> needed, Object lent) {
    if (needed.isInstance(lent)) {
      return needed.cast(lent);
    }
    throw new InvalidSettingException(
        "workload: it needs "
            + (needed == Connection.class ? "mysql-tls" : "mongodb-tls")
            + ", this is another binding");
  }
}
