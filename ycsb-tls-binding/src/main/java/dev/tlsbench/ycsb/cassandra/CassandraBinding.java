package dev.tlsbench.ycsb.cassandra;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.cassandra.CassandraDatabase;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code cassandra-tls}: Cassandra, with the properties of the stock {@code cassandra-cql} binding.
 */
public final class CassandraBinding implements Binding {
  private static final Database DATABASE = new CassandraDatabase();
  private static final String HOSTS = "hosts";
  private static final String PORT = "port";
  private static final String USE_SSL = "cassandra.useSSL";
  private static final int HIGHEST_PORT = 65535;

  /** Those of the stock binding, and {@code url}, {@code createtable} and {@code batchsize}. */
  private static final Set<String> PROPERTIES =
      Set.of(
          HOSTS,
          PORT,
          USE_SSL,
          "cassandra.url",
          "cassandra.keyspace",
          "cassandra.username",
          "cassandra.password",
          "cassandra.readconsistencylevel",
          "cassandra.writeconsistencylevel",
          "cassandra.maxconnections",
          "cassandra.coreconnections",
          "cassandra.connecttimeoutmillis",
          "cassandra.readtimeoutmillis",
          "cassandra.tracing",
          "cassandra.createtable",
          "cassandra.batchsize");

  /** Called by the service loader. */
  public CassandraBinding() {}

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return PROPERTIES;
  }

  /** Replaces {@code hosts}, {@code port} and {@code cassandra.useSSL} by a URL. */
  @Override
  public void prepare(Properties properties) {
    RunProperties.requireKnown(properties.stringPropertyNames(), "cassandra.", PROPERTIES);
    RunProperties.refuseScans(properties, DATABASE.product());
    String hosts = properties.getProperty(HOSTS);
    boolean tls = RunProperties.bool(properties, USE_SSL, false);
    if (hosts == null) {
      if (tls) {
        throw new InvalidSettingException(
            USE_SSL + ": goes with hosts; use tls=true in the URL, or tls.enabled");
      }
      return;
    }
    if (properties.containsKey(urlProperty())) {
      throw new InvalidSettingException(
          HOSTS + ": " + urlProperty() + " names servers, too; remove one of them");
    }
    String port = properties.getProperty(PORT, Integer.toString(DATABASE.defaultPort()));
    int number = (int) RunProperties.whole(PORT, port, 1, HIGHEST_PORT);
    List<HostAddress> servers =
        Stream.of(hosts.split(",", -1)).map(host -> new HostAddress(host.strip(), number)).toList();
    properties.setProperty(
        urlProperty(), "cassandra://" + HostAddress.list(servers) + (tls ? "/?tls=true" : "/"));
    List.of(HOSTS, PORT, USE_SSL).forEach(properties::remove);
  }

  /** Parses the URL, with the properties of the connection where it lacks their options. */
  @Override
  public CassandraUrl url(Properties properties) {
    // Only hosts are replaced.
    Properties own = properties.containsKey(HOSTS) ? RunProperties.copy(properties) : properties;
    prepare(own);
    String given = own.getProperty(urlProperty());
    if (given == null) {
      throw new InvalidSettingException(
          urlProperty()
              + ": not given; name a server, such as"
              + " cassandra://localhost:9042/ycsb?tls=true&tlsCAFile=ca.pem, or give hosts and port");
    }
    // First, as it says so where the driver is missing.
    CassandraUrl url = CassandraUrl.parse(given);
    // Wrong values are errors before anything connects.
    CassandraOptions.of(own);
    return CassandraOptions.complete(url, own);
  }

  @Override
  public Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    CassandraUrl url = url(properties);
    return CassandraSession.open(url, CassandraOptions.of(properties), properties, listener);
  }
}
