package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Complaints;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import dev.tlsbench.ycsb.session.TableEncryption;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** Opens connections to MySQL: one TLS context for all threads, and a connection for each. */
public final class MySqlSession implements Session {
  /** The properties that start with {@code mysql.}; any other has no effect. */
  public static final Set<String> PROPERTIES = MySqlProperties.NAMES;

  /** "Base table or view not found", https://dev.mysql.com/doc/mysql-errors/en/. */
  private static final String NO_SUCH_TABLE = "42S02";

  private static final Logger LOGGER = System.getLogger(MySqlSession.class.getName());

  private final MySqlProperties properties;
  private final TlsSettings settings;
  private final MySqlConnections connections;
  private final MySqlTable table;
  private final Complaints complaints;
  private final ConnectionListener listener;

  private MySqlSession(
      MySqlProperties properties,
      TlsSettings settings,
      MySqlConnections connections,
      MySqlTable table,
      Complaints complaints,
      ConnectionListener listener) {
    this.properties = properties;
    this.settings = settings;
    this.connections = connections;
    this.table = table;
    this.complaints = complaints;
    this.listener = listener;
  }

  /**
   * Prepares connections, and creates the table if {@code mysql.createtable} is on. Warnings about
   * the URL are logged through {@link System.Logger}, under the name of this class.
   *
   * @param properties the run's properties: {@code mysql.*}, {@code tls.*}, {@code fieldcount}, …
   * @param listener receives each connection
   * @return the session
   * @throws InvalidSettingException if a property is wrong
   * @throws ConnectFailedException if the table cannot be created, or exists with another
   *     encryption than {@code mysql.table.encryption}
   */
  public static MySqlSession open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    MySqlProperties own = MySqlProperties.of(properties);
    own.url().warnings().forEach(warning -> LOGGER.log(Level.WARNING, warning));
    TlsSettings settings = own.url().settings(RunProperties.strings(properties));
    TableEncryption encryption = TableEncryption.of(properties);
    boolean createTable = RunProperties.bool(properties, "mysql.createtable", false);
    MySqlTable table = MySqlTable.of(properties);
    MySqlConnections connections = MySqlConnections.open(own.url(), settings);
    MySqlSession session =
        new MySqlSession(own, settings, connections, table, new Complaints(properties), listener);
    connections.ledger().onConnection(listener::negotiated);
    try {
      if (createTable) {
        session.create(table, encryption);
      }
      return session;
    } catch (ConnectFailedException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Returns the warnings that {@link #open} logs, without access to files or network.
   *
   * @param properties the run's properties
   * @return one line for each; empty if there are none
   * @throws InvalidSettingException if a property is wrong
   */
  public static List<String> warnings(Properties properties) {
    return MySqlProperties.of(properties).url().warnings();
  }

  @Override
  public TlsSettings settings() {
    return settings;
  }

  @Override
  public TlsLedger ledger() {
    return connections.ledger();
  }

  @Override
  public Records records() throws ConnectFailedException {
    return new MySqlRecords(properties, table, this::connect);
  }

  @Override
  public Complaints complaints() {
    return complaints;
  }

  @Override
  public boolean isEmpty(String name) throws ConnectFailedException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM " + named(name) + " LIMIT 1")) {
      return !row.next();
    } catch (SQLException e) {
      if (NO_SUCH_TABLE.equals(e.getSQLState())) {
        return true;
      }
      throw new ConnectFailedException(
          name + ": cannot be read: " + Secrets.NONE.hide(e.getMessage()), e);
    }
  }

  @Override
  public long count(String name) throws ConnectFailedException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + named(name))) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new ConnectFailedException(
          name + ": cannot be counted: " + Secrets.NONE.hide(e.getMessage()), e);
    }
  }

  @Override
  public void clear(String name) throws ConnectFailedException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + named(name));
    } catch (SQLException e) {
      throw refused(name, e);
    }
  }

  @Override
  public void close() {
    connections.close();
  }

  /** Creates the table if it does not exist, and checks the encryption of an existing one. */
  private void create(MySqlTable made, TableEncryption encryption) throws ConnectFailedException {
    String name = properties.table().orElse(made.name());
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(made.create(properties.table()) + encryption.clause(connection));
      encryption.check(connection, name);
    } catch (SQLException e) {
      throw refused(name, e);
    }
  }

  private String named(String name) {
    return MySqlTable.quoted(properties.table().orElse(name));
  }

  private static ConnectFailedException refused(String name, SQLException e) {
    return new ConnectFailedException(
        name
            + ": cannot create or drop this table as required: "
            + Secrets.NONE.hide(e.getMessage()),
        e);
  }

  private Connection connect() throws ConnectFailedException {
    long start = System.nanoTime();
    Connection connection = connections.connect();
    listener.connected(Duration.ofNanos(System.nanoTime() - start));
    return connection;
  }
}
