package dev.tlsbench.embedded.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.TlsProbe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedMySqlTest {
  private static final String STORE_PASSWORD = "changeit";

  private static final CertificateAuthority CA =
      CertificateAuthority.builder().keyType(KeyType.RSA_2048).build();

  private static EmbeddedMySql shared;

  private final Path directory;
  private final EmbeddedMySql.Builder server = EmbeddedMySql.builder().authority(CA);

  EmbeddedMySqlTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeAll
  static void startShared() throws IOException {
    shared = EmbeddedMySql.builder().authority(CA).keyType(KeyType.RSA_2048).start();
  }

  @AfterAll
  static void closeShared() {
    shared.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void acceptsDriverOverTls(String protocol) throws Exception {
    try (Connection connection = connect(shared, shared.user(), "tlsVersions", protocol)) {
      assertThat(status(connection, "Ssl_version")).isEqualTo(protocol);
      assertThat(status(connection, "Ssl_cipher")).isNotEmpty();
    }
  }

  @Test
  void letsPlainClientsInOnSamePort() throws Exception {
    try (Connection connection = connect(shared, shared.user(), "sslMode", "DISABLED")) {
      assertThat(status(connection, "Ssl_cipher")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "queryInterceptors=no.such.Class|there is no class 'no.such.Class' on the class path",
        "defaultAuthenticationPlugin=no_such|\"no_such\" is neither one of the built-in plugins",
        "characterSetResults=nonsense|Unsupported character encoding 'nonsense'",
        "sessionVariables=no_such=1|the server refuses it: Unknown system variable 'no_such'",
        "sessionVariables=foo|the server refuses it: You have an error in your SQL syntax"
      })
  void namesTheOptionThatTheDriverOrTheServerRefuses(String option, String reason) {
    MySqlUrl url = MySqlUrl.parse(shared.url() + "&" + option);
    try (MySqlConnections connections = MySqlConnections.open(url, url.settings(Map.of()))) {
      assertThatThrownBy(connections::connect)
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageStartingWith(option.substring(0, option.indexOf('=')) + ": ")
          .hasMessageContaining(reason);
    }
  }

  @Test
  void blamesTheLocalAddressForItsOwnFailure() {
    MySqlUrl url = MySqlUrl.parse(shared.url() + "&localSocketAddress=192.0.2.1");
    try (MySqlConnections connections = MySqlConnections.open(url, url.settings(Map.of()))) {
      assertThatThrownBy(connections::connect)
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageStartingWith("localSocketAddress: cannot connect from '192.0.2.1'");
    }
  }

  /** A server that starts deletes the temporary tables in its directory of them. */
  @Test
  void leavesTemporaryTablesOfOtherServersAlone() throws Exception {
    Path table =
        Files.createTempFile(
            Path.of(System.getProperty("java.io.tmpdir")), "#sql-temptable-", ".MAI");
    try (EmbeddedMySql mysql = server.start()) {
      connect(mysql, mysql.user()).close();
      assertThat(table).exists();
    } finally {
      Files.deleteIfExists(table);
    }
  }

  @Test
  void refusesPlainClientWhenTlsIsRequired() throws Exception {
    try (EmbeddedMySql mysql = server.requireSecureTransport().start()) {
      assertThatThrownBy(() -> connect(mysql, mysql.user(), "sslMode", "DISABLED"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("require_secure_transport");
      connect(mysql, mysql.user()).close();
    }
  }

  @Test
  void refusesTlsWhenPlain() throws Exception {
    try (EmbeddedMySql mysql = EmbeddedMySql.builder().plain().start()) {
      connect(mysql, mysql.user(), "sslMode", "DISABLED").close();
      assertThatThrownBy(() -> connect(mysql, mysql.user(), "sslMode", "REQUIRED"))
          .isInstanceOf(SQLException.class);
      assertThat(mysql.url()).endsWith("?ssl-mode=DISABLED");
    }
  }

  @Test
  void refusesUserWithoutCertificateWhoMustShowOne() throws Exception {
    assertThatThrownBy(() -> connect(shared, shared.x509User()))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Access denied");
    connect(shared, shared.x509User(), clientStore(CA)).close();
  }

  @Test
  void refusesCertificateOfAnotherAuthority() {
    assertThatThrownBy(
            () -> connect(shared, shared.x509User(), clientStore(CertificateAuthority.create())))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void refusesUsersWithoutPassword() {
    for (String user : List.of("root", "", "mariadb.sys", "ycsb")) {
      assertThatThrownBy(() -> connect(shared, user, "password", ""))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("Access denied");
    }
  }

  @Test
  void resumesSessionsUnderTls12Only() throws Exception {
    TlsProbe tls12 = new TlsProbe(CA, null).protocols("TLSv1.2");
    TlsProbe tls13 = new TlsProbe(CA, null).protocols("TLSv1.3");
    for (int i = 0; i < 3; i++) {
      tls12.greetMySql(shared);
      tls13.greetMySql(shared);
    }
    assertThat(tls12.fullHandshakes()).isEqualTo(1);
    assertThat(tls13.fullHandshakes()).isEqualTo(3);
  }

  @Test
  void limitsProtocols() throws Exception {
    try (EmbeddedMySql mysql = server.protocols("TLSv1.2").start()) {
      assertThat(new TlsProbe(CA, null).greetMySql(mysql).getProtocol()).isEqualTo("TLSv1.2");
      assertThatThrownBy(() -> new TlsProbe(CA, null).protocols("TLSv1.3").greetMySql(mysql))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void limitsCipherSuites() throws Exception {
    server.cipherSuites("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
    try (EmbeddedMySql mysql = server.start()) {
      assertThat(new TlsProbe(CA, null).greetMySql(mysql).getCipherSuite())
          .isEqualTo("TLS_AES_128_GCM_SHA256");
      assertThat(new TlsProbe(CA, null).protocols("TLSv1.2").greetMySql(mysql).getCipherSuite())
          .isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
      assertThatThrownBy(
              () -> new TlsProbe(CA, null).cipherSuites("TLS_AES_256_GCM_SHA384").greetMySql(mysql))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ED25519", "RSA_2048"})
  void servesKeyTypesThatWolfSslKnows(KeyType keyType) throws Exception {
    CertificateAuthority deep = CertificateAuthority.builder().intermediates(1).build();
    try (EmbeddedMySql mysql = server.authority(deep).keyType(keyType).start()) {
      var chain = new TlsProbe(deep, null).greetMySql(mysql).getPeerCertificates();
      assertThat(chain).hasSize(2);
      assertThat(KeyType.of(chain[0].getPublicKey())).isEqualTo(Optional.of(keyType));
    }
  }

  @Test
  void offersSuitesThatItSaysItHas() throws Exception {
    List<String> refused = new ArrayList<>();
    for (String suite : WolfSsl.cipherSuites()) {
      boolean offByDefault = suite.startsWith("TLS_RSA_"); // from JDK 24 on
      if (!suite.contains("_ECDSA_") && !offByDefault) {
        try {
          new TlsProbe(CA, null).cipherSuites(suite).greetMySql(shared);
        } catch (IOException e) {
          refused.add(suite);
        }
      }
    }
    assertThat(refused).isEmpty();
  }

  @Test
  void offersGroupsThatItSaysItHas() throws Exception {
    for (String group : List.of("secp256r1", "secp384r1", "secp521r1", "ffdhe2048")) {
      new TlsProbe(CA, null).namedGroups(group).protocols("TLSv1.3").greetMySql(shared);
    }
    assertThatThrownBy(() -> new TlsProbe(CA, null).namedGroups("x25519").greetMySql(shared))
        .isInstanceOf(IOException.class);
  }

  @Test
  void refusesWhatWolfSslLacks() {
    assertThatThrownBy(() -> server.keyType(KeyType.ED25519).start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("choose RSA or P_256");
    server.keyType(KeyType.P_256);
    assertThatThrownBy(() -> server.protocols("TLSv1.1").start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("it has TLSv1.2, TLSv1.3");
    server.protocols();
    assertThatThrownBy(() -> server.cipherSuites("TLS_AES_128_CCM_SHA256").start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("TLS_AES_128_CCM_SHA256");
  }

  @Test
  void refusesOptionsThatContradictEachOther() {
    assertThatThrownBy(() -> EmbeddedMySql.builder().plain().requireSecureTransport().start())
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void saysThatPortIsTaken() {
    assertThatThrownBy(() -> EmbeddedMySql.builder().port(shared.port()).start())
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("Address already in use")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  @Test
  void takesAnyPasswordAndWritesItNowhere() throws Exception {
    String password = "it's a \\ findme-4711";
    try (EmbeddedMySql mysql = server.directory(directory).password(password).start();
        var files = Files.walk(directory)) {
      connect(mysql, mysql.user()).close();
      assertThat(mysql.url()).contains(":it%27s%20a%20%5C%20findme-4711@");
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("findme-4711");
      }
    }
  }

  private String[] clientStore(CertificateAuthority issuer) throws IOException {
    Path store = directory.resolve("client.p12");
    issuer.issueClient("alice").writeKeyStore(store, "PKCS12", STORE_PASSWORD);
    return new String[] {
      "clientCertificateKeyStoreUrl",
      store.toUri().toString(),
      "clientCertificateKeyStorePassword",
      STORE_PASSWORD,
      "clientCertificateKeyStoreType",
      "PKCS12"
    };
  }

  private Connection connect(EmbeddedMySql mysql, String user, String... options)
      throws SQLException, IOException {
    Path trust = directory.resolve("trust.p12");
    CA.writeTrustStore(trust, "PKCS12", STORE_PASSWORD);
    Properties properties = new Properties();
    properties.put("user", user);
    properties.put("password", mysql.password());
    properties.put("sslMode", "VERIFY_IDENTITY");
    properties.put("trustCertificateKeyStoreUrl", trust.toUri().toString());
    properties.put("trustCertificateKeyStorePassword", STORE_PASSWORD);
    properties.put("trustCertificateKeyStoreType", "PKCS12");
    for (int i = 0; i < options.length; i += 2) {
      properties.put(options[i], options[i + 1]);
    }
    return DriverManager.getConnection(
        "jdbc:mysql://" + mysql.host() + ":" + mysql.port() + "/" + mysql.database(), properties);
  }

  private static String status(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW SESSION STATUS LIKE '" + name + "'")) {
      rows.next();
      return rows.getString(2);
    }
  }
}
