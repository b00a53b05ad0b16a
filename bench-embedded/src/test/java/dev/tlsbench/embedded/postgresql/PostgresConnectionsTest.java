package dev.tlsbench.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of bench-core to a real PostgreSQL. */
@Timeout(120)
class PostgresConnectionsTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedPostgres server;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().authority(CA).allowPlain().maxConnections(20).start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String url(EmbeddedPostgres to, String options) {
    String ours = options.contains("CA") ? options.replace("CA", to.caFile().toString()) : options;
    return "postgresql://ycsb:%s@127.0.0.1:%d/ycsb?%s".formatted(to.password(), to.port(), ours);
  }

  private static PostgresConnections open(String url, String... properties) {
    PostgresUrl parsed = PostgresUrl.parse(url);
    Map<String, String> given =
        properties.length == 0 ? Map.of() : Map.of(properties[0], properties[1]);
    return parsed.open(parsed.settings(given), Dialer.DIRECT, new TlsLedger());
  }

  private static String query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static String refusal(String url) {
    try (PostgresConnections connections = open(url)) {
      connections.connect().close();
      throw new AssertionError("it connected");
    } catch (ConnectFailedException e) {
      return String.valueOf(e.getMessage());
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jdk, postgres", "jdk, direct",
    "bouncycastle, postgres", "bouncycastle, direct",
    "conscrypt, postgres", "conscrypt, direct",
    "openssl, postgres", "openssl, direct"
  })
  void provesHowItConnected(String provider, String negotiation) throws Exception {
    String url =
        url(server, "sslmode=verify-full&sslrootcert=CA&channel_binding=require&sslnegotiation=")
            + negotiation;
    try (PostgresConnections connections = open(url, "tls.provider", provider);
        Connection connection = connections.connect()) {
      assertThat(query(connection, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
          .isEqualTo("t");
      assertThat(connections.ledger().handshakes())
          .hasSize(1)
          .allSatisfy((tls, count) -> assertThat(tls.protocol()).isEqualTo("TLSv1.3"));
      assertThat(connections.ledger().logins())
          .containsOnlyKeys(
              (negotiation.equals("direct") ? "direct TLS" : "TLS by request")
                  + ", SCRAM-SHA-256-PLUS");
    }
  }

  @Test
  void connectsInPlainTextOnRequestAlone() throws Exception {
    try (PostgresConnections connections = open(url(server, "sslmode=disable"));
        Connection connection = connections.connect()) {
      assertThat(query(connection, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
          .isEqualTo("f");
      assertThat(connections.ledger().logins()).containsOnlyKeys("plain text, SCRAM-SHA-256");
      assertThat(connections.ledger().handshakes()).isEmpty();
    }
    try (PostgresConnections connections =
            open(url(server, "sslmode=require&channel_binding=disable"));
        Connection connection = connections.connect()) {
      assertThat(connection.isValid(5)).isTrue();
      assertThat(connections.ledger().logins()).containsOnlyKeys("TLS by request, SCRAM-SHA-256");
    }
  }

  /** Two servers have certificates that libpq refuses in some modes. */
  @Test
  void judgesCertificatesAsLibpqDoes() throws Exception {
    Instant now = Instant.now();
    IssuedCertificate expired =
        CA.server()
            .validFrom(now.minus(Duration.ofDays(9)))
            .validUntil(now.minus(Duration.ofDays(1)))
            .build();
    IssuedCertificate otherHost = CA.server().dnsNames("other.example.org").ipAddresses().build();
    try (EmbeddedPostgres old =
            EmbeddedPostgres.builder().authority(CA).serverCertificate(expired).start();
        EmbeddedPostgres other =
            EmbeddedPostgres.builder().authority(CA).serverCertificate(otherHost).start();
        EmbeddedPostgres foreign = EmbeddedPostgres.builder().start()) {
      String ca = "&sslrootcert=" + server.caFile();
      assertThat(refusal(url(old, "sslmode=verify-full" + ca))).contains("expired");
      assertThat(refusal(url(old, "sslmode=require" + ca))).contains("expired");
      assertThat(refusal(url(other, "sslmode=verify-full" + ca))).contains("other.example.org");
      assertThat(refusal(url(foreign, "sslmode=verify-ca" + ca))).contains("was not signed by");
      for (String accepted :
          List.of(
              url(old, "sslmode=require"),
              url(other, "sslmode=verify-ca" + ca),
              url(other, "sslmode=require" + ca),
              url(foreign, "sslmode=require"))) {
        try (PostgresConnections connections = open(accepted);
            Connection connection = connections.connect()) {
          assertThat(connection.isValid(5)).as(accepted).isTrue();
        }
      }
    }
  }

  @Test
  void saysWhyALogInIsRefused() throws IOException {
    String tls = "sslmode=verify-full&sslrootcert=CA";
    assertThat(refusal(url(server, tls).replace(server.password(), "wr0ng")))
        .contains("password authentication failed", "check user name and password")
        .doesNotContain("wr0ng");
    assertThat(refusal(url(server, tls).replace(":" + server.password(), "")))
        .contains("asks for a password, and none was given", "in ~/.pgpass or another passfile");
    assertThat(refusal(url(server, tls).replace("/ycsb?", "/nothere?")))
        .contains("database \"nothere\" does not exist", "create it, or name another");
    try (EmbeddedPostgres trusting =
        EmbeddedPostgres.builder()
            .authority(CA)
            .requireSecureTransport()
            .authentication(Authentication.TRUST)
            .start()) {
      assertThat(refusal(url(trusting, "sslmode=disable")))
          .contains("whether the server demands TLS");
      assertThat(refusal(url(trusting, tls + "&channel_binding=require")))
          .contains("channel_binding=require is not met: ", "server skipped authentication")
          .doesNotContain("SCRAM password");
      assertThat(refusal(url(trusting, tls + "&require_auth=scram-sha-256")))
          .contains("not allowed by requireAuth");
    }
    try (EmbeddedPostgres plain = EmbeddedPostgres.builder().plain().start()) {
      assertThat(refusal(url(plain, "sslmode=require"))).contains("offers no TLS");
    }
  }

  @Test
  void namesTheOptionsOfTheUrl() throws IOException {
    try (EmbeddedPostgres foreign = EmbeddedPostgres.builder().start()) {
      assertThat(refusal(url(foreign, "sslmode=verify-full")))
          .contains("name that authority's certificate with sslrootcert");
    }
    assertThatThrownBy(() -> open(url(server, "sslmode=verify-full&sslrootcert=" + directory)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("sslrootcert: ");
    assertThatThrownBy(
            () -> open(url(server, "sslmode=verify-full"), "tls.caFile", directory.toString()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("tls.caFile: ");
  }

  /**
   * RFC 5929 has no channel binding for Ed25519: libpq refuses the log-in, pgjdbc does not bind.
   */
  @Test
  void bindsNoLogInToACertificateByEd25519() throws Exception {
    CertificateAuthority authority =
        CertificateAuthority.builder().keyType(KeyType.ED25519).build();
    try (EmbeddedPostgres ed25519 =
        EmbeddedPostgres.builder()
            .authority(authority)
            .serverCertificate(authority.issueServer())
            .start()) {
      String url = url(ed25519, "sslmode=verify-full&sslrootcert=CA");
      try (PostgresConnections connections = open(url);
          Connection connection = connections.connect()) {
        assertThat(connection.isValid(5)).isTrue();
        assertThat(connections.ledger().logins()).containsOnlyKeys("TLS by request, SCRAM-SHA-256");
      }
      assertThat(refusal(url + "&channel_binding=require"))
          .contains("Ed25519", "does not support tls-server-end-point channel binding");
    }
  }

  @Test
  void saysThatSomethingBetweenEndsTls() throws Exception {
    try (TlsProxy proxy = TlsProxy.to(server.port(), CA)) {
      String url =
          url(server, "sslmode=verify-full&sslrootcert=CA")
              .replace(":" + server.port() + "/", ":" + proxy.port() + "/");
      assertThat(refusal(url)).contains("something between ends TLS");
      try (PostgresConnections connections = open(url + "&channel_binding=disable");
          Connection connection = connections.connect()) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scram-sha-256", "scram-sha-256,password", "!md5", "!none,!password"})
  void logsInByAWayThatIsAllowed(String ways) throws Exception {
    try (PostgresConnections connections =
            open(url(server, "sslmode=require&require_auth=" + ways));
        Connection connection = connections.connect()) {
      assertThat(connection.isValid(5)).isTrue();
    }
    assertThat(refusal(url(server, "sslmode=require&require_auth=!scram-sha-256")))
        .contains("not allowed by requireAuth");
  }

  @Test
  void readsAPkcs12StoreAsKeyAlone() throws Exception {
    Path store = directory.resolve("client.p12");
    CA.issueClient("ycsb").writeKeyStore(store, "PKCS12", "secret");
    try (PostgresConnections connections =
            open(
                url(server, "sslmode=verify-full&sslrootcert=CA&sslpassword=secret&sslkey=")
                    + store);
        Connection connection = connections.connect()) {
      assertThat(
              query(connection, "SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
          .contains("ycsb");
    }
  }

  @Test
  void takesThePasswordFromAFileThatIsItsOwnersAlone() throws Exception {
    Path file = directory.resolve("pgpass");
    Files.writeString(
        file, "127.0.0.1:%d:ycsb:ycsb:%s%n".formatted(server.port(), server.password()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    String url =
        url(server, "sslmode=disable&passfile=" + file).replace(":" + server.password(), "");
    assertThat(PostgresUrl.parse(url).warnings())
        .containsExactly(
            "password file " + file + ": ignored, as others may access it; run chmod 600 on it");
    // pgjdbc would look there, and not at the file's mode.
    System.setProperty("org.postgresql.pgpassfile", file.toString());
    try {
      assertThat(refusal(url)).contains("asks for a password, and none was given");
    } finally {
      System.clearProperty("org.postgresql.pgpassfile");
    }

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    PostgresUrl parsed = PostgresUrl.parse(url);
    assertThat(parsed.warnings()).isEmpty();
    assertThat(parsed.toString()).doesNotContain(server.password());
    HostAddress elsewhere = new HostAddress("127.0.0.1", 1);
    assertThat(parsed.through(elsewhere)).contains("password=" + server.password());
    try (PostgresConnections connections = open(url);
        Connection connection = connections.connect()) {
      assertThat(query(connection, "SELECT current_user")).isEqualTo("ycsb");
    }
  }

  @Test
  void saysThatAllConnectionsAreTaken() throws Exception {
    List<Connection> taken = new ArrayList<>();
    try (PostgresConnections connections = open(url(server, "sslmode=disable"))) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 30; i++) {
                  taken.add(connections.connect());
                }
              })
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageContaining("raise the server's max_connections");
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
  }

  @Test
  void refusesAKeyThatOthersCanRead() throws Exception {
    Path key = directory.resolve("key.pem");
    Files.copy(server.clientCertificateFile(), key);
    String url =
        url(server, "sslmode=verify-full&sslrootcert=CA&sslcert=" + key + "&sslkey=" + key);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> open(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("sslkey: others can read or change the key")
        .hasMessageContaining("run chmod 600 on it");
    open(url, "tls.certificateKeyFile", server.clientCertificateFile().toString()).close();
    // As pgjdbc does.
    open("jdbc:postgresql://h/db?sslmode=require&sslcert=%s&sslkey=%s".formatted(key, key)).close();
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    try (PostgresConnections connections = open(url);
        Connection connection = connections.connect()) {
      assertThat(
              query(
                  connection,
                  "SELECT client_dn IS NOT NULL FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
          .isEqualTo("t");
    }
  }

  @Test
  void keepsItsTimeLimitsApart() throws Exception {
    try (PostgresConnections connections = open(url(server, "sslmode=disable&connect_timeout=1"));
        Connection connection = connections.connect()) {
      assertThat(query(connection, "SELECT 'slept' FROM pg_sleep(1.5)")).isEqualTo("slept");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sslmode=disable", "sslmode=require", "sslmode=require&sslnegotiation=direct"})
  void givesUpOnAServerThatIsSilent(String options) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      assertThat(
              refusal(
                  "postgresql://joe:s3cret@127.0.0.1:"
                      + silent.getLocalPort()
                      + "/db?connect_timeout=1&"
                      + options))
          .contains("127.0.0.1:" + silent.getLocalPort())
          .doesNotContain("s3cret");
    }
  }

  /**
   * PostgreSQL 16 reads the beginning of a ClientHello as the length of a start-up packet, which is
   * too long, and closes the connection; pgbouncer 1.18 answers with an error.
   */
  @ParameterizedTest
  @CsvSource({
    "jdk, ''", "bouncycastle, ''", "conscrypt, ''", "openssl, ''",
    "jdk, E", "bouncycastle, E", "conscrypt, E", "openssl, E"
  })
  void saysThatAServerIsTooOldForDirectTls(String provider, String answer) throws Exception {
    try (ServerSocket old = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> length =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket client = old.accept()) {
                  byte[] read = client.getInputStream().readNBytes(4);
                  if (!answer.isEmpty()) {
                    client
                        .getOutputStream()
                        .write(
                            (answer + "\0\0\0\017SFATAL\0\0\0")
                                .getBytes(StandardCharsets.US_ASCII));
                    // Closing with unread bytes would discard the answer.
                    client.shutdownOutput();
                    client.getInputStream().readAllBytes();
                  }
                  return read;
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      String url =
          "postgresql://joe:s3cret@127.0.0.1:%d/db?sslmode=require&sslnegotiation=direct"
              .formatted(old.getLocalPort());
      try (PostgresConnections connections = open(url, "tls.provider", provider)) {
        assertThatThrownBy(connections::connect)
            .isInstanceOf(ConnectFailedException.class)
            .hasMessageContaining(
                answer.isEmpty()
                    ? "closed the connection instead of a TLS handshake"
                    : "the server does not speak TLS on this port")
            .hasMessageEndingWith(
                "; direct TLS needs PostgreSQL 17 or later: remove sslnegotiation=direct")
            .satisfies(
                e ->
                    assertThat(connections.ledger().lastFailure())
                        .containsSame((ConnectFailedException) e));
      }
      assertThat(length.get()).startsWith(0x16, 0x03);
    }
  }

  /** CVE-2021-23222. */
  @Test
  void refusesPlainTextInFrontOfTls() throws Exception {
    try (ServerSocket attacker = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Integer> after =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket client = attacker.accept()) {
                  client.getInputStream().readNBytes(8);
                  client.getOutputStream().write("SZ".getBytes(StandardCharsets.US_ASCII));
                  return client.getInputStream().read();
                } catch (IOException e) {
                  return -1;
                }
              });
      assertThat(
              refusal(
                  "postgresql://joe:s3cret@127.0.0.1:"
                      + attacker.getLocalPort()
                      + "/db?sslmode=require"))
          .contains("unencrypted bytes behind its consent to TLS");
      assertThat(after.get()).as("nothing more was sent").isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sslmode=verify-full&sslrootcert=CA", "sslmode=disable"})
  void countsNoCancelledStatementAsAConnection(String options) throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().allowPlain().start();
        PostgresConnections connections = open(url(server, options));
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);

      assertThatThrownBy(() -> statement.execute("SELECT pg_sleep(60)"))
          .hasMessageContaining("canceling statement");

      assertThat(connections.ledger().tcpConnectNanos().getTotalCount()).isEqualTo(1);
    }
  }

  @Test
  void cancelsAStatementOverTls() throws Exception {
    try (PostgresConnections connections = open(url(server, "sslmode=require"));
        Connection connection = connections.connect();
        Statement sleep = connection.createStatement()) {
      sleep.setQueryTimeout(1);
      assertThatThrownBy(() -> sleep.execute("SELECT pg_sleep(60)"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("canceling statement");
      assertThat(connection.isValid(5)).isTrue();
    }
  }
}
