package dev.tlsbench.ycsb.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.StatementText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one thread on records in Cassandra: a row with the key and a column for each
 * field, as in the stock binding. Values are sent and read as bytes, whatever the columns' type.
 *
 * <p>An insert replaces a record with the same key, and an update of a missing record creates it.
 * All operations throw the driver's exceptions.
 */
final class CassandraRecords implements Records {
  private static final String WITH_KEY = " WHERE " + CassandraSession.KEY + " = ?";

  /** The number of inserts of a batch that are in flight at a time. */
  private static final int MOST_IN_FLIGHT = 100;

  private final CqlSession session;
  private final CassandraOptions options;
  private final Map<StatementKey, PreparedStatement> prepared = new HashMap<>();
  private final Map<String, List<BoundStatement>> batches = new HashMap<>();
  private final Map<String, PreparedStatement> queries = new HashMap<>();

  CassandraRecords(CqlSession session, CassandraOptions options) {
    this.session = session;
    this.options = options;
  }

  private enum Kind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE
  }

  /** A statement; no fields stand for all of them. */
  private record StatementKey(Kind kind, String table, List<String> fields) {
    String cql() {
      String name = CassandraSession.quoted(table);
      return switch (kind) {
        case SELECT ->
            "SELECT " + (fields.isEmpty() ? "*" : join("", ", ", "")) + " FROM " + name + WITH_KEY;
        case INSERT ->
            "INSERT INTO %s (%s%s) VALUES (?%s)"
                .formatted(
                    name, CassandraSession.KEY, join(", ", "", ""), ", ?".repeat(fields.size()));
        case UPDATE -> "UPDATE " + name + " SET " + join("", ", ", " = ?") + WITH_KEY;
        case DELETE -> "DELETE FROM " + name + WITH_KEY;
      };
    }

    private String join(String before, String between, String after) {
      return fields.stream()
          .map(field -> before + CassandraSession.quoted(field) + after)
          .collect(Collectors.joining(between));
    }
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    List<String> names = fields == null ? List.of() : List.copyOf(fields);
    Row row = session.execute(build(bindKey(Kind.SELECT, table, names, key, 0))).one();
    if (row == null) {
      return Status.NOT_FOUND;
    }
    ColumnDefinitions columns = row.getColumnDefinitions();
    for (int i = 0; i < columns.size(); i++) {
      ByteBuffer value = row.getBytesUnsafe(i);
      String name = columns.get(i).getName().asInternal();
      if (value != null && !name.equals(CassandraSession.KEY)) {
        int start = value.arrayOffset() + value.position();
        result.put(name, new ByteArrayByteIterator(value.array(), start, value.remaining()));
      }
    }
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, FieldValues values) {
    BoundStatementBuilder update = bindKey(Kind.UPDATE, table, values.names(), key, values.size());
    session.execute(bindValues(values, update, 0));
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, FieldValues values) {
    BoundStatement insert =
        bindValues(values, bindKey(Kind.INSERT, table, values.names(), key, 0), 1);
    if (options.batchSize() == 1) {
      session.execute(insert);
      return Status.OK;
    }
    List<BoundStatement> batch = batches.computeIfAbsent(table, name -> new ArrayList<>());
    batch.add(insert);
    if (batch.size() < options.batchSize()) {
      return Status.BATCHED_OK;
    }
    flush(batch);
    return Status.OK;
  }

  @Override
  public Status delete(String table, String key) {
    session.execute(build(bindKey(Kind.DELETE, table, List.of(), key, 0)));
    return Status.OK;
  }

  @Override
  public long dump(String table) {
    SimpleStatement all =
        SimpleStatement.newInstance("SELECT * FROM " + CassandraSession.quoted(table))
            .setConsistencyLevel(options.reads());
    long read = 0;
    for (Row row : session.execute(all)) {
      read += bytes(row);
    }
    return read;
  }

  @Override
  public <C> Status direct(Class<C> type, DirectClient.Use<C> use) throws Exception {
    return use.with(DirectClient.lend(type, session, this));
  }

  @Override
  public Reply query(String text, List<Object> values, boolean writes) {
    PreparedStatement query =
        queries.computeIfAbsent(
            text,
            cql -> {
              if (!writes) {
                StatementText.requireReading(cql, Set.of("SELECT"));
              }
              return session.prepare(
                  SimpleStatement.newInstance(cql).setConsistencyLevel(options.reads()));
            });
    ColumnDefinitions parameters = query.getVariableDefinitions();
    StatementText.requireCount(parameters.size(), values.size());
    BoundStatementBuilder bound = query.boundStatementBuilder();
    for (int i = 0; i < parameters.size(); i++) {
      TypeCodec<Object> codec = bound.codecRegistry().codecFor(parameters.get(i).getType());
      String value = values.get(i).toString();
      bound = bound.set(i, codec.accepts(value) ? value : codec.parse(value), codec);
    }
    long rows = 0;
    long bytes = 0;
    for (Row row : session.execute(build(bound))) {
      rows++;
      bytes += bytes(row);
    }
    return new Reply(rows, bytes);
  }

  private static long bytes(Row row) {
    long bytes = 0;
    for (int i = 0; i < row.getColumnDefinitions().size(); i++) {
      ByteBuffer value = row.getBytesUnsafe(i);
      bytes += value == null ? 0 : value.remaining();
    }
    return bytes;
  }

  @Override
  public void flush() {
    batches.values().forEach(this::flush);
  }

  @Override
  public void close() {}

  /**
   * Sends inserts without waiting for each: a batch of CQL is for changes of one partition, and
   * slower than single inserts for others.
   */
  private void flush(List<BoundStatement> batch) {
    List<BoundStatement> inserts = List.copyOf(batch);
    // A batch is tried once: a record that cannot be inserted must not block later ones.
    batch.clear();
    RuntimeException failure = null;
    for (int from = 0; from < inserts.size(); from += MOST_IN_FLIGHT) {
      List<CompletionStage<AsyncResultSet>> sent =
          inserts.subList(from, Math.min(inserts.size(), from + MOST_IN_FLIGHT)).stream()
              .map(session::executeAsync)
              .toList();
      for (CompletionStage<AsyncResultSet> insert : sent) {
        try {
          insert.toCompletableFuture().join();
        } catch (CompletionException e) {
          failure = failure == null ? e : failure;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private BoundStatementBuilder bindKey(
      Kind kind, String table, List<String> fields, String key, int position) {
    PreparedStatement statement =
        prepared.computeIfAbsent(new StatementKey(kind, table, fields), this::prepare);
    return statement
        .boundStatementBuilder()
        .setBytesUnsafe(position, ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8)));
  }

  private PreparedStatement prepare(StatementKey key) {
    return session.prepare(
        SimpleStatement.newInstance(key.cql())
            .setConsistencyLevel(key.kind() == Kind.SELECT ? options.reads() : options.writes()));
  }

  private BoundStatement bindValues(FieldValues values, BoundStatementBuilder to, int first) {
    for (int i = 0; i < values.size(); i++) {
      to.setBytesUnsafe(first + i, ByteBuffer.wrap(values.value(i)));
    }
    return build(to);
  }

  private BoundStatement build(BoundStatementBuilder from) {
    BoundStatement statement = from.build();
    return options.tracing() ? statement.setTracing(true) : statement;
  }
}
