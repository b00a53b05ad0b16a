package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.JdbcConnections;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/** Opens connections to an SQL database, one for each thread. */
final class SqlSession implements Session {
  private static final String CHANGE = ": cannot create or drop this table as required: ";

  private final JdbcConnections connections;
  private final TlsSettings settings;
  private final SqlDialect dialect;
  private final SqlOptions options;
  private final SqlTable table;
  private final FailureLog failureLog;
  private final ConnectionListener listener;

  /**
   * Opens a session, and creates the table if the options require it.
   *
   * @param connections closed with the session or if this fails
   * @throws ConnectFailedException if the table cannot be created, or exists with other storage
   *     than required
   */
  SqlSession(
      JdbcConnections connections,
      TlsSettings settings,
      SqlDialect dialect,
      SqlOptions options,
      Properties properties,
      ConnectionListener listener)
      throws ConnectFailedException {
    this.connections = connections;
    this.settings = settings;
    this.dialect = dialect;
    this.options = options;
    this.listener = listener;
    try {
      this.table = SqlTable.of(properties);
      this.failureLog = new FailureLog(properties, this::explain);
      connections.ledger().onConnection(listener::negotiated);
      if (options.createTable()) {
        create();
      }
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  @Override
  public TlsSettings settings() {
    return settings;
  }

  @Override
  public JdbcConnections connections() {
    return connections;
  }

  @Override
  public Records records() throws ConnectFailedException {
    return new SqlRecords(options, table, dialect, this::connect);
  }

  @Override
  public FailureLog failureLog() {
    return failureLog;
  }

  @Override
  public boolean isEmpty(String name) throws ConnectFailedException {
    return emptiness(name).orElse(true);
  }

  @Override
  public boolean exists(String name) throws ConnectFailedException {
    return emptiness(name).isPresent();
  }

  /** Returns whether a table is empty; nothing if it does not exist. */
  private Optional<Boolean> emptiness(String name) throws ConnectFailedException {
    return query(
        name + ": cannot be read: ",
        sql -> {
          try {
            return Optional.of(sql.isEmpty(quoted(name)));
          } catch (SQLException e) {
            if (dialect.words().noSuchTable().equals(e.getSQLState())) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  /** Of class 23 of the SQL standard, an insert of a record violates only its key. */
  private String explain(Exception reason) {
    if (!(reason instanceof SQLException failure)) {
      return String.valueOf(reason.getMessage());
    }
    boolean duplicate = String.valueOf(failure.getSQLState()).startsWith("23");
    return dialect.explain(failure) + (duplicate ? FailureLog.DUPLICATE_KEY : "");
  }

  @Override
  public long count(String name) throws ConnectFailedException {
    return query(name + ": cannot be counted: ", sql -> sql.count(quoted(name)));
  }

  @Override
  public void clear(String name) throws ConnectFailedException {
    execute(name + CHANGE, "DROP TABLE IF EXISTS " + quoted(name));
  }

  @Override
  public void analyze(String name) throws ConnectFailedException {
    String statement = dialect.analyze(quoted(name));
    if (!statement.isEmpty()) {
      execute(name + ": cannot be analyzed: ", statement);
    }
  }

  /** Creates the table if it does not exist, and checks the storage of an existing one. */
  private void create() throws ConnectFailedException {
    String name = options.table().orElse(table.name());
    String quoted = dialect.words().quoted(name);
    query(
        name + CHANGE,
        sql -> {
          String storage = dialect.storage().clause(sql.connection());
          sql.execute(
              table.create(quoted, dialect.words())
                  + dialect.tableOptions(quoted, "", "", storage));
          dialect.storage().check(sql.connection(), name);
          return true;
        });
  }

  private void execute(String problem, String statement) throws ConnectFailedException {
    query(
        problem,
        sql -> {
          sql.execute(statement);
          return true;
        });
  }

  private <T> T query(String problem, Query<T> query) throws ConnectFailedException {
    try (Connection connection = connect()) {
      return query.run(new SqlConnection(connection, dialect));
    } catch (SQLException e) {
      throw new ConnectFailedException(problem + Secrets.NONE.hide(e.getMessage()), e);
    }
  }

  private String quoted(String name) {
    return dialect.words().quoted(options.table().orElse(name));
  }

  private Connection connect() throws ConnectFailedException {
    long start = System.nanoTime();
    Connection connection = connections.connect();
    listener.connected(Duration.ofNanos(System.nanoTime() - start));
    return connection;
  }

  private interface Query<T> {
    T run(SqlConnection sql) throws SQLException;
  }
}
