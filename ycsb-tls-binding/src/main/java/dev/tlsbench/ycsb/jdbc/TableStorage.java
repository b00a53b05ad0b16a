package dev.tlsbench.ycsb.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The storage of tables that the run's properties require, such as encryption at rest. */
public interface TableStorage {
  /** The server's default. */
  TableStorage DEFAULT = new TableStorage() {};

  /**
   * Returns the part of {@code CREATE TABLE} for this storage.
   *
   * @return the clause with a blank before it; empty if the server decides
   */
  default String clause(Connection connection) throws SQLException {
    return "";
  }

  /**
   * Verifies the storage of a table, which may be older.
   *
   * @param name the name of the table, without quotes; it may be missing
   * @throws SQLException if it exists with other storage
   */
  default void check(Connection connection, String name) throws SQLException {}

  /** {@return its part of the mark of a loaded table; empty if the server decides} */
  default String inMark() {
    return "";
  }
}
