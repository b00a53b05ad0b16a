package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same behaviour of all embedded servers with a JDBC driver.
 *
 * @param <B> the server's builder
 */
public abstract class SqlServerSuite<B extends EmbeddedServerBuilder<B>> {
  /** Issues the certificates of all servers. */
  protected static final CertificateAuthority CA =
      CertificateAuthority.builder().keyType(KeyType.RSA_2048).build();

  /** The password of stores. */
  protected static final String STORE_PASSWORD = "changeit";

  private static final String USER = "ycsb";
  private static final String X509_USER = "ycsb_x509";

  /** A directory for servers one after another, so that the data is created once. */
  private static Path kept;

  /** An empty directory. */
  protected final Path directory;

  /** Creates the tests. */
  protected SqlServerSuite(Path directory) {
    this.directory = directory;
  }

  @BeforeAll
  static void keep(@TempDir Path shared) {
    kept = shared;
  }

  /** Returns a server with an RSA key and otherwise the defaults, which all tests share. */
  protected abstract EmbeddedServer shared();

  /** Returns a new builder with the defaults. */
  protected abstract B builder();

  /** Returns a builder with a password. */
  protected abstract B builder(String password);

  /** Returns the cipher suites that the server's TLS implementation has. */
  protected abstract Collection<String> cipherSuites();

  /** Returns the types of keys that it has. */
  protected abstract Collection<KeyType> keyTypes();

  /** Shakes hands. */
  protected abstract SSLSession greet(TlsProbe probe, EmbeddedServer server) throws IOException;

  /** Connects with the driver's options for TLS that checks the server, and others. */
  protected abstract Connection connect(
      EmbeddedServer server, String user, Map<String, String> options)
      throws SQLException, IOException;

  /** Returns the driver's options for a connection without TLS. */
  protected abstract Map<String, String> plain();

  /** Returns the driver's options for a client's store. */
  protected abstract Map<String, String> client(Path store);

  /** Returns a query for the cipher of the connection, null or empty without TLS. */
  protected abstract String cipherQuery();

  /** Returns a part of the message to a client that must use TLS. */
  protected abstract String tlsRequired();

  /** Returns a part of the message to a client that must show a certificate. */
  protected abstract String certificateRequired();

  /** Returns a builder of a server that keeps its data for the next one. */
  protected final B server() {
    return builder().authority(CA).directory(kept);
  }

  private TlsProbe probe() throws Exception {
    return new TlsProbe(CA, null);
  }

  private void connect(EmbeddedServer server, Map<String, String> options) throws Exception {
    connect(server, USER, options).close();
  }

  @Test
  void letsPlainClientsInOnSamePort() throws Exception {
    try (Connection plain = connect(shared(), USER, plain());
        Connection tls = connect(shared(), USER, Map.of())) {
      assertThat(query(plain, cipherQuery())).isNullOrEmpty();
      assertThat(query(tls, cipherQuery())).isNotEmpty();
    }
  }

  @Test
  void refusesPlainClientWhenTlsIsRequired() throws Exception {
    try (EmbeddedServer server = server().requireSecureTransport().start()) {
      assertThatThrownBy(() -> connect(server, plain()))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(tlsRequired());
      connect(server, Map.of());
    }
  }

  @Test
  void refusesTlsWhenPlain() throws Exception {
    try (EmbeddedServer server = builder().directory(kept).plain().start()) {
      connect(server, plain());
      assertThatThrownBy(() -> connect(server, Map.of())).isInstanceOf(SQLException.class);
      assertThat(server.url()).containsIgnoringCase("mode=disable");
    }
  }

  @Test
  void refusesUserWithoutCertificateWhoMustShowOne() throws Exception {
    assertThatThrownBy(() -> connect(shared(), X509_USER, Map.of()))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(certificateRequired());
    connect(shared(), X509_USER, clientOf(CA)).close();
  }

