package dev.tlsbench.ycsb.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code CONNECT} in a cluster whose servers the driver discovers, one of them slow. */
@Timeout(60)
class CassandraConnectTest {
  private static final int SERVERS = 4;
  private static final int TO_EACH = 5;

  /** With the control connection. */
  private static final int CONNECTIONS = 1 + SERVERS * TO_EACH;

  private final List<Duration> times = new CopyOnWriteArrayList<>();

  @Test
  void timesEachConnectionByItself() throws Exception {
    try (CqlCluster cluster = new CqlCluster(SERVERS, CONNECTIONS)) {
      long sinceDiscovery;
      try (Session session = open(cluster)) {
        sinceDiscovery = System.nanoTime() - cluster.discovered();
        assertThat(session.ledger().logins()).containsValue((long) CONNECTIONS);
      }

      assertThat(times).hasSize(CONNECTIONS);
      List<Duration> shortest = times.stream().sorted().toList();
      List<Duration> seenByServers = cluster.setUps().stream().sorted().toList();
      for (int i = 0; i < CONNECTIONS; i++) {
        assertThat(shortest.get(i)).isGreaterThan(seenByServers.get(i));
      }
      // The control connection is older.
      assertThat(times.stream().filter(time -> time.toNanos() > sinceDiscovery))
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  private Session open(CqlCluster cluster) throws Exception {
    Properties properties = new Properties();
    properties.setProperty(
        "cassandra.url", "cassandra://127.0.0.1:" + cluster.port() + "/ycsb?protocolVersion=4");
    properties.setProperty("cassandra.coreconnections", Integer.toString(TO_EACH));
    return new CassandraBinding()
        .open(
            properties,
            new ConnectionListener() {
              @Override
              public void connected(Duration time) {
                times.add(time);
              }

              @Override
              public void negotiated(TlsConnection connection) {}
            });
  }
}
