package dev.tlsbench.measure.tap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.measure.tap.TapResult.Cost;
import dev.tlsbench.relay.TlsTap;
import dev.tlsbench.ycsb.SharedServers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Round trips of a connection to PostgreSQL, counted on the wire by the times that the client sends
 * after the server, without resumption.
 *
 * <p>TCP, the request for TLS, the handshake, and the log-in: start-up, and two of SCRAM. Then
 * pgjdbc's settings, and the query.
 */
class PostgresRoundTripsTest {
  private static final int LOG_IN = 3;

  private static final EmbeddedServer SERVER = SharedServers.postgres();

  @ParameterizedTest
  @CsvSource({
    "sslmode=disable, jdk, 1",
    "sslmode=require&sslnegotiation=direct, jdk, 2",
    "sslmode=require&sslnegotiation=direct, driver, 2",
    "sslmode=require&sslnegotiation=postgres, jdk, 3",
    "sslmode=require&sslnegotiation=postgres, driver, 3",
    "sslmode=require&ssl_max_protocol_version=TLSv1.2, jdk, 4"
  })
  void takesThreeForTheLogInAfterThoseToConnect(String options, String provider, int toConnect)
      throws Exception {
    AtomicLong untilLoggedIn = new AtomicLong();
    try (TlsTap tap =
        TlsTap.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), SERVER.port())).open()) {
      PostgresUrl url =
          PostgresUrl.parse(
              "postgresql://%s:%s@127.0.0.1:%d/%s?%s"
                  .formatted("ycsb", SharedServers.password(SERVER), tap.port(), "ycsb", options));
      Map<String, String> tls =
          options.endsWith("disable") ? Map.of() : Map.of("tls.provider", provider);
      Dialer dialer =
          new Dialer() {
            @Override
            public void loggedIn() {
              untilLoggedIn.set(roundTrips(tap));
            }
          };
      try (PostgresConnections connections = url.open(url.settings(tls), dialer, new TlsLedger());
          Connection connection = connections.connect()) {
        assertThat(untilLoggedIn).hasValue(toConnect + LOG_IN);
        assertThat(roundTrips(tap)).isEqualTo(toConnect + LOG_IN + 1);
        try (Statement statement = connection.createStatement()) {
          statement.executeQuery("SELECT 1").close();
        }
        assertThat(cost(tap).roundTrips()).as("as tlsbench tap shows it").isEqualTo(toConnect);
        assertThat(roundTrips(tap)).isEqualTo(toConnect + LOG_IN + 2);
      }
    }
  }

  private static long roundTrips(TlsTap tap) {
    Cost cost = cost(tap);
    return cost.roundTrips() + (cost.exchanges() == null ? 0 : cost.exchanges().longValue());
  }

  private static Cost cost(TlsTap tap) {
    assertThat(tap.connections()).hasSize(1);
    return new TapSummary(List.of()).with(tap.connections()).all(Duration.ofSeconds(1)).cost();
  }
}
