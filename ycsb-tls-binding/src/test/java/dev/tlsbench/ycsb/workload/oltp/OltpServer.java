package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/** A server, a connection for its counters, and clients that work on it. */
public final class OltpServer implements AutoCloseable {
  private static final List<String> STATEMENTS =
      List.of("begin", "select", "insert", "update", "delete", "commit", "rollback");

  private final String url;
  private final MySqlConnections connections;
  private final Connection connection;
  private final List<DB> clients = new ArrayList<>();

  public OltpServer(String url) throws Exception {
    this.url = url;
    MySqlUrl parsed = MySqlUrl.parse(url);
    connections = MySqlConnections.open(parsed, parsed.settings(Map.of()));
    connection = connections.connect();
  }

  /** Returns the properties of a run on it, with additional ones. */
  public Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    properties.setProperty("mysql.url", url);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    Measurements.setProperties(properties);
    return properties;
  }

  /** Loads the tables of a workload. */
  public void load(Workload workload, Properties properties) throws DBException, WorkloadException {
    int loads = ((SelfLoading) workload).loads();
    DB client = client(properties);
    Object state = workload.initThread(properties, 0, 1);
    for (int i = 0; i < loads; i++) {
      if (!workload.doInsert(client, state)) {
        throw new IllegalStateException("table " + (i + 1) + " was not loaded");
      }
    }
  }

  /** Runs a workload on one connection, and returns the increase of the server's counters. */
  Map<String, Long> run(Workload workload, Properties properties, int transactions)
      throws Exception {
    DB client = client(properties);
    Object state = workload.initThread(properties, 0, 1);
    Map<String, Long> before = statements();
    for (int i = 0; i < transactions; i++) {
      if (!workload.doTransaction(client, state)) {
        throw new IllegalStateException("transaction " + i + " failed");
      }
    }
    return added(before);
  }

  public DB client(Properties properties) throws DBException {
    DB client = Binding.of("mysql-tls").newClient();
    client.setProperties(properties);
    client.init();
    clients.add(client);
    return client;
  }

  public DirectClient direct(Properties properties) throws DBException {
    return DirectClient.of(client(properties));
  }

  /** Returns a connection as a client with these properties lends it. */
  SqlConnection lent(Properties properties, Connection own) throws DBException {
    AtomicReference<@Nullable SqlConnection> lent = new AtomicReference<>();
    direct(properties)
        .direct(
            "LOOK",
            SqlConnection.class,
            sql -> {
              lent.set(new SqlConnection(own, sql.dialect()));
              return Status.OK;
            });
    return Objects.requireNonNull(lent.get());
  }

  /** Opens another connection. */
  public Connection connect() throws Exception {
    return connections.connect();
  }

  /** Returns the counters of the statements in transactions. */
  public Map<String, Long> statements() throws SQLException {
    Map<String, Long> counters = new TreeMap<>();
    for (String name : STATEMENTS) {
      counters.put(name, Long.parseLong(text("SHOW GLOBAL STATUS LIKE 'Com_" + name + "'", 2)));
    }
    return counters;
  }

  /** Returns the increase of the counters. */
  public Map<String, Long> added(Map<String, Long> before) throws SQLException {
    Map<String, Long> added = statements();
    added.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
    added.values().removeIf(count -> count == 0);
    return added;
  }

  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public String text(String query, int column) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? String.valueOf(row.getString(column)) : "";
    }
  }

  @Override
  public void close() throws DBException, SQLException {
    for (DB client : clients) {
      client.cleanup();
    }
    connection.close();
    connections.close();
  }
}
