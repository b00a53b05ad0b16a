package dev.tlsbench.measure.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.cassandra.CassandraConnections;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.ServerView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Queries Cassandra's system tables (documentation: "Virtual Tables"). Before version 4 there are
 * no settings and counters in them.
 */
final class CassandraView implements ServerView {
  private static final Set<String> SETTINGS =
      Set.of(
          ("authenticator client_encryption_options.accepted_protocols"
                  + " client_encryption_options.cipher_suites client_encryption_options.enabled"
                  + " client_encryption_options.optional"
                  + " client_encryption_options.require_client_auth commitlog_sync"
                  + " commitlog_sync_period concurrent_reads concurrent_writes"
                  + " native_transport_max_threads num_tokens")
              .split(" "));

  private final CassandraConnections connections;

  /** Prepares to connect; the first query connects. */
  CassandraView(CassandraUrl url, TlsSettings tls) {
    connections = url.open(tls, Dialer.DIRECT, new TlsLedger());
  }

  @Override
  public String product() {
    return "Cassandra";
  }

  @Override
  public String version() throws ConnectFailedException {
    List<Row> local = rows("SELECT release_version FROM system.local");
    return local.isEmpty() ? "unknown" : String.valueOf(local.get(0).getString(0));
  }

  @Override
  public Map<String, String> settings() throws ConnectFailedException {
    Map<String, String> settings = new TreeMap<>();
    for (Row row : rows("SELECT name, value FROM system_views.settings")) {
      settings.put(String.valueOf(row.getString(0)), String.valueOf(row.getString(1)));
    }
    settings.keySet().retainAll(SETTINGS);
    return settings;
  }

  @Override
  public Map<String, String> status() throws ConnectFailedException {
    List<Row> clients = rows("SELECT ssl_enabled FROM system_views.clients");
    long encrypted = clients.stream().filter(client -> client.getBoolean(0)).count();
    return clients.isEmpty()
        ? Map.of()
        : Map.of(
            "connections", Integer.toString(clients.size()),
            "connections over TLS", Long.toString(encrypted));
  }

  /** Reads a table; empty if the server lacks it or denies the user to read it. */
  private List<Row> rows(String query) throws ConnectFailedException {
    try {
      return connections.session().execute(query).all();
    } catch (QueryValidationException e) {
      return List.of();
    } catch (DriverException e) {
      throw new ConnectFailedException(connections.explain(e));
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
