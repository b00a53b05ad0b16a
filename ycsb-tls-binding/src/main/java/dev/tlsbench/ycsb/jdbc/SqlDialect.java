package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Records;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.function.Predicate;

/**
 * The SQL that differs between databases, with the options of one run. Thread-safe.
 *
 * <p>Names of tables are passed as they stand in statements, with quotes where they need them.
 */
public interface SqlDialect {
  SqlWords words();

  /** {@return the storage that the run's properties require of tables} */
  default TableStorage storage() {
    return TableStorage.DEFAULT;
  }

  /**
   * Returns the end of {@code CREATE TABLE}, after the columns.
   *
   * @param engine its storage engine; empty for the default
   * @param comment its comment, without quotes; empty for none
   * @return text that starts with a blank, or is empty; may contain a second statement
   */
  String tableOptions(String table, String engine, String comment, String storage);

  /** Returns the statement that changes the comment of a table, which has no quotes. */
  String comment(String table, String comment);

  /**
   * Makes the driver return rows as they arrive, instead of all at once. May switch off the
   * connection's auto-commit, which the caller restores.
   */
  void stream(Statement select) throws SQLException;

  /**
   * Reads a table by the database's own export.
   *
   * @return the number of bytes in the export's format
   * @throws InvalidSettingException if there is none over a connection, the default
   */
  default long export(Connection connection, String table) throws SQLException {
    throw Records.withoutExport();
  }

  /** Prepares a statement on the server, regardless of the driver's options. */
  PreparedStatement prepareOnServer(Connection connection, String sql) throws SQLException;

  /** {@return the statement after which transactions of the session cannot write} */
  default String readOnly() {
    return "SET SESSION TRANSACTION READ ONLY";
  }

  /** {@return the type of {@link Types} as which text is sent for the server to convert} */
  default int textType() {
    return Types.VARCHAR;
  }

  /** {@return true if the server can prepare {@code BEGIN}, as it can {@code COMMIT}} */
  boolean preparesBegin();

  /** {@return the storage engine of sysbench's tables; empty if there is no choice} */
  default String engine() {
    return "";
  }

  /** {@return accepts errors, such as deadlocks, after which sysbench repeats a transaction} */
  Predicate<SQLException> repeatable();

  /** Explains the failure of an operation; with its message by default. */
  default String explain(SQLException failure) {
    return String.valueOf(failure.getMessage());
  }

  /**
   * Returns the statements that create the index of a table of points, where {@link
   * SqlWords#pointColumns} cannot; none by default.
   */
  default List<String> indexPoints(String table) {
    return List.of();
  }

  /**
   * Returns the statement that updates the statistics for the planner, where they are missing after
   * a load; empty by default, for a server that updates them soon enough.
   */
  default String analyze(String table) {
    return "";
  }

  /** Returns a query by location. */
  String pointsInside(String table, String polygon);
}
