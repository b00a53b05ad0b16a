package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.mongodb.client.MongoDatabase;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import javax.sql.DataSource;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** The drivers' own TLS ({@code tls.provider=driver}) with each embedded server. */
@Timeout(120)
class DriverTlsTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final Map<String, EmbeddedServer> SERVERS = new TreeMap<>();

  private static Path files;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    files = directory;
    CertificateAuthority.create().writePem(files.resolve("other.pem"));
    IssuedCertificate byNameAlone = CA.server().dnsNames("localhost").build();
    for (EmbeddedServerBuilder<?> builder :
        EmbeddedServerBuilder.all().toArray(EmbeddedServerBuilder<?>[]::new)) {
      SERVERS.put(
          builder.databaseId(),
          builder.authority(CA).serverCertificate(byNameAlone).requireClientCertificate().start());
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(EmbeddedServer::close);
  }

  private static EmbeddedServer server(String database) {
    return Objects.requireNonNull(SERVERS.get(database));
  }

  /** Returns the URL with the name that the certificate has; the server's own has the address. */
  private static DatabaseUrl url(String database) {
    return Database.of(database).parse(server(database).url().replace("127.0.0.1", "localhost"));
  }

  private static Connections open(DatabaseUrl url, String... properties) {
    Map<String, String> given = new HashMap<>(Map.of("tls.provider", "driver"));
    for (int i = 0; i < properties.length; i += 2) {
      given.put(properties[i], properties[i + 1]);
    }
    return url.open(url.settings(given), Dialer.DIRECT, new TlsLedger());
  }

  /** Uses a connection; the server's word on its protocol and cipher suite if it has one. */
  private static String use(String database, Connections connections)
      throws ConnectFailedException, SQLException {
    if (database.equals("mongodb")) {
      connections.driver(MongoDatabase.class).runCommand(new Document("ping", 1));
      return "";
    }
    if (database.equals("cassandra")) {
      Row row =
          connections
              .driver(CqlSession.class)
              .execute("SELECT ssl_protocol, ssl_cipher_suite FROM system_views.clients")
              .one();
      return Objects.requireNonNull(row).getString(0) + " " + row.getString(1);
    }
    if (database.equals("redis")) {
      connections.driver(Jedis.class).close();
      return "";
    }
    String query =
        database.equals("mysql")
            ? "SELECT GROUP_CONCAT(variable_value ORDER BY variable_name DESC SEPARATOR ' ') FROM"
                + " information_schema.session_status WHERE variable_name IN ('SSL_VERSION',"
                + " 'SSL_CIPHER')"
            : "SELECT version || ' ' || cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    try (Connection connection = connections.driver(DataSource.class).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  static Stream<Arguments> databases() {
    return SERVERS.keySet().stream().map(Arguments::of);
  }

  /** A caller that sets no parameters gets the check of the name that the settings ask for. */
  @Test
  void checksTheNameWhoeverStartsTls() throws Exception {
    Path authority = files.resolve("ca.pem");
    CA.writePem(authority);
    TlsSettings.Builder options = TlsSettings.builder().byDriver().caFile(authority);
    IssuedCertificate byNameAlone = CA.server().dnsNames("localhost").ipAddresses().build();
    try (JsseServer server = JsseServer.start(byNameAlone)) {
      startTls(options.build(), "localhost", server.port());
      assertThatThrownBy(() -> startTls(options.build(), "127.0.0.1", server.port()))
          .isInstanceOf(ConnectFailedException.class);
      startTls(options.allowInvalidHostnames(true).build(), "127.0.0.1", server.port());
    }
  }

  private static void startTls(TlsSettings settings, String host, int port) throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger());
        Socket plain = context.plainSocket()) {
      plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      context.startTls(plain, host, port, null, new SSLParameters()).close();
    }
  }

  /** Connector/J, pgjdbc and Jedis make a context for each connection: none resumes a session. */
  @ParameterizedTest
  @ValueSource(strings = {"mongodb", "mysql", "postgresql", "cassandra", "redis"})
  void negotiatesAndTheWireTellsWhat(String database) throws Exception {
    DatabaseUrl url = url(database);
    try (Connections connections = open(url)) {
      String first = use(database, connections);
      String second = use(database, connections);
      Map<NegotiatedTls, Long> handshakes = connections.ledger().handshakes();
      assertThat(handshakes)
          .isNotEmpty()
          .allSatisfy(
              (tls, count) -> {
                assertThat(tls.protocol()).isEqualTo("TLSv1.3");
                assertThat(tls.namedGroup()).isNotNull();
                assertThat(tls.peer().subject()).contains("localhost");
              });
      NegotiatedTls tls = handshakes.keySet().iterator().next();
      if (database.equals("cassandra")) {
        // The control connection and one of the pool, which share a context.
        assertThat(handshakes.values().stream().mapToLong(count -> count).sum()).isEqualTo(2);
        assertThat(first).isEqualTo(second).isEqualTo("TLSv1.3 " + tls.cipherSuite());
      } else if (database.equals("redis")) {
        assertThat(handshakes).hasSize(1).containsValue(2L);
        assertThat(tls.resumed()).isFalse();
      } else if (!database.equals("mongodb")) {
        assertThat(handshakes).hasSize(1).containsValue(2L);
        assertThat(tls.resumed()).isFalse();
        assertThat(first).isEqualTo(second).startsWith("TLSv1.3 ");
        // MariaDB's library has names of its own.
        assertThat(first.replace("TLS13-", "TLS_").replace('-', '_').replace("AES256", "AES_256"))
            .endsWith(tls.cipherSuite());
      }
      assertThat(connections.ledger().fullHandshakeNanos().getMinValue()).isPositive();
      assertThat(connections.ledger().differences(url.settings(Map.of()))).isEmpty();
    }
  }

  /** A second reading would wait for another writer. */
  @ParameterizedTest
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @ValueSource(strings = {"mysql", "postgresql", "mongodb", "cassandra", "redis"})
  void readsItsFilesOnce(String database) throws Exception {
    Path pipe = files.resolve(database + ".pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Thread writer =
        new Thread(
            () -> {
              try {
                Files.writeString(pipe, CA.pem());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();

    open(url(database), "tls.caFile", pipe.toString()).close();

    writer.join();
  }

  @ParameterizedTest
  @MethodSource("databases")
  void refusesAnotherAuthority(String database) {
    DatabaseUrl url = url(database);
    try (Connections connections = open(url, "tls.caFile", files.resolve("other.pem").toString())) {
      assertThatThrownBy(() -> use(database, connections))
          .isInstanceOfAny(ConnectFailedException.class, SQLException.class)
          .hasMessageStartingWith("localhost:" + server(database).port())
          .hasMessageContaining("trust anchors");
      assertThat(connections.ledger().handshakes()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongodb", "mysql", "postgresql", "redis"})
  void refusesTheCertificateOfAnotherName(String database) {
    assertAnotherName(Database.of(database).parse(server(database).url()), database);
  }

  /** Its driver looks for the address's name too, which the server's certificate has. */
  @Test
  void cassandraRefusesTheCertificateOfAnotherName() throws Exception {
    EmbeddedServer server = server("cassandra");
    try (JsseServer other = JsseServer.start(CA.server().dnsNames("other.example").build())) {
      String url = server.url().replace(":" + server.port(), ":" + other.port());
      assertAnotherName(Database.of("cassandra").parse(url), "cassandra");
    }
  }

  private static void assertAnotherName(DatabaseUrl url, String database) {
    try (Connections connections = open(url)) {
      assertThatThrownBy(() -> use(database, connections))
          .isInstanceOfAny(ConnectFailedException.class, SQLException.class)
          .hasMessageMatching(".*(match|verified|other\\.example).*");
    }
  }

  @ParameterizedTest
  @MethodSource("databases")
  void refusesOptionsThatTheDriverHasNot(String database) {
    DatabaseUrl url = url(database);
    for (String[] option :
        new String[][] {
          {"tls.namedGroups", "x25519"}, {"tls.resumption", "true"}, {"tls.crlFile", "list.pem"}
        }) {
      assertThatThrownBy(() -> open(url, option))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageStartingWith(option[0] + ": with tls.provider=driver");
    }
  }

  /** Only Connector/J has options for both. */
  @ParameterizedTest
  @MethodSource("databases")
  void takesProtocolAndSuiteWhereTheDriverHasOptionsForThem(String database) throws Exception {
    DatabaseUrl url = url(database);
    String[] options = {
      "tls.protocols",
      "TLSv1.2",
      "tls.cipherSuites",
      "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
    };
    if (database.equals("mysql")) {
      try (Connections connections = open(url, options)) {
        assertThat(use(database, connections))
            .startsWith("TLSv1.2 ECDHE-")
            .endsWith("AES256-GCM-SHA384");
      }
    } else {
      assertThatThrownBy(() -> open(url, options))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("no option for protocols and cipher suites");
    }
  }
}
