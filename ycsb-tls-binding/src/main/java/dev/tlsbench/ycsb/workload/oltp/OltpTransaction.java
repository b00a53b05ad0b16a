package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.IntSupplier;

/**
 * The parts of sysbench's models, on one connection. Each part draws its table once, and a row for
 * each of its statements.
 */
record OltpTransaction(
    OltpOptions options, Distribution rows, IntSupplier uniqueIds, OltpConnection connection) {
  /** Returns the number of statements of each kind. */
  private OltpOptions.Counts counts() {
    return options.transactions().counts();
  }

  void begin() throws SQLException {
    if (!options.transactions().skipTrx()) {
      connection.begin();
    }
  }

  void commit() throws SQLException {
    if (!options.transactions().skipTrx()) {
      connection.commit();
    }
  }

  void reads() throws SQLException {
    pointSelects(counts().pointSelects());
    ranges();
  }

  void writes() throws SQLException {
    indexUpdates();
    nonIndexUpdates();
    deleteInserts();
  }

  void pointSelects(int count) throws SQLException {
    int table = table();
    for (int i = 0; i < count; i++) {
      PreparedStatement select = connection.prepared(Query.POINT_SELECT, table);
      select.setInt(1, row());
      read(select);
    }
  }

  /** Runs all four kinds, unless ranges are switched off. */
  private void ranges() throws SQLException {
    if (options.transactions().rangeSelects()) {
      ranges(Query.SIMPLE_RANGE, counts().simpleRanges());
      ranges(Query.SUM_RANGE, counts().sumRanges());
      ranges(Query.ORDER_RANGE, counts().orderRanges());
      ranges(Query.DISTINCT_RANGE, counts().distinctRanges());
    }
  }

  private void ranges(Query query, int count) throws SQLException {
    int table = table();
    for (int i = 0; i < count; i++) {
      PreparedStatement select = connection.prepared(query, table);
      int from = row();
      select.setInt(1, from);
      select.setInt(2, from + options.transactions().rangeSize() - 1);
      read(select);
    }
  }

  void indexUpdates() throws SQLException {
    int table = table();
    for (int i = 0; i < counts().indexUpdates(); i++) {
      PreparedStatement update = connection.prepared(Query.INDEX_UPDATE, table);
      update.setInt(1, row());
      update.executeUpdate();
    }
  }

  void nonIndexUpdates() throws SQLException {
    int table = table();
    for (int i = 0; i < counts().nonIndexUpdates(); i++) {
      PreparedStatement update = connection.prepared(Query.NON_INDEX_UPDATE, table);
      update.setString(1, RowText.c());
      update.setInt(2, row());
      update.executeUpdate();
    }
  }

  /** Deletes a row and inserts it again with other values. */
  private void deleteInserts() throws SQLException {
    int table = table();
    for (int i = 0; i < counts().deleteInserts(); i++) {
      int row = row();
      delete(table, row);
      insert(table, row);
    }
  }

  /** Deletes one row, which may already be deleted. */
  void delete() throws SQLException {
    int table = table();
    delete(table, row());
  }

  /** Inserts one row with an unprepared statement, as in sysbench. */
  void insert() throws SQLException {
    String id =
        options.tables().autoInc()
            ? connection.nextNumber()
            : Integer.toString(uniqueIds.getAsInt());
    connection.execute(
        "INSERT INTO "
            + options.tables().name(table())
            + (id.isEmpty() ? " (k, c, pad) VALUES (" : " (id, k, c, pad) VALUES (" + id + ", ")
            + row()
            + ", '"
            + RowText.c()
            + "', '"
            + RowText.pad()
            + "')");
  }

  private void delete(int table, int row) throws SQLException {
    PreparedStatement delete = connection.prepared(Query.DELETE, table);
    delete.setInt(1, row);
    delete.executeUpdate();
  }

  private void insert(int table, int id) throws SQLException {
    PreparedStatement insert = connection.prepared(Query.INSERT, table);
    insert.setInt(1, id);
    insert.setInt(2, row());
    insert.setString(3, RowText.c());
    insert.setString(4, RowText.pad());
    insert.executeUpdate();
  }

  /**
   * Reads all rows from the server, and decodes none of their values, as in sysbench. Without a
   * fetch size, drivers have all rows once the query has been executed.
   */
  private static void read(PreparedStatement select) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      boolean more = select.getFetchSize() != 0;
      while (more) {
        more = rows.next();
      }
    }
  }

  private int table() {
    return Distributions.uniform(1, options.tables().count());
  }

  private int row() {
    return rows.next(1, options.tables().size());
  }
}
