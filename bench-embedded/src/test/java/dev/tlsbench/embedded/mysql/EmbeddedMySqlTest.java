package dev.tlsbench.embedded.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.SqlServerSuite;
import dev.tlsbench.embedded.TlsProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedMySqlTest extends SqlServerSuite<EmbeddedMySql.Builder> {
  private static EmbeddedMySql shared;

  EmbeddedMySqlTest(@TempDir Path directory) {
    super(directory);
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
    try (Connection connection = connect(shared, shared.user(), Map.of("tlsVersions", protocol))) {
      assertThat(query(connection, "SHOW SESSION STATUS LIKE 'Ssl_version'")).isEqualTo(protocol);
      assertThat(query(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")).isNotEmpty();
    }
  }

  @Test
  void refusesUsersWithoutPassword() {
    for (String user : List.of("root", "", "mariadb.sys", "ycsb")) {
      assertThatThrownBy(() -> connect(shared, user, Map.of("password", "")))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("Access denied");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "queryInterceptors=no.such.Class|no.such.Class",
        "defaultAuthenticationPlugin=no_such|\"no_such\" is neither one of the built-in plugins",
        "sessionVariables=no_such=1|Unknown system variable 'no_such'",
        "sessionVariables=foo|You have an error in your SQL syntax"
      })
  void saysWhatTheDriverOrTheServerRefuses(String option, String reason) {
    MySqlUrl url = MySqlUrl.parse(shared.url() + "&" + option);
    try (MySqlConnections connections =
        url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
      assertThatThrownBy(connections::connect)
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageContaining(reason);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.1", "no-such-host.invalid"})
  void blamesTheLocalAddressForItsOwnFailure(String address) {
    MySqlUrl url = MySqlUrl.parse(shared.url() + "&localSocketAddress=" + address);
    try (MySqlConnections connections =
        url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
      assertThatThrownBy(connections::connect)
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageStartingWith("localSocketAddress: cannot connect from '" + address + "'");
    }
  }

  /** A server that starts deletes the temporary tables in its directory of them. */
  @Test
  void leavesTemporaryTablesOfOtherServersAlone() throws Exception {
    Path table =
        Files.createTempFile(
            Path.of(System.getProperty("java.io.tmpdir")), "#sql-temptable-", ".MAI");
    try (EmbeddedMySql mysql = EmbeddedMySql.start()) {
      assertThat(mysql.port()).isPositive();
      assertThat(table).exists();
    } finally {
      Files.deleteIfExists(table);
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
  void offersGroupsThatItSaysItHas() throws Exception {
    for (String group : List.of("secp256r1", "secp384r1", "secp521r1", "ffdhe2048")) {
      new TlsProbe(CA, null).namedGroups(group).protocols("TLSv1.3").greetMySql(shared);
    }
    assertThatThrownBy(() -> new TlsProbe(CA, null).namedGroups("x25519").greetMySql(shared))
        .isInstanceOf(IOException.class);
  }

  @Test
  void refusesKeyThatWolfSslLacks() {
    assertThatThrownBy(() -> builder().keyType(KeyType.ED25519).start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("choose RSA or P_256");
  }

  @Override
  protected EmbeddedServer shared() {
    return shared;
  }

  @Override
  protected EmbeddedMySql.Builder builder() {
    return EmbeddedMySql.builder();
  }

  @Override
  protected EmbeddedMySql.Builder builder(String password) {
    return builder().password(password);
  }

  @Override
  protected Collection<String> cipherSuites() {
    return WolfSsl.cipherSuites();
  }

  @Override
  protected Collection<KeyType> keyTypes() {
    return EnumSet.complementOf(EnumSet.of(KeyType.ED25519, KeyType.RSA_2048));
  }

  @Override
  protected SSLSession greet(TlsProbe probe, EmbeddedServer server) throws IOException {
    return probe.greetMySql(server);
  }

  @Override
  protected Connection connect(EmbeddedServer server, String user, Map<String, String> options)
      throws SQLException, IOException {
    Path trust = directory.resolve("trust.p12");
    CA.writeTrustStore(trust, "PKCS12", STORE_PASSWORD);
    Properties properties = new Properties();
    properties.put("user", user);
    properties.put("password", ((EmbeddedMySql) server).password());
    properties.put("sslMode", "VERIFY_IDENTITY");
    properties.put("trustCertificateKeyStoreUrl", trust.toUri().toString());
    properties.put("trustCertificateKeyStorePassword", STORE_PASSWORD);
    properties.put("trustCertificateKeyStoreType", "PKCS12");
    properties.putAll(options);
    return DriverManager.getConnection(
        "jdbc:mysql://" + server.host() + ":" + server.port() + "/ycsb", properties);
  }

  @Override
  protected Map<String, String> plain() {
    return Map.of("sslMode", "DISABLED");
  }

  @Override
  protected Map<String, String> client(Path store) {
    return Map.of(
        "clientCertificateKeyStoreUrl",
        store.toUri().toString(),
        "clientCertificateKeyStorePassword",
        STORE_PASSWORD,
        "clientCertificateKeyStoreType",
        "PKCS12");
  }

  @Override
  protected String cipherQuery() {
    return "SHOW SESSION STATUS LIKE 'Ssl_cipher'";
  }

  @Override
  protected String tlsRequired() {
    return "require_secure_transport";
  }

  @Override
  protected String certificateRequired() {
    return "Access denied";
  }
}