  @Test
  void refusesPlainUserWhoMustShowCertificate() {
    assertThatThrownBy(() -> connect(shared(), X509_USER, plain()))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void refusesCertificateOfAnotherAuthority() {
    assertThatThrownBy(() -> connect(shared(), X509_USER, clientOf(CertificateAuthority.create())))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void letsBothUsersUseEachOthersTables() throws Exception {
    try (Connection owner = connect(shared(), USER, Map.of());
        Connection other = connect(shared(), X509_USER, clientOf(CA))) {
      execute(owner, "CREATE TABLE of_owner (id INT)");
      execute(other, "CREATE TABLE of_other (id INT)");
      execute(other, "INSERT INTO of_owner VALUES (1)");
      execute(owner, "INSERT INTO of_other VALUES (2)");
      execute(owner, "DROP TABLE of_other");
      execute(other, "DROP TABLE of_owner");
    }
  }

  @Test
  void limitsProtocols() throws Exception {
    try (EmbeddedServer server = server().protocols("TLSv1.2").start()) {
      assertThat(greet(probe(), server).getProtocol()).isEqualTo("TLSv1.2");
      assertThatThrownBy(() -> greet(probe().protocols("TLSv1.3"), server))
          .isInstanceOf(SSLException.class);
    }
    try (EmbeddedServer server = server().protocols("TLSv1.3").start()) {
      assertThat(greet(probe(), server).getProtocol()).isEqualTo("TLSv1.3");
      assertThatThrownBy(() -> greet(probe().protocols("TLSv1.2"), server))
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void limitsCipherSuites() throws Exception {
    try (EmbeddedServer server =
        server()
            .authority(CA)
            .cipherSuites("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384")
            .start()) {
      assertThat(greet(probe(), server).getCipherSuite()).isEqualTo("TLS_AES_128_GCM_SHA256");
      assertThat(greet(probe().protocols("TLSv1.2"), server).getCipherSuite())
          .isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
      assertThatThrownBy(() -> greet(probe().cipherSuites("TLS_AES_256_GCM_SHA384"), server))
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void servesKeyTypesThatItSaysItHas() throws Exception {
    CertificateAuthority deep = CertificateAuthority.builder().intermediates(1).build();
    for (KeyType keyType : keyTypes()) {
      try (EmbeddedServer server = server().authority(deep).keyType(keyType).start()) {
        var chain = greet(new TlsProbe(deep, null), server).getPeerCertificates();
        assertThat(chain).hasSize(2);
        assertThat(KeyType.of(chain[0].getPublicKey())).isEqualTo(Optional.of(keyType));
      }
    }
  }

  @Test
  void offersSuitesThatItSaysItHas() throws Exception {
    List<String> refused = new ArrayList<>();
    for (String suite : cipherSuites()) {
      boolean offByDefault = suite.startsWith("TLS_RSA_"); // from JDK 24 on
      if (!suite.contains("_ECDSA_") && !offByDefault) {
        try {
          greet(probe().cipherSuites(suite), shared());
        } catch (IOException e) {
          refused.add(suite);
        }
      }
    }
    assertThat(refused).isEmpty();
  }

  @Test
  void refusesWhatItsTlsImplementationLacks() {
    assertThatThrownBy(() -> server().protocols("TLSv1.1").start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageEndingWith(" TLSv1.2, TLSv1.3");
    assertThatThrownBy(() -> server().cipherSuites("TLS_AES_128_CCM_SHA256").start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("TLS_AES_128_CCM_SHA256");
  }

  @Test
  void refusesOptionsThatContradictEachOther() {
    assertThatThrownBy(() -> builder().directory(kept).plain().requireSecureTransport().start())
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void saysThatPortIsTaken() {
    assertThatThrownBy(() -> server().port(shared().port()).start())
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("Address already in use")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  @Test
  void takesAnyPasswordAndWritesItNowhere() throws Exception {
    String password = "it's a \\ findme-4711";
    try (EmbeddedServer server = builder(password).authority(CA).directory(directory).start();
        var files = Files.walk(directory)) {
      connect(server, Map.of());
      assertThat(server.url()).contains(":it%27s%20a%20%5C%20findme-4711@");
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("findme-4711");
      }
    }
  }

  private Map<String, String> clientOf(CertificateAuthority issuer) throws IOException {
    Path store = directory.resolve("client.p12");
    issuer.issueClient("alice").writeKeyStore(store, "PKCS12", STORE_PASSWORD);
    return client(store);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the last column of the first row. */
  protected static @Nullable String query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(rows.getMetaData().getColumnCount());
    }
  }
}
