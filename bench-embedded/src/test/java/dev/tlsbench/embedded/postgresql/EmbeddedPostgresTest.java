package dev.tlsbench.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.SqlServerSuite;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.TlsProbe;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedPostgresTest extends SqlServerSuite<EmbeddedPostgres.Builder> {
  private static final String OWN_TLS = "FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

  private static EmbeddedPostgres shared;

  EmbeddedPostgresTest(@TempDir Path directory) {
    super(directory);
  }

  @BeforeAll
  static void startShared() throws IOException {
    shared = EmbeddedPostgres.builder().authority(CA).keyType(KeyType.RSA_2048).start();
  }

  @AfterAll
  static void closeShared() {
    shared.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres", "direct"})
  void acceptsDriverOverTls(String negotiation) throws Exception {
    try (Connection connection =
        connect(shared, shared.user(), Map.of("sslNegotiation", negotiation))) {
      assertThat(query(connection, "SELECT version " + OWN_TLS)).isEqualTo("TLSv1.3");
    }
  }

  @Test
  void givesUrlsThatOurClientTakes() throws Exception {
    for (EmbeddedPostgres.Builder builder :
        List.of(server(), server().requireClientCertificate(), builder().plain())) {
      try (EmbeddedPostgres server = builder.password("it's 100 %, a/b&c").start();
          Connections connections = PostgresUrl.parse(server.url()).open();
          Connection connection = connections.driver(DataSource.class).getConnection()) {
        assertThat(server.url()).contains("://" + query(connection, "SELECT session_user") + ":");
      }
    }
  }

  @Test
  void givesUrlsThatTheDriverTakes() throws Exception {
    Path client = directory.resolve("client.p12");
    CA.issueClient("alice").writeKeyStore(client, "PKCS12", STORE_PASSWORD);
    try (EmbeddedPostgres server = server().requireClientCertificate().start();
        Connection connection =
            DriverManager.getConnection(server.jdbcUrl(client, client, STORE_PASSWORD))) {
      assertThat(query(connection, "SELECT client_dn " + OWN_TLS)).isEqualTo("/CN=alice");
      assertThat(query(connection, "SELECT session_user")).isEqualTo("ycsb_x509");
      assertThat(server.url())
          .startsWith("postgresql://ycsb_x509:")
          .endsWith(
              "?sslmode=verify-full&sslrootcert=%1$s&sslcert=%2$s&sslkey=%2$s"
                  .formatted(server.caFile(), server.clientCertificateFile()));
    }
    assertThat(shared.url())
        .startsWith("postgresql://ycsb:" + shared.password() + "@127.0.0.1:" + shared.port())
        .endsWith("/ycsb?sslmode=verify-full&sslrootcert=" + shared.caFile());
  }

  @Test
  void refusesUsersWithoutPassword() {
    assertThatThrownBy(() -> connect(shared, shared.user(), Map.of("password", "wrong")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
    for (String user : List.of("postgres", "pg_monitor", "unknown")) {
      assertThatThrownBy(() -> connect(shared, user, Map.of()))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("no pg_hba.conf entry");
    }
  }

  @Test
  void saysThatDatabaseIsNotThere() {
    assertThatThrownBy(() -> connect(shared, shared.user(), Map.of("PGDBNAME", "no_such")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("database \"no_such\" does not exist");
  }

  /** PostgreSQL 18 offers no MD5 to a client of a server whose passwords are stored for SCRAM. */
  @ParameterizedTest
  @EnumSource(Authentication.class)
  void authenticatesAsAsked(Authentication authentication) throws Exception {
    try (EmbeddedPostgres again = server().authentication(authentication).start()) {
      connect(again, again.user(), Map.of()).close();
      Map<String, String> binding = Map.of("channelBinding", "require");
      Map<String, String> wrong = Map.of("password", "wrong");
      switch (authentication) {
        case SCRAM_SHA_256 -> {
          connect(again, again.user(), binding).close();
          assertThatThrownBy(() -> connect(again, again.user(), wrong))
              .isInstanceOf(SQLException.class);
        }
        case MD5 -> {
          assertThatThrownBy(() -> connect(again, again.user(), binding))
              .isInstanceOf(SQLException.class);
          assertThatThrownBy(() -> connect(again, again.user(), wrong))
              .isInstanceOf(SQLException.class);
        }
        case TRUST -> connect(again, again.user(), wrong).close();
      }
    }
  }

  @Test
  void limitsConnections() throws Exception {
    List<Connection> open = new ArrayList<>();
    try (EmbeddedPostgres server = server().maxConnections(3).start()) {
      for (int i = 0; i < 3; i++) {
        open.add(connect(server, server.user(), Map.of()));
      }
      assertThatThrownBy(() -> connect(server, server.user(), Map.of()))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("too many clients already");
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
  }

  @Test
  void keepsUtf8AndComparesBytes() throws Exception {
    try (Connection connection = connect(shared, shared.user(), Map.of())) {
      assertThat(query(connection, "SHOW server_encoding")).isEqualTo("UTF8");
      assertThat(query(connection, "SELECT 'Z' < 'a' AND length('ä€😀') = 3")).isEqualTo("t");
    }
  }

  /** Its own handler of Control-C, which is for the process that started it, would stop it. */
  @Test
  void staysOutOfTheProcessGroupOfTheTerminal() throws Exception {
    String stat = Files.readString(Path.of("/proc/" + shared.pid() + "/stat"));
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    assertThat(afterName[2]).as("process group").isEqualTo(Long.toString(shared.pid()));
  }

  @Test
  void resumesNoSessions() throws Exception {
    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
      TlsProbe probe = new TlsProbe(CA, null).protocols(protocol);
      probe.greetPostgres(shared);
      probe.greetPostgres(shared);
      assertThat(probe.fullHandshakes()).isEqualTo(2);
    }
  }

  @Test
  void leavesOutProtocolWithoutCipherSuite() throws Exception {
    String suite = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    try (EmbeddedServer server = server().cipherSuites(suite).start()) {
      assertThat(new TlsProbe(CA, null).greetPostgres(server).getProtocol()).isEqualTo("TLSv1.2");
      assertThatThrownBy(() -> new TlsProbe(CA, null).protocols("TLSv1.3").greetPostgres(server))
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void endsHandshakeWithCertificateOfAnotherAuthority() throws Exception {
    IssuedCertificate foreign = CertificateAuthority.create().issueClient("alice");
    // The server may close the connection before the client has written all.
    assertThatThrownBy(() -> new TlsProbe(CA, foreign).greetPostgres(shared))
        .isInstanceOfAny(SSLException.class, SocketException.class);
    new TlsProbe(CA, CA.issueClient("alice")).greetPostgres(shared);
  }

  @Test
  void refusesSettingsThatPostgresDoesNotTake() {
    assertThatThrownBy(() -> builder().maxConnections(0).start())
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("max_connections");
    assertThatThrownBy(() -> builder().password("a\0b").start())
        .isInstanceOf(StartFailedException.class);
    assertThatThrownBy(() -> builder().password(""))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("password: ");
    assertThatThrownBy(
            () -> builder().protocols("TLSv1.2").cipherSuites("TLS_AES_128_GCM_SHA256").start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("cipherSuites: none can be used with TLSv1.2; add a suite of that protocol");
  }

  @Override
  protected EmbeddedServer shared() {
    return shared;
  }

  @Override
  protected EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder();
  }

  @Override
  protected EmbeddedPostgres.Builder builder(String password) {
    return builder().password(password);
  }

  @Override
  protected Collection<String> cipherSuites() {
    return OpenSsl.cipherSuites();
  }

  @Override
  protected Collection<KeyType> keyTypes() {
    return EnumSet.complementOf(EnumSet.of(KeyType.RSA_2048));
  }

  @Override
  protected SSLSession greet(TlsProbe probe, EmbeddedServer server) throws IOException {
    return probe.greetPostgres(server);
  }

  @Override
  protected Connection connect(EmbeddedServer server, String user, Map<String, String> options)
      throws SQLException, IOException {
    Path trust = directory.resolve("ca.pem");
    CA.writePem(trust);
    Properties properties = new Properties();
    properties.put("user", user);
    properties.put("password", ((EmbeddedPostgres) server).password());
    properties.put("sslmode", "verify-full");
    properties.put("sslrootcert", trust.toString());
    properties.putAll(options);
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s"
            .formatted(server.host(), server.port(), properties.getProperty("PGDBNAME", "ycsb")),
        properties);
  }

  @Override
  protected Map<String, String> plain() {
    return Map.of("sslmode", "disable");
  }

  @Override
  protected Map<String, String> client(Path store) {
    return Map.of("sslkey", store.toString(), "sslpassword", STORE_PASSWORD);
  }

  @Override
  protected String cipherQuery() {
    return "SELECT cipher " + OWN_TLS;
  }

  @Override
  protected String tlsRequired() {
    return "no encryption";
  }

  @Override
  protected String certificateRequired() {
    return "requires a valid client certificate";
  }
}
