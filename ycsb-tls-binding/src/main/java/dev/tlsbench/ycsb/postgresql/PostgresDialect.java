package dev.tlsbench.ycsb.postgresql;

import dev.tlsbench.ycsb.jdbc.SqlDialect;
import dev.tlsbench.ycsb.jdbc.SqlWords;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;
import org.postgresql.copy.CopyOut;

/** The SQL of PostgreSQL. */
final class PostgresDialect implements SqlDialect {
  /** Rows that a cursor fetches at a time. */
  private static final int CURSOR_ROWS = 1000;

  /** As in sysbench: serialization failure, deadlock, duplicate key. */
  private static final Set<String> REPEATABLE = Set.of("40001", "40P01", "23505");

  /** A prepared statement exists already, or does not exist. */
  private static final Set<String> POOLED = Set.of("42P05", "26000");

  @Override
  public SqlWords words() {
    return new SqlWords(
        "\"",
        "VARCHAR(255) COLLATE \"C\"",
        "BYTEA",
        "SERIAL",
        "",
        "42P01",
        "SELECT COALESCE(obj_description(c.oid, 'pg_class'), '') FROM pg_class c"
            + " WHERE pg_table_is_visible(c.oid) AND c.relname = ?",
        "(location POINT NOT NULL, elevation INTEGER NOT NULL, ent_id INTEGER NOT NULL,"
            + " time_sec INTEGER NOT NULL)");
  }

  @Override
  public String tableOptions(String table, String engine, String comment, String storage) {
    return comment.isEmpty() ? "" : "; " + comment(table, comment);
  }

  @Override
  public String comment(String table, String comment) {
    return "COMMENT ON TABLE " + table + " IS '" + comment + "'";
  }

  /** Reads by a cursor, which lives in a transaction. */
  @Override
  public void stream(Statement select) throws SQLException {
    select.getConnection().setAutoCommit(false);
    select.setFetchSize(CURSOR_ROWS);
  }

  /** Reads by {@code COPY} (manual: "COPY"), in its text format. */
  @Override
  public long export(Connection connection, String table) throws SQLException {
    CopyOut copy =
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY " + table + " TO STDOUT");
    long read = 0;
    for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
      read += row.length;
    }
    return read;
  }

  @Override
  public PreparedStatement prepareOnServer(Connection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.unwrap(PGStatement.class).setPrepareThreshold(1);
    return statement;
  }

  @Override
  public String readOnly() {
    return "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY";
  }

  @Override
  public int textType() {
    return Types.OTHER;
  }

  @Override
  public boolean preparesBegin() {
    return true;
  }

  @Override
  public Predicate<SQLException> repeatable() {
    return failure -> REPEATABLE.contains(String.valueOf(failure.getSQLState()));
  }

  /**
   * Recognizes a pooler that gives each statement or transaction another connection of the server:
   * a statement prepared on one is missing on the next, or there already.
   */
  @Override
  public String explain(SQLException failure) {
    boolean pooled =
        POOLED.contains(String.valueOf(failure.getSQLState()))
            || String.valueOf(failure.getMessage()).contains("statement pooling mode");
    return pooled
        ? "a pooler such as pgbouncer shares the server's connections between clients (pool_mode"
            + " statement or transaction), which breaks prepared statements or transactions; use"
            + " pool_mode session, or say prepareThreshold=0 in the URL, and db-ps-mode=disable for"
            + " sysbench's models"
        : SqlDialect.super.explain(failure);
  }

  @Override
  public List<String> indexPoints(String table) {
    return List.of("CREATE INDEX ON " + table + " USING gist (location)");
  }

  /**
   * Autovacuum does so only once a minute, and until then plans read whole tables for a few rows.
   */
  @Override
  public String analyze(String table) {
    return "ANALYZE " + table;
  }

  /** {@code POLYGON((x y,x y))} is {@code ((x,y),(x,y))} as a literal. */
  @Override
  public String pointsInside(String table, String polygon) {
    String corners =
        polygon
            .replaceFirst("^POLYGON\\s*\\(\\((.*)\\)\\)$", "$1")
            .replaceAll("\\s*,\\s*", "),(")
            .replace(' ', ',');
    return "SELECT location, elevation, ent_id, time_sec FROM "
        + table
        + " WHERE location <@ polygon '(("
        + corners
        + "))'";
  }
}
