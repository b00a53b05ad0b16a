package dev.tlsbench.embedded.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.TlsProbe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server takes ten seconds to start, so that most tests share one. */
@Timeout(180)
class EmbeddedCassandraTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final String PASSWORD = "it's a \\ findme-4711";

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedCassandra shared;

  @BeforeAll
  static void startShared() throws IOException {
    shared = server().allowPlain().password(PASSWORD).start();
  }

  @AfterAll
  static void closeShared() {
    shared.close();
  }

  @Test
  void acceptsDriverOverTls() throws Exception {
    try (Connections connections = open(shared.url())) {
      CqlSession session = connections.driver(CqlSession.class);
      session.execute("CREATE TABLE of_tls (id text PRIMARY KEY, field0 text)");
      session.execute("INSERT INTO of_tls (id, field0) VALUES ('user1', 'value')");

      Row row = session.execute("SELECT * FROM of_tls").one();
      assertThat(row).isNotNull();
      assertThat(row.getString("field0")).isEqualTo("value");
      assertThat(clients(session, "ssl_enabled")).contains("true");
      assertThat(connections.ledger().handshakes().keySet())
          .extracting(NegotiatedTls::protocol)
          .containsOnly("TLSv1.3");
    }
  }

  @Test
  void acceptsPlainClientsOnTheSamePort() throws Exception {
    String plain = Database.ofUrl(shared.url()).parse(shared.url()).plain();
    try (Connections connections = open(plain)) {
      CqlSession session = connections.driver(CqlSession.class);
      assertThat(session.getKeyspace().map(Object::toString)).contains("ycsb");
      assertThat(clients(session, "username")).containsOnly("ycsb");
    }
  }

  @Test
  void refusesOtherPasswordsAndTheDefaultUser() {
    String encoded = "it%27s%20a%20%5C%20findme-4711";
    for (String login : List.of("ycsb:wrong", "cassandra:cassandra")) {
      String url = shared.url().replace("ycsb:" + encoded, login);
      assertThat(url).contains(login);
      assertThatThrownBy(
              () -> {
                try (Connections connections = open(url)) {
                  connections.driver(CqlSession.class);
                }
              })
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageNotContaining("findme")
          .extracting("reason")
          .isEqualTo(Reason.LOGIN);
    }
  }

  @Test
  void writesThePasswordNowhere() throws Exception {
    try (var files = Files.walk(shared.logFile().resolveSibling("."))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("findme-4711");
      }
    }
    assertThat(shared.logFile().resolveSibling("first.cql")).doesNotExist();
    assertThat(ProcessHandle.of(shared.pid()).orElseThrow().info().commandLine().orElseThrow())
        .contains("org.apache.cassandra.service.CassandraDaemon")
        .doesNotContain("findme");
  }

  @Test
  void unpacksNativeCodeIntoItsDirectory() {
    assertThat(shared.logFile().getParent()).isDirectoryContaining("glob:**/liblz4-java-*.so");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void resumesSessions(String protocol) throws Exception {
    TlsProbe probe = new TlsProbe(CA, null).protocols(protocol);
    for (int i = 0; i < 3; i++) {
      assertThat(probe.askCassandra(shared).getProtocol()).isEqualTo(protocol);
    }
    assertThat(probe.fullHandshakes()).isEqualTo(1);
  }

  @Test
  void listensOnLoopbackOnly() throws Exception {
    String tcp = Files.readString(Path.of("/proc/net/tcp"));
    String tcp6 = Files.readString(Path.of("/proc/net/tcp6"));
    String port = ":%04X ".formatted(shared.port());
    assertThat(tcp.lines().filter(line -> line.contains(port + "00000000:0000")))
        .allMatch(line -> line.contains("0100007F" + port))
        .hasSize(1);
    assertThat(tcp6).doesNotContain(port + "00000000000000000000000000000000:0000");
  }

  @Test
  void refusesOptionsThatContradictEachOther() {
    assertThatThrownBy(() -> EmbeddedCassandra.builder().plain().requireSecureTransport().start())
        .isInstanceOf(InvalidSettingException.class);
    for (String suite : List.of("TLS_AES_512_ROT13", "TLS_AES_128_GCM_SHA256")) {
      assertThatThrownBy(() -> EmbeddedCassandra.builder().cipherSuites(suite))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageStartingWith(
              "cipherSuites: the embedded Cassandra cannot be limited to '" + suite);
    }
  }

  @Test
  void saysThatPortIsTaken() {
    assertThatThrownBy(() -> server().port(shared.port()).start())
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("Address already in use")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  /** With one start for all that is not the default. */
  @Test
  void limitsProtocolsAndRequiresCertificates() throws Exception {
    IssuedCertificate foreign = CertificateAuthority.create().issueClient("mallory");
    try (EmbeddedCassandra server =
        server()
            .requireClientCertificate()
            .protocols("TLSv1.2")
            .cipherSuites("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")
            .keyType(KeyType.RSA_2048)
            .start()) {
      assertThatThrownBy(() -> new TlsProbe(CA, null).askCassandra(server))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> new TlsProbe(CA, foreign).askCassandra(server))
          .isInstanceOf(IOException.class);
      IssuedCertificate own = CA.issueClient("alice");
      assertThat(new TlsProbe(CA, own).askCassandra(server).getCipherSuite())
          .isEqualTo("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");
      assertThatThrownBy(() -> new TlsProbe(CA, own).protocols("TLSv1.3").askCassandra(server))
          .isInstanceOf(SSLException.class);
      assertThat(server.url()).contains("&tlsCertificateKeyFile=");
      try (Connections connections = open(server.url())) {
        connections.driver(CqlSession.class);
      }
      String plain = Database.ofUrl(server.url()).parse(server.url()).plain();
      assertThatThrownBy(
              () -> {
                try (Connections connections = open(plain)) {
                  connections.driver(CqlSession.class);
                }
              })
          .isInstanceOf(ConnectFailedException.class);
    }
  }

  @Test
  @Tag("full")
  void offersSuitesThatItSaysItHas() throws Exception {
    for (String key : List.of("ECDSA", "RSA")) {
      KeyType type = key.equals("RSA") ? KeyType.RSA_2048 : KeyType.P_256;
      String suite = "TLS_ECDHE_" + key + "_WITH_CHACHA20_POLY1305_SHA256";
      try (EmbeddedCassandra server = server().keyType(type).cipherSuites(suite).start()) {
        TlsProbe probe = new TlsProbe(CA, null).protocols("TLSv1.2");
        assertThat(probe.askCassandra(server).getCipherSuite()).isEqualTo(suite);
        assertThatThrownBy(() -> new TlsProbe(CA, null).protocols("TLSv1.3").askCassandra(server))
            .isInstanceOf(SSLException.class);
      }
    }
  }

  private static EmbeddedCassandra.Builder server() {
    return EmbeddedCassandra.builder().authority(CA);
  }

  private static Connections open(String url) {
    // A table takes longer than the driver's limit of 2 s on a busy machine.
    DatabaseUrl parsed = Database.ofUrl(url).parse(url + "&requestTimeoutMS=30000");
    return parsed.open();
  }

  private static List<String> clients(CqlSession session, String column) {
    return session.execute("SELECT " + column + " FROM system_views.clients").all().stream()
        .map(row -> String.valueOf(row.getObject(0)))
        .toList();
  }
}
