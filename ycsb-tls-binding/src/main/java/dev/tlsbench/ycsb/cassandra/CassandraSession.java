package dev.tlsbench.ycsb.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.cassandra.CassandraConnections;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The connections of all threads to Cassandra: one session of the driver. */
record CassandraSession(
    CassandraOptions options,
    TlsSettings settings,
    CassandraConnections connections,
    CqlSession session,
    FailureLog failureLog)
    implements Session {
  /** The column of the key, as in the stock binding. */
  static final String KEY = "y_id";

  /**
   * Connects, and creates the table if the options require it.
   *
   * @throws ConnectFailedException if the server cannot be reached, TLS fails, or the table cannot
   *     be created
   */
  static CassandraSession open(
      CassandraUrl url,
      CassandraOptions options,
      Properties properties,
      ConnectionListener listener)
      throws ConnectFailedException {
    TlsSettings settings = url.settings(RunProperties.strings(properties));
    CassandraConnections connections =
        new CassandraConnections(
            url, settings, Dialer.DIRECT, listener.ledger(), options::applyTo, listener::connected);
    try {
      FailureLog failures = new FailureLog(properties, connections::explain);
      CassandraSession opened =
          new CassandraSession(options, settings, connections, connections.session(), failures);
      if (options.createTable()) {
        opened.create(properties);
      }
      return opened;
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  @Override
  public Records records() {
    return new CassandraRecords(session, options);
  }

  @Override
  public boolean exists(String table) throws ConnectFailedException {
    String keyspace = session.getKeyspace().orElseThrow().asInternal();
    return execute(
            table + ": cannot be found: ",
            SimpleStatement.newInstance(
                "SELECT table_name FROM system_schema.tables"
                    + " WHERE keyspace_name = ? AND table_name = ?",
                keyspace,
                table),
            1)
        > 0;
  }

  @Override
  public boolean isEmpty(String table) throws ConnectFailedException {
    return !exists(table)
        || execute(table + ": cannot be read: ", keys(table).setPageSize(1), 1) == 0;
  }

  /** Reads all keys: a {@code count(*)} of many records takes longer than the server allows. */
  @Override
  public long count(String table) throws ConnectFailedException {
    return execute(table + ": cannot be counted: ", keys(table), Long.MAX_VALUE);
  }

  private static SimpleStatement keys(String table) {
    return SimpleStatement.newInstance("SELECT " + KEY + " FROM " + quoted(table));
  }

  @Override
  public void clear(String table) throws ConnectFailedException {
    change(table, "DROP TABLE IF EXISTS " + quoted(table));
  }

  /**
   * Creates the table with the columns of the stock binding. The fields are binary, because YCSB's
   * values are bytes; the stock binding's {@code varchar} columns suffice for text.
   */
  private void create(Properties properties) throws ConnectFailedException {
    String table = properties.getProperty("table", "usertable");
    int fields = RunProperties.number(properties, "fieldcount", 10, 0);
    String prefix = properties.getProperty("fieldnameprefix", "field");
    String columns =
        IntStream.range(0, fields)
            .mapToObj(field -> ", " + quoted(prefix + field) + " blob")
            .collect(Collectors.joining());
    change(
        table,
        "CREATE TABLE IF NOT EXISTS %s (%s varchar PRIMARY KEY%s)"
            .formatted(quoted(table), KEY, columns));
  }

  private void change(String table, String cql) throws ConnectFailedException {
    execute(
        table + ": cannot create or drop this table as required: ",
        SimpleStatement.newInstance(cql),
        1);
  }

  /** Runs a statement, and returns the number of rows up to a limit. */
  private long execute(String problem, SimpleStatement statement, long most)
      throws ConnectFailedException {
    try {
      ResultSet found = session.execute(statement);
      long rows = 0;
      while (rows < most && found.one() != null) {
        rows++;
      }
      return rows;
    } catch (DriverException e) {
      throw new ConnectFailedException(problem + connections.explain(e), e);
    }
  }

  /** Returns a name in quotes, which keeps its capitals. */
  static String quoted(String name) {
    return CqlIdentifier.fromInternal(name).asCql(false);
  }
}
