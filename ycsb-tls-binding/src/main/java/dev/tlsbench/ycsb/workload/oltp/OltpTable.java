package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.jdbc.TableMark;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.RowBatch;
import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * One of the tables {@code sbtest1}, {@code sbtest2} and so on, created as in sysbench.
 *
 * @param number from 1
 */
record OltpTable(OltpOptions.Tables options, int number, int rows, SqlConnection sql) {
  /** Some ten statements. */
  private static final int ROWS_FOR_TWO = 25_000;

  private TableMark mark() {
    return new TableMark(sql, options.name(number));
  }

  boolean isLoaded() throws SQLException {
    return mark().isLoaded(content());
  }

  boolean isLoading() throws SQLException {
    return mark().isLoading();
  }

  /** Creates the table, drops an earlier one, fills it, and then creates the index of {@code k}. */
  void load(DirectClient client, Distribution numbers) throws SQLException {
    mark().create(columns(), sql.dialect().engine());
    fill(client, numbers);
    if (options.createSecondary()) {
      sql.execute("CREATE INDEX k_" + number + " ON " + mark().table() + "(k)");
    }
    mark().loaded(content());
  }

  private String content() {
    return rows
        + " rows, auto_inc="
        + options.autoInc()
        + ", secondary="
        + options.secondary()
        + ", create_secondary="
        + options.createSecondary()
        + ", engine="
        + sql.dialect().engine();
  }

  private String columns() {
    return "(id "
        + (options.autoInc() ? sql.dialect().words().numberedType() : "INTEGER NOT NULL")
        + ", k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,"
        + " pad CHAR(60) DEFAULT '' NOT NULL, "
        + (options.secondary() ? "KEY xid" : "PRIMARY KEY")
        + " (id))";
  }

  /**
   * Sends rows over two connections, so that the server need not wait for the next ones. The
   * server's numbers still have no gaps: a statement reserves one for each of its rows.
   */
  private void fill(DirectClient client, Distribution numbers) throws SQLException {
    Statements statements = new Statements(numbers);
    if (rows < ROWS_FOR_TWO) {
      statements.send(sql.connection());
      return;
    }
    DB second;
    try {
      second = client.another();
    } catch (DBException e) {
      throw new SQLException("the load of " + mark().table() + ": " + e.getMessage(), e);
    }
    CompletableFuture<Status> half =
        CompletableFuture.supplyAsync(
            () -> DirectClient.of(second).direct("TABLE", Connection.class, statements::send));
    boolean complete;
    try {
      statements.send(sql.connection());
    } finally {
      statements.end();
      complete = half.join().isOk();
      cleanUp(second);
    }
    if (!complete) {
      throw new SQLException("the load of " + mark().table() + " failed on its second connection");
    }
  }

  private static void cleanUp(DB client) throws SQLException {
    try {
      client.cleanup();
    } catch (DBException e) {
      throw new SQLException(e);
    }
  }

  /** The statements that fill the table; safe to share between threads. */
  private final class Statements {
    private final Distribution numbers;
    private final RowBatch batch =
        new RowBatch(
            "INSERT INTO "
                + mark().table()
                + (options.autoInc() ? "(k, c, pad)" : "(id, k, c, pad)"),
            RowBatch.STATEMENT_LENGTH);
    private int next = 1;

    Statements(Distribution numbers) {
      this.numbers = numbers;
    }

    Status send(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        // Otherwise the driver would search every statement for {d …}.
        statement.setEscapeProcessing(false);
        for (String insert = next(); !insert.isEmpty(); insert = next()) {
          statement.executeUpdate(insert);
        }
      }
      return Status.OK;
    }

    /** Returns the next statement; empty if there are no rows left. */
    private synchronized String next() {
      while (next <= rows) {
        String row = row(next++, numbers);
        if (!batch.fits(row)) {
          String full = batch.take();
          batch.add(row);
          return full;
        }
        batch.add(row);
      }
      return batch.isEmpty() ? "" : batch.take();
    }

    /** Makes the other thread end, too. */
    synchronized void end() {
      next = rows + 1;
    }
  }

  private String row(int id, Distribution numbers) {
    return "("
        + (options.autoInc() ? "" : id + ", ")
        + numbers.next(1, options.size())
        + ", '"
        + RowText.c()
        + "', '"
        + RowText.pad()
        + "')";
  }
}
