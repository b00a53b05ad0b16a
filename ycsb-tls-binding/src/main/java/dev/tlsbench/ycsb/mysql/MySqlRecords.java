package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
 * The operations of one thread on records in MySQL, over a connection of its own.
 *
 * <p>If the connection is lost, the current operation fails, since its outcome is unknown, and the
 * next one reconnects. Batched inserts are kept.
 */
final class MySqlRecords implements Records {
  private final MySqlProperties properties;
  private final MySqlTable table;
  private final Connector connector;
  private final Map<String, List<Row>> batches = new HashMap<>();
  private @Nullable Statements statements;

  MySqlRecords(MySqlProperties properties, MySqlTable table, Connector connector)
      throws ConnectFailedException {
    this.properties = properties;
    this.table = table;
    this.connector = connector;
    try {
      this.statements = connect();
    } catch (SQLException e) {
      throw new ConnectFailedException("mysql.autocommit: the server refuses it", e);
    }
  }

  interface Connector {
    Connection connect() throws ConnectFailedException;
  }

  @Override
  public Status read(
      String name, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws SQLException, ConnectFailedException {
    return on(
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
      throws SQLException, ConnectFailedException {
    return on(
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
  public Status update(String name, String key, FieldValues values)
      throws SQLException, ConnectFailedException {
    return on(
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
  public Status insert(String name, String key, FieldValues values)
      throws SQLException, ConnectFailedException {
    Row row = new Row(key, values);
    if (properties.batchSize() == 1) {
      return on(
          to -> {
            PreparedStatement insert = to.insert(table(name), values);
            row.setIn(insert);
            return insert.executeUpdate() == 1 ? Status.OK : Status.UNEXPECTED_STATE;
          });
    }
    List<Row> batch = batches.computeIfAbsent(table(name), of -> new ArrayList<>());
    batch.add(row);
    if (batch.size() < properties.batchSize()) {
      return Status.BATCHED_OK;
    }
    flush(table(name), batch);
    return Status.OK;
  }

  @Override
  public Status delete(String name, String key) throws SQLException, ConnectFailedException {
    return on(
        to -> {
          PreparedStatement delete = to.delete(table(name));
          delete.setString(1, key);
          return delete.executeUpdate() == 0 ? Status.NOT_FOUND : Status.OK;
        });
  }

  @Override
  public <C> Status direct(Class<C> type, DirectClient.Use<C> use)
      throws SQLException, ConnectFailedException {
    return on(to -> use.with(DirectClient.lend(type, to.connection())));
  }

  @Override
  public void flush() throws SQLException, ConnectFailedException {
    for (Map.Entry<String, List<Row>> batch : batches.entrySet()) {
      if (!batch.getValue().isEmpty()) {
        flush(batch.getKey(), batch.getValue());
      }
    }
    if (!properties.autoCommit() && statements != null) {
      statements.connection().commit();
    }
  }

  @Override
  public void close() {
    if (statements != null) {
      statements.close();
      statements = null;
    }
  }

  private void flush(String name, List<Row> batch) throws SQLException, ConnectFailedException {
    List<Row> rows = List.copyOf(batch);
    // A batch is tried once: a record that cannot be inserted must not block later ones.
    batch.clear();
    on(
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

  private Status on(Operation operation) throws SQLException, ConnectFailedException {
    Statements to = statements == null ? connect() : statements;
    statements = to;
    try {
      return operation.with(to);
    } catch (SQLException e) {
      if (to.isLost(e)) {
        close();
      }
      throw e;
    }
  }

  private Statements connect() throws SQLException, ConnectFailedException {
    Connection connection = connector.connect();
    if (!properties.autoCommit()) {
      connection.setAutoCommit(false);
    }
    return new Statements(connection, properties.fetchSize());
  }

  private String table(String name) {
    return properties.table().orElse(name);
  }

  private static void fill(Map<String, ByteIterator> record, ResultSet row, List<String> names)
      throws SQLException {
    for (int i = 0; i < names.size(); i++) {
      byte[] value = row.getBytes(i + 1);
      if (value != null && !names.get(i).equals(MySqlTable.KEY)) {
        record.put(names.get(i), new ByteArrayByteIterator(value));
      }
    }
  }

  private interface Operation {
    Status with(Statements statements) throws SQLException;
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
