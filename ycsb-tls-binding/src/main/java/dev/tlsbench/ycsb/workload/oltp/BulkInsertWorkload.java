package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.jdbc.TableMark;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.RowBatch;
import dev.tlsbench.ycsb.workload.SelfLoading;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tallying;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;

/**
 * sysbench's {@code bulk_insert}: each thread appends rows of two numbers to a table of its own,
 * many in a statement.
 *
 * <p>An operation is a statement of up to 512 KiB, the same length as in sysbench, with the series
 * {@code BULK_INSERT}; sysbench counts a row as a transaction, and sends a statement whenever it
 * has collected that many. The numbers of rows continue from the last one of the table.
 *
 * <p>An insert of the load phase creates a table, with the series {@code TABLE}. There is one for
 * each of {@code threadcount}. Thread-safe.
 */
public final class BulkInsertWorkload extends Workload implements SelfLoading, Tallying {
  private static final String OPERATION = "BULK_INSERT";
  private static final String LOAD = "TABLE";
  private static final String CONTENT = "bulk_insert";
  private static final String COLUMNS =
      "(id INTEGER NOT NULL, k INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id))";

  private final AtomicInteger tablesBegun = new AtomicInteger();
  private final Tally tally = new Tally();
  private int tables = 1;

  /** Creates the workload; YCSB calls this by the name in the property {@code workload}. */
  public BulkInsertWorkload() {}

  /**
   * Reads the properties.
   *
   * @throws InvalidSettingException if the number of threads is invalid
   */
  @Override
  public void init(Properties properties) {
    tables = RunProperties.number(properties, Client.THREAD_COUNT_PROPERTY, 1, 1);
  }

  @Override
  public Object initThread(Properties properties, int thread, int threads) {
    return new Appender(thread + 1);
  }

  @Override
  public String description() {
    return "bulk_insert, tables=" + tables;
  }

  @Override
  public int loads() {
    return tables;
  }

  @Override
  public boolean isLoaded(DirectClient client) {
    return client
        .direct(
            LOAD,
            SqlConnection.class,
            sql -> {
              for (int table = 1; table <= tables; table++) {
                if (!new TableMark(sql, name(table)).isLoaded(CONTENT)) {
                  return Status.NOT_FOUND;
                }
              }
              return Status.OK;
            })
        .isOk();
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    int number = tablesBegun.incrementAndGet();
    if (number > tables) {
      throw new InvalidSettingException(
          "insertcount: it is more than the " + tables + " tables; omit it");
    }
    return DirectClient.of(db)
        .direct(
            LOAD,
            SqlConnection.class,
            sql -> {
              TableMark table = new TableMark(sql, name(number));
              table.create(COLUMNS, "");
              table.loaded(CONTENT);
              return Status.OK;
            })
        .isOk();
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return DirectClient.of(db)
        .direct(
            OPERATION,
            Connection.class,
            connection -> {
              tally.addRows(((Appender) state).append(connection));
              return Status.OK;
            })
        .isOk();
  }

  @Override
  public Tally tally() {
    return tally;
  }

  private static String name(int table) {
    return "sbtest" + table;
  }

  /** Appends to the table of one thread. */
  private static final class Appender {
    private static final int UNKNOWN = 0;

    private final String table;
    private final RowBatch batch;
    private int next = UNKNOWN;

    Appender(int number) {
      table = name(number);
      batch = new RowBatch("INSERT INTO " + table, RowBatch.STATEMENT_LENGTH);
    }

    /** Appends a statement of rows; returns their number. */
    int append(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        int first = next == UNKNOWN ? first(statement) : next;
        int id = first;
        // The last row of the table is unknown after a failure.
        next = UNKNOWN;
        for (String row = row(id); batch.fits(row); row = row(id)) {
          batch.add(row);
          id++;
        }
        statement.executeUpdate(batch.take());
        next = id;
        return id - first;
      }
    }

    private int first(Statement statement) throws SQLException {
      try (ResultSet row = statement.executeQuery("SELECT COALESCE(MAX(id), 0) FROM " + table)) {
        row.next();
        return row.getInt(1) + 1;
      }
    }

    private static String row(int id) {
      return "(" + id + "," + id + ")";
    }
  }
}
