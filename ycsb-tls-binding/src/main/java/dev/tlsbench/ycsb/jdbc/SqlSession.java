package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.ycsb.session.Complaints;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Opens connections to an SQL database, one for each thread. */
public final class SqlSession implements Session {
  private static final String CHANGE = ": cannot create or drop this table as required: ";

  private final SqlServer server;
  private final SqlDialect dialect;
  private final SqlOptions options;
  private final SqlTable table;
  private final Complaints complaints;
  private final ConnectionListener listener;

  private SqlSession(
      SqlServer server,
      SqlDialect dialect,
      SqlOptions options,
      Properties properties,
      ConnectionListener listener) {
    this.server = server;
    this.dialect = dialect;
    this.options = options;
    this.table = SqlTable.of(properties);
    this.complaints = new Complaints(properties, this::explain);
    this.listener = listener;
  }

  /**
   * Opens a session, and creates the table if the options require it.
   *
   * @param server access to the server, closed with the session or if this fails
   * @throws ConnectFailedException if the table cannot be created, or exists with other storage
   *     than required
   */
  public static SqlSession open(
      SqlServer server,
      SqlDialect dialect,
      SqlOptions options,
      Properties properties,
      ConnectionListener listener)
      throws ConnectFailedException {
    try {
      SqlSession session = new SqlSession(server, dialect, options, properties, listener);
      server.ledger().onConnection(listener::negotiated);
      if (options.createTable()) {
        session.create();
      }
      return session;
    } catch (ConnectFailedException | RuntimeException e) {
      server.close().run();
      throw e;
    }
  }

  @Override
  public TlsSettings settings() {
    return server.settings();
  }

  @Override
  public TlsLedger ledger() {
    return server.ledger();
  }

  @Override
  public Records records() throws ConnectFailedException {
    return new SqlRecords(options, table, dialect, this::connect);
  }

  @Override
  public Complaints complaints() {
    return complaints;
  }

  @Override
  public boolean isEmpty(String name) throws ConnectFailedException {
    return asked(name, sql -> sql.isEmpty(quoted(name)), true);
  }

  @Override
  public boolean exists(String name) throws ConnectFailedException {
    return asked(
        name,
        sql -> {
          sql.isEmpty(quoted(name));
          return true;
        },
        false);
  }

  private boolean asked(String name, Query<Boolean> query, boolean ifMissing)
      throws ConnectFailedException {
    return with(
        name + ": cannot be read: ",
        sql -> {
          try {
            return query.on(sql);
          } catch (SQLException e) {
            if (dialect.words().noSuchTable().equals(e.getSQLState())) {
              return ifMissing;
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
    return dialect.explain(failure) + (duplicate ? Complaints.DUPLICATE_KEY : "");
  }

  @Override
  public long count(String name) throws ConnectFailedException {
    return with(name + ": cannot be counted: ", sql -> sql.count(quoted(name)));
  }

  @Override
  public void clear(String name) throws ConnectFailedException {
    with(
        name + CHANGE,
        sql -> {
          sql.execute("DROP TABLE IF EXISTS " + quoted(name));
          return true;
        });
  }

  @Override
  public void analyze(String name) throws ConnectFailedException {
    String statement = dialect.analyze(quoted(name));
    if (!statement.isEmpty()) {
      with(
          name + ": cannot be analyzed: ",
          sql -> {
            sql.execute(statement);
            return true;
          });
    }
  }

  @Override
  public void close() {
    server.close().run();
  }

  /** Creates the table if it does not exist, and checks the storage of an existing one. */
  private void create() throws ConnectFailedException {
    String name = options.table().orElse(table.name());
    String quoted = dialect.words().quoted(name);
    with(
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

  private <T> T with(String problem, Query<T> query) throws ConnectFailedException {
    try (Connection connection = connect()) {
      return query.on(new SqlConnection(connection, dialect));
    } catch (SQLException e) {
      throw new ConnectFailedException(problem + Secrets.NONE.hide(e.getMessage()), e);
    }
  }

  private String quoted(String name) {
    return dialect.words().quoted(options.table().orElse(name));
  }

  private Connection connect() throws ConnectFailedException {
    long start = System.nanoTime();
    Connection connection = server.connector().connect();
    listener.connected(Duration.ofNanos(System.nanoTime() - start));
    return connection;
  }

  private interface Query<T> {
    T on(SqlConnection sql) throws SQLException;
  }
}
