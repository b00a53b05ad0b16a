package dev.tlsbench.measure.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TlsTap;
import dev.tlsbench.ycsb.SharedServers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class MeasuredCassandraTest {
  private static final MeasuredCassandra CASSANDRA = new MeasuredCassandra();

  @Test
  void asksTheServerForItsFacts() throws Exception {
    try (ServerView view = CASSANDRA.view(properties(SharedServers.cassandra().url()))) {
      assertThat(view.product()).isEqualTo("Cassandra");
      assertThat(view.version()).isEqualTo("5.0.6");
      assertThat(view.settings())
          .contains(
              entry("commitlog_sync", "periodic"),
              entry("client_encryption_options.enabled", "true"),
              entry("client_encryption_options.optional", "true"));
      assertThat(view.status().get("connections over TLS")).matches("[1-9]\\d*");
    }
  }

  /** Each part ends where the next begins. */
  @Test
  void partsAddUpToTheWhole() throws Exception {
    try (Route route = new Route(Duration.ZERO);
        Access access = CASSANDRA.access(properties(SharedServers.cassandra().url()), route);
        Access.Opener opener = access.opener()) {
      opener.open();
      Trial made = opener.open();

      long sum =
          made.nanos().entrySet().stream()
              .filter(part -> !part.getKey().equals(Part.TOTAL.id()))
              .mapToLong(Map.Entry::getValue)
              .sum();
      assertThat(made.nanos()).containsEntry(Part.TOTAL.id(), sum);
      assertThat(made.tls()).isNotNull().returns(true, Negotiated::resumed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "TLSv1.2", "TLSv1.3"})
  void eachRequestIsAnExchangeOfTheTap(String protocol) throws Exception {
    EmbeddedServer server = SharedServers.cassandra();
    TlsSettings.Builder tls = CassandraUrl.parse(server.url()).tls();
    try (TlsTap tap =
            TlsTap.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))
                .open();
        TlsContext context =
            TlsContext.open(
                (protocol.equals("plain") ? tls : tls.protocols(List.of(protocol))).build(),
                new TlsLedger());
        Socket socket =
            protocol.equals("plain")
                ? new Socket(InetAddress.getLoopbackAddress(), tap.port())
                : context.socketFactory().createSocket("127.0.0.1", tap.port());
        CqlConnection connection = new CqlConnection(socket, "the server")) {
      assertThat(connection.startUp()).isTrue();
      connection.logIn("ycsb", SharedServers.password(server));
      connection.query("USE ycsb");
      connection.query("SELECT * FROM system.local");

      TappedConnection seen = tap.connections().get(0);
      assertThat(seen.transfer().exchanges()).isEqualTo(4);
      assertThat(seen.kind()).isEqualTo(protocol.equals("plain") ? Kind.PLAIN : Kind.TLS);
    }
  }

  @Test
  void saysThatTheServerRefusesTheLogIn() {
    String url = SharedServers.cassandra().url().replaceFirst("ycsb:[^@]*@", "ycsb:wrong4711@");
    assertThatThrownBy(() -> CASSANDRA.access(properties(url), new Route(Duration.ZERO)))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("127.0.0.1:" + SharedServers.cassandra().port() + ": ")
        .hasMessageNotContaining("wrong4711");
  }

  private static Properties properties(String url) {
    Properties properties = new Properties();
    properties.setProperty("cassandra.url", url);
    return properties;
  }
}
