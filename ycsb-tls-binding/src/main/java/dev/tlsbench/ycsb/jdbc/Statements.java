package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.StatementText;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection and the statements prepared on it, each only once. The SQL text contains field
 * names, so there is one statement for each set of fields.
 */
final class Statements implements AutoCloseable {
  /** Class 08 of SQLSTATE: connection exception. */
  private static final String CONNECTION_EXCEPTION = "08";

  /** The first words of statements that read; what a read-only transaction may not, fails there. */
  private static final Set<String> READING =
      Set.of("SELECT", "WITH", "VALUES", "TABLE", "SHOW", "EXPLAIN");

  private static final Set<Integer> NUMBERS =
      Set.of(Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.REAL, Types.DOUBLE);

  private final SqlConnection sql;
  private final Connection connection;
  private final int fetchSize;
  private final Map<Use, PreparedStatement> prepared = new HashMap<>();
  private final Map<Use, Selection> selections = new HashMap<>();
  private final Map<String, Query> queries = new HashMap<>();

  Statements(SqlConnection sql, int fetchSize) {
    this.sql = sql;
    this.connection = sql.connection();
    this.fetchSize = fetchSize;
  }

  SqlConnection sql() {
    return sql;
  }

  private String quoted(String name) {
    return sql.dialect().words().quoted(name);
  }

  /** Runs a statement of the user's; without writes the session is read-only from then on. */
  Records.Reply query(String text, List<Object> values, boolean writes) throws SQLException {
    Query query = queries.get(text);
    if (query == null) {
      if (!writes) {
        StatementText.requireReading(text, READING);
        sql.execute(sql.dialect().readOnly());
        if (!connection.getAutoCommit()) {
          connection.commit();
        }
      }
      query = Query.of(sql.dialect(), connection, text);
      query.statement().setFetchSize(fetchSize);
      queries.put(text, query);
    }
    return query.run(values);
  }

  /** A statement of the user's, and the types as which its parameters are sent. */
  private record Query(PreparedStatement statement, List<Integer> types) {
    static Query of(SqlDialect dialect, Connection connection, String text) throws SQLException {
      PreparedStatement statement = dialect.prepareOnServer(connection, text);
      ParameterMetaData parameters = statement.getParameterMetaData();
      List<Integer> types = new ArrayList<>();
      for (int i = 1; i <= parameters.getParameterCount(); i++) {
        int type = parameters.getParameterType(i);
        types.add(type == Types.NULL || NUMBERS.contains(type) ? type : dialect.textType());
      }
      return new Query(statement, types);
    }

    Records.Reply run(List<Object> values) throws SQLException {
      StatementText.requireCount(types.size(), values.size());
      for (int i = 0; i < types.size(); i++) {
        if (types.get(i) == Types.NULL) { // MariaDB does not say it
          statement.setObject(i + 1, values.get(i));
        } else { // from text: pgjdbc would send some of the bits of a longer number
          statement.setObject(i + 1, values.get(i).toString(), types.get(i));
        }
      }
      if (!statement.execute()) {
        return new Records.Reply(Math.max(0, statement.getUpdateCount()), 0);
      }
      long rows = 0;
      long bytes = 0;
      try (ResultSet row = statement.getResultSet()) {
        for (int columns = row.getMetaData().getColumnCount(); row.next(); rows++) {
          bytes += SqlRecords.bytes(row, columns);
        }
      }
      return new Records.Reply(rows, bytes);
    }
  }

  /** Selects one record by its key, or all from a key on. */
  Selection select(String table, @Nullable Set<String> fields, boolean range) throws SQLException {
    List<String> names = fields == null ? List.of() : List.copyOf(fields);
    Use use = new Use(range ? Verb.SCAN : Verb.READ, table, names);
    Selection known = selections.get(use);
    if (known != null) {
      return known;
    }
    String columns = fields == null ? "*" : String.join(", ", quoted(names));
    String condition = range ? " >= ? ORDER BY " + SqlTable.KEY + " LIMIT ?" : " = ?";
    PreparedStatement statement =
        connection.prepareStatement(
            "SELECT " + columns + " FROM " + quoted(table) + " WHERE " + SqlTable.KEY + condition);
    if (range && fetchSize > 0) {
      statement.setFetchSize(fetchSize);
    }
    Selection selection = new Selection(statement, fields == null ? null : names);
    selections.put(use, selection);
    return selection;
  }

  /** Inserts a record: the key, then the values in their order. */
  PreparedStatement insert(String table, FieldValues values) throws SQLException {
    List<String> names = names(values);
    return prepare(
        new Use(Verb.INSERT, table, names),
        () ->
            "INSERT INTO "
                + quoted(table)
                + " ("
                + SqlTable.KEY
                + names.stream().map(name -> ", " + quoted(name)).collect(Collectors.joining())
                + ") VALUES (?"
                + ", ?".repeat(names.size())
                + ")");
  }

  /** Updates a record: the values in their order, then the key. */
  PreparedStatement update(String table, FieldValues values) throws SQLException {
    List<String> names = names(values);
    return prepare(
        new Use(Verb.UPDATE, table, names),
        () ->
            "UPDATE "
                + quoted(table)
                + " SET "
                + quoted(names).stream()
                    .map(name -> name + " = ?")
                    .collect(Collectors.joining(", "))
                + " WHERE "
                + SqlTable.KEY
                + " = ?");
  }

  /** Deletes a record by its key. */
  PreparedStatement delete(String table) throws SQLException {
    return prepare(
        new Use(Verb.DELETE, table, List.of()),
        () -> "DELETE FROM " + quoted(table) + " WHERE " + SqlTable.KEY + " = ?");
  }

  private PreparedStatement prepare(Use use, Supplier<String> sql) throws SQLException {
    PreparedStatement statement = prepared.get(use);
    if (statement == null) {
      statement = connection.prepareStatement(sql.get());
      prepared.put(use, statement);
    }
    return statement;
  }

  private static List<String> names(FieldValues values) {
    List<String> names = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      names.add(values.name(i));
    }
    return names;
  }

  private List<String> quoted(List<String> names) {
    return names.stream().map(this::quoted).toList();
  }

  /** Returns true if the connection is unusable after a failure. */
  boolean isLost(SQLException failure) throws SQLException {
    String state = failure.getSQLState();
    return connection.isClosed() || (state != null && state.startsWith(CONNECTION_EXCEPTION));
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is abandoned; all its results have been read.
      return;
    }
  }

  private enum Verb {
    READ,
    SCAN,
    UPDATE,
    INSERT,
    DELETE
  }

  private record Use(Verb verb, String table, List<String> names) {}
}
