package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.store.PointStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one thread on records in an SQL database, over a connection of its own.
 *
 * <p>If the connection is lost, the current operation fails, since its outcome is unknown, and the
 * next one reconnects. Batched inserts are kept.
 */
final class SqlRecords implements Records {
  private final SqlOptions options;
  private final SqlTable table;
  private final SqlDialect dialect;
  private final Connector connector;
  private final Map<String, List<Row>> batches = new HashMap<>();
  private @Nullable Statements statements;

  SqlRecords(SqlOptions options, SqlTable table, SqlDialect dialect, Connector connector)
      throws ConnectFailedException {
    this.options = options;
    this.table = table;
    this.dialect = dialect;
    this.connector = connector;
    try {
      this.statements = connect();
    } catch (SQLException e) {
      throw new ConnectFailedException(options.prefix() + "autocommit: the server refuses it", e);
    }
  }

  @Override
  public Status read(
      String name, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws Exception {
    return run(
        to -> {
          Selection select = to.select(table(name), fields, false);
          select.statement().setString(1, key);
          try (ResultSet row = select.statement().executeQuery()) {
            if (!row.next()) {
              return Status.NOT_FOUND;
            }
            fill(result, row, select.names(row, table));
            return Status.OK;
          }
        });
  }

  @Override
  public Status scan(
      String name,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Supplier<Map<String, ByteIterator>> records)
      throws Exception {
    return run(
        to -> {
          Selection select = to.select(table(name), fields, true);
          select.statement().setString(1, startKey);
          select.statement().setInt(2, count);
          try (ResultSet row = select.statement().executeQuery()) {
            while (row.next()) {
              fill(records.get(), row, select.names(row, table));
            }
          }
          return Status.OK;
        });
  }

  @Override
  public Status update(String name, String key, FieldValues values) throws Exception {
    return run(
        to -> {
          PreparedStatement update = to.update(table(name), values);
          int parameter = 1;
          for (int i = 0; i < values.size(); i++) {
            update.setBytes(parameter++, values.value(i));
          }
          update.setString(parameter, key);
          return update.executeUpdate() == 0 ? Status.NOT_FOUND : Status.OK;
        });
  }

  @Override
  public Status insert(String name, String key, FieldValues values) throws Exception {
    Row row = new Row(key, values);
    if (options.batchSize() == 1) {
      return run(
          to -> {
            PreparedStatement insert = to.insert(table(name), values);
            row.setIn(insert);
            return insert.executeUpdate() == 1 ? Status.OK : Status.UNEXPECTED_STATE;
          });
    }
    List<Row> batch = batches.computeIfAbsent(table(name), of -> new ArrayList<>());
    batch.add(row);
    if (batch.size() < options.batchSize()) {
      return Status.BATCHED_OK;
    }
    flush(table(name), batch);
    return Status.OK;
  }

  @Override
  public Status delete(String name, String key) throws Exception {
    return run(
        to -> {
          PreparedStatement delete = to.delete(table(name));
          delete.setString(1, key);
          return delete.executeUpdate() == 0 ? Status.NOT_FOUND : Status.OK;
        });
  }

  @Override
  public long dump(String name) throws Exception {
    return run(to -> dump(to.sql().connection(), table(name)));
  }

  private long dump(Connection connection, String name) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    long read = 0;
    try (Statement select =
        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      dialect.stream(select);
      try (ResultSet row = select.executeQuery("SELECT * FROM " + dialect.words().quoted(name))) {
        int columns = row.getMetaData().getColumnCount();
        while (row.next()) {
          read += bytes(row, columns);
        }
      }
    } finally {
      if (connection.getAutoCommit() != autoCommit) {
        connection.setAutoCommit(autoCommit);
      }
    }
    return read;
  }

  static long bytes(ResultSet row, int columns) throws SQLException {
    long bytes = 0;
    for (int column = 1; column <= columns; column++) {
      byte[] value = row.getBytes(column);
      bytes += value == null ? 0 : value.length;
    }
    return bytes;
  }

  @Override
  public long export(String name) throws Exception {
    return run(to -> dialect.export(to.sql().connection(), dialect.words().quoted(table(name))));
  }

  @Override
  public PointStore points(String name) throws Exception {
    return run(to -> new PointTable(to.sql(), new TableMark(to.sql(), name)));
  }

  @Override
  public <C> Status direct(Class<C> type, DirectClient.Use<C> use) throws Exception {
    return run(to -> use.with(DirectClient.lend(type, to.sql().connection(), to.sql(), this)));
  }

  @Override
  public Reply query(String text, List<Object> values, boolean writes) throws Exception {
    return run(to -> to.query(text, values, writes));
  }

  @Override
  public void flush() throws Exception {
    for (Map.Entry<String, List<Row>> batch : batches.entrySet()) {
      if (!batch.getValue().isEmpty()) {
        flush(batch.getKey(), batch.getValue());
      }
    }
    if (!options.autoCommit() && statements != null) {
      statements.sql().connection().commit();
    }
  }

  @Override
  public void close() {
    if (statements != null) {
      statements.close();
      statements = null;
    }
  }

  private void flush(String name, List<Row> batch) throws Exception {
    List<Row> rows = List.copyOf(batch);
    // A batch is tried once: a record that cannot be inserted must not block later ones.
    batch.clear();
    run(
        to -> {
          PreparedStatement insert = to.insert(name, rows.get(0).values());
          for (Row row : rows) {
            row.setIn(insert);
            insert.addBatch();
          }
          try {
            insert.executeBatch();
          } finally {
            insert.clearBatch();
          }
          return Status.OK;
        });
  }

  private <T> T run(Operation<T> operation) throws Exception {
    Statements to = statements == null ? connect() : statements;
    statements = to;
    try {
      return operation.run(to);
    } catch (SQLException e) {
      if (to.isLost(e)) {
        close();
      }
      throw e;
    }
  }

  private Statements connect() throws SQLException, ConnectFailedException {
    Connection connection = connector.connect();
    if (!options.autoCommit()) {
      connection.setAutoCommit(false);
    }
    return new Statements(new SqlConnection(connection, dialect), options.fetchSize());
  }

  private String table(String name) {
    return options.table().orElse(name);
  }

  private static void fill(Map<String, ByteIterator> record, ResultSet row, List<String> names)
      throws SQLException {
    for (int i = 0; i < names.size(); i++) {
      byte[] value = row.getBytes(i + 1);
      if (value != null && !names.get(i).equals(SqlTable.KEY)) {
        record.put(names.get(i), new ByteArrayByteIterator(value));
      }
    }
  }

  /** Opens the connections of this thread. */
  interface Connector {
    Connection connect() throws ConnectFailedException;
  }

  private interface Operation<T> {
    T run(Statements statements) throws Exception;
  }

  private record Row(String key, FieldValues values) {
    void setIn(PreparedStatement insert) throws SQLException {
      insert.setString(1, key);
      for (int i = 0; i < values.size(); i++) {
        insert.setBytes(i + 2, values.value(i));
      }
    }
  }
}
