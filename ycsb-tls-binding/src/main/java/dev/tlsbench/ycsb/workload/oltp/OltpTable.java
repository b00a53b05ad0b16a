package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.workload.TableMark;
import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** One of the tables {@code sbtest1}, {@code sbtest2} and so on, created as sysbench does. */
final class OltpTable {
  /** sysbench sends rows in statements of this length, in bytes ({@code BULK_PACKET_SIZE}). */
  static final int STATEMENT_LENGTH = 512 * 1024;

  private final OltpOptions.Tables options;
  private final int number;
  private final int rows;
  private final TableMark mark;

  /**
   * Describes a table.
   *
   * @param number from 1
   * @param rows the number of rows after its load
   */
  OltpTable(OltpOptions.Tables options, int number, int rows) {
    this.options = options;
    this.number = number;
    this.rows = rows;
    this.mark = new TableMark(options.name(number));
  }

  boolean isLoaded(Connection connection) throws SQLException {
    return mark.isLoaded(connection, content());
  }

  boolean isLoading(Connection connection) throws SQLException {
    return mark.isLoading(connection);
  }

  /** Creates the table, drops an earlier one, fills it, and then creates the index of {@code k}. */
  void load(Connection connection, Distribution numbers) throws SQLException {
    mark.drop(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute(create() + options.encryption().clause(connection));
      fill(statement, numbers);
      if (options.createSecondary()) {
        statement.execute("CREATE INDEX k_" + number + " ON " + mark.table() + "(k)");
      }
      mark.loaded(statement, content());
    }
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
        + options.storageEngine()
        + options.encryption().inMark();
  }

  private String create() {
    return "CREATE TABLE "
        + mark.table()
        + " (id INTEGER NOT NULL"
        + (options.autoInc() ? " AUTO_INCREMENT" : "")
        + ", k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,"
        + " pad CHAR(60) DEFAULT '' NOT NULL, "
        + (options.secondary() ? "KEY xid" : "PRIMARY KEY")
        + " (id)) ENGINE="
        + options.storageEngine()
        + " "
        + TableMark.loading();
  }

  /** Sends rows while another thread generates the next ones, which takes as long as the server. */
  private void fill(Statement statement, Distribution numbers) throws SQLException {
    String head =
        "INSERT INTO " + mark.table() + (options.autoInc() ? "(k, c, pad)" : "(id, k, c, pad)");
    Iterator<String> rowsLeft =
        IntStream.rangeClosed(1, rows).mapToObj(id -> row(id, numbers)).iterator();
    RowBatch batch = new RowBatch(head, STATEMENT_LENGTH);
    ExecutorService generator = Executors.newSingleThreadExecutor(OltpTable::generator);
    try {
      Future<String> next = generator.submit(() -> batch.next(rowsLeft));
      for (String sql = next.get(); !sql.isEmpty(); sql = next.get()) {
        next = generator.submit(() -> batch.next(rowsLeft));
        statement.executeUpdate(sql);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("the load of " + mark.table() + " was interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      generator.shutdownNow();
    }
  }

  private static Thread generator(Runnable work) {
    Thread thread = new Thread(work, "row-generator");
    thread.setDaemon(true);
    return thread;
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
