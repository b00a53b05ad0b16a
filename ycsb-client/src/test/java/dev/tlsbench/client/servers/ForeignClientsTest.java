package dev.tlsbench.client.servers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TlsTap;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.ycsb.RealServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that are not this project's, through a tap, which counts what they or the server do. */
@Tag("real-servers")
@Timeout(300)
class ForeignClientsTest {
  private static final int CONNECTIONS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final RealServers servers = RealServers.running();

  @ParameterizedTest
  @CsvSource({
    "mysql, MYSQL_URL, true",
    "mysql2, MYSQL_URL, true",
    "go, MYSQL_URL, true",
    "openssl, MONGODB_TLS_URL, true",
    "mariadb, MARIADB_URL, false",
    "pymongo, MONGODB_TLS_URL, false",
    "psql, POSTGRESQL_URL, false",
    "psql-direct, POSTGRESQL_URL, false",
  })
  void countsWhatTheClientCounts(String client, String server, boolean resumes) throws Exception {
    try (TlsTap tap = before(port(server))) {
      List<String> said = run(client, tap);

      List<TappedConnection> seen = tap.await(said.size(), c -> c.times().ended(), LIMIT);
      assertThat(seen)
          .filteredOn(TappedConnection::isHandshakeCompleted)
          .extracting(ForeignClientsTest::handshake)
          .containsExactlyInAnyOrderElementsOf(said);
      assertThat(said)
          .hasSizeGreaterThanOrEqualTo(CONNECTIONS)
          .filteredOn(line -> line.endsWith(" resumed"))
          .hasSize(resumes ? CONNECTIONS - 1 : 0);
    }
  }

  /**
   * Sessions resumed by a ticket do not count in the server's totals; its clients asked for them.
   */
  @Test
  void countsWhatTheServerCounts() throws Exception {
    MySqlUrl url = MySqlUrl.parse(servers.url("MYSQL_URL"));
    try (TlsTap tap = before(port("MYSQL_URL"));
        MySqlConnections connections =
            url.open(url.settings(Map.of("tls.enabled", "false")), Dialer.DIRECT, new TlsLedger());
        Connection observer = connections.connect()) {
      long accepts = status(observer, "Ssl_finished_accepts");

      run("mysql2", tap);

      List<TappedConnection> seen = tap.await(CONNECTIONS, c -> c.times().ended(), LIMIT);
      assertThat(status(observer, "Ssl_finished_accepts") - accepts)
          .isEqualTo(seen.stream().filter(TappedConnection::isHandshakeCompleted).count())
          .isEqualTo(CONNECTIONS);
    }
  }

  @Test
  void seesThatPostgresSpeaksTlsFromTheFirstByte() throws Exception {
    try (TlsTap tap = before(port("POSTGRESQL_URL"))) {
      run("psql-direct", tap);
      assertThat(tap.await(CONNECTIONS, c -> c.times().ended(), LIMIT))
          .extracting(c -> requireNonNull(requireNonNull(c.tls()).offer()).applicationProtocols())
          .containsOnly(List.of("postgresql"));
    }
  }

  private int port(String variable) {
    return URI.create(servers.url(variable)).getPort();
  }

  private static TlsTap before(int port) throws IOException {
    return TlsTap.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)).open();
  }

  private static String handshake(TappedConnection connection) {
    WitnessedTls tls = requireNonNull(connection.tls());
    return requireNonNull(tls.choice()).protocol()
        + (connection.isResumed() ? " resumed" : " full");
  }

  /** Returns a line for each handshake, of what the client says. */
  private static List<String> run(String client, TlsTap tap) throws Exception {
    Process process = start(client, tap.port());
    process.getOutputStream().close();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = output.lines().toList();
      assertThat(process.waitFor()).as(client).isZero();
      return lines;
    }
  }

  private static Process start(String client, int port) throws IOException {
    return new ProcessBuilder(
            RealServers.script("client").toString(),
            client,
            String.valueOf(port),
            String.valueOf(CONNECTIONS))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static long status(Connection connection, String name) throws Exception {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + name + "'")) {
      assertThat(rows.next()).as(name).isTrue();
      return rows.getLong(2);
    }
  }
}
