package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.InvalidSettingException;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A client that lends its connection to a workload, for statements that YCSB has no operation for.
 *
 * <p>Stock YCSB hides its clients behind a wrapper, so such workloads need {@code bin/ycsb} or
 * {@code bin/tlsbench}. Used by one thread at a time, like every client of YCSB.
 */
public interface DirectClient {
  /**
   * Runs the workload's own operation. It is measured, and counted as failed if it throws, like
   * YCSB's operations; if the connection is lost, the next operation gets a new one.
   *
   * @param operation its name in results, such as {@code DUMP}
   * @param type what the operation requires: {@link Records}, or a type of connection that the
   *     binding lends, such as {@code java.sql.Connection}
   * @throws InvalidSettingException if this client does not lend this type
   */
  <C> Status direct(String operation, Class<C> type, Use<C> use);

  /** Runs an operation as {@link #direct}; returns false if it failed or its statements did. */
  default <C> boolean succeeds(String operation, Class<C> type, Check<C> check) {
    return direct(operation, type, lent -> check.holds(lent) ? Status.OK : Status.NOT_FOUND).isOk();
  }

  /**
   * Opens another client of the same session with its own connection, for a second thread of an
   * operation. It is not measured.
   *
   * @return a client, whose {@code cleanup()} the caller must call
   */
  DB another() throws DBException;

  /** Statements on a connection. */
  interface Use<C> {
    /**
     * Runs the statements.
     *
     * @param connection valid until this returns
     */
    Status with(C connection) throws Exception;
  }

  /** Statements on a connection that succeed or not. */
  interface Check<C> {
    boolean holds(C connection) throws Exception;
  }

  /**
   * Casts a workload's client.
   *
   * @throws InvalidSettingException if it does not lend its connection
   */
  static DirectClient of(DB db) {
    if (db instanceof DirectClient direct) {
      return direct;
    }
    throw new InvalidSettingException(
        "workload: it sends statements of its own, which needs bin/ycsb or bin/tlsbench with one of"
            + " their bindings");
  }

  /**
   * Selects what an operation requires.
   *
   * @return the first object of this type
   * @throws InvalidSettingException if there is none
   */
  static <C> C lend(Class<C> needed, Object... lent) {
    for (Object one : lent) {
      if (needed.isInstance(one)) {
        return needed.cast(one);
      }
    }
    throw new InvalidSettingException(
        "workload: it is for another kind of database (it needs a "
            + needed.getSimpleName()
            + "); choose another binding");
  }
}
