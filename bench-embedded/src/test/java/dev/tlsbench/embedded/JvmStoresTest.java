package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stores that {@code javax.net.ssl.*} names, where the options name no file. */
@Isolated("the properties are those of the whole JVM")
class JvmStoresTest {
  private static final String PASSWORD = "changeit";
  private static final String KEYS = "javax.net.ssl.keyStore";
  private static final String TRUST = "javax.net.ssl.trustStore";
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final IssuedCertificate SERVER = CA.issueServer();

  private static Path files;

  private final Map<String, @Nullable String> before = new HashMap<>();

  @BeforeAll
  static void writeStores(@TempDir Path directory) throws IOException {
    files = directory;
    IssuedCertificate client = CA.issueClient("of the JVM");
    for (String type : List.of("PKCS12", "JKS")) {
      client.writeKeyStore(files.resolve("keys." + type), type, PASSWORD);
      CA.writeTrustStore(files.resolve("trust." + type), type, PASSWORD);
    }
    CA.issueClient("of the options").writePem(files.resolve("client.pem"));
    CertificateAuthority.create().writePem(files.resolve("other.pem"));
    CA.writePem(files.resolve("ca.pem"));
  }

  private void jvm(String name, String value) {
    if (!before.containsKey(name)) {
      before.put(name, System.getProperty(name));
    }
    System.setProperty(name, value);
  }

  private void jvm(String store, String file, String password, String type) {
    jvm(store, file.isEmpty() || file.equals("NONE") ? file : files.resolve(file).toString());
    jvm(store + "Password", password);
    jvm(store + "Type", type);
  }

  @AfterEach
  void restore() {
    before.forEach(
        (name, value) -> {
          if (value == null) {
            System.clearProperty(name);
          } else {
            System.setProperty(name, value);
          }
        });
  }

  private static void connect(TlsSettings settings, JsseServer server) throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger());
        Socket socket = context.socketFactory().createSocket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(7);
      assertThat(socket.getInputStream().read()).isEqualTo(7);
    }
  }

  private static TlsSettings.Builder on() {
    return TlsSettings.builder().enabled(true);
  }

  /** The JDK, too, opens either kind of file under both names. */
  @ParameterizedTest
  @EnumSource(TlsProvider.class)
  void showTheClientsCertificateAndTrustTheServerUnderEveryProvider(TlsProvider provider)
      throws Exception {
    jvm(KEYS, "keys.PKCS12", PASSWORD, provider == TlsProvider.JDK ? "JKS" : "");
    jvm(TRUST, "trust.JKS", PASSWORD, provider == TlsProvider.JDK ? "PKCS12" : "");
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA).start()) {
      connect(on().provider(provider).build(), server);
      assertThat(server.visit().client()).contains("of the JVM");
    }
  }

  @Test
  void giveWayToTheOptions() throws Exception {
    jvm(KEYS, "keys.PKCS12", PASSWORD, "");
    jvm(TRUST, "trust.JKS", "", "");
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA).start()) {
      connect(on().certificateKeyFile(files.resolve("client.pem")).build(), server);
      assertThat(server.visit().client()).contains("of the options");

      TlsSettings other = on().caFile(files.resolve("other.pem")).build();
      assertThatThrownBy(() -> connect(other, server))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageContaining("CA file may hold an older authority");
    }
  }

  @Test
  void countForTlsOnlyAndNotIfAMySqlUrlSaysSo() {
    jvm(KEYS, "keys.PKCS12", PASSWORD, "");
    assertThat(TlsSettings.builder().build().enabled()).isFalse();
    assertThat(TlsSettings.builder().build().identity().certificateFile()).isEmpty();
    String url = "mysql://db/x?ssl-mode=REQUIRED";
    assertThat(MySqlUrl.parse(url).settings(Map.of()).identity().certificateFile()).isPresent();
    assertThat(
            MySqlUrl.parse(url + "&fallbackToSystemKeyStore=false")
                .settings(Map.of())
                .identity()
                .certificateFile())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {KEYS, TRUST})
  void areRefusedWithAProviderOfTheirOwn(String store) {
    jvm(TRUST, "trust.JKS", PASSWORD, "");
    jvm(KEYS, "keys.PKCS12", PASSWORD, "");
    jvm(store + "Provider", "BC");

    assertThatThrownBy(() -> on().build())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(store + "Provider=BC: this store cannot be used; ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keyStore | keys.PKCS12 | wrong | | the password does not open the key store",
        "keyStore | keys.PKCS12 | '' | | give its password (javax.net.ssl.keyStorePassword)",
        "keyStore | none.p12 | changeit | | none.p12 does not exist",
        "keyStore | directory | changeit | | is a directory",
        "keyStore | trust.JKS | changeit | | has no private key",
        "keyStore | NONE | '' | PKCS11 | name a PKCS12 or JKS file",
        "keyStore | keys.PKCS12 | changeit | BCFKS | name a PKCS12 or JKS file",
        "trustStore | trust.PKCS12 | wrong | | check javax.net.ssl.trustStorePassword",
        "trustStore | trust.JKS | wrong | | check javax.net.ssl.trustStorePassword",
        "trustStore | trust.PKCS12 | '' | | give its password (javax.net.ssl.trustStorePassword)",
        "trustStore | none.p12 | changeit | | none.p12 does not exist",
        "trustStore | none.p12 | changeit | JCEKS | none.p12 does not exist",
        "trustStore | directory | changeit | | is a directory",
      })
  void areRefusedInOneLineThatNamesThem(
      String store, String file, String password, @Nullable String type, String message)
      throws IOException {
    Files.createDirectories(files.resolve("directory"));
    jvm(TRUST, files.resolve("trust.JKS").toString());
    jvm("javax.net.ssl." + store, file, password, type == null ? "" : type);

    assertThatThrownBy(() -> TlsContext.open(on().build(), new TlsLedger()).close())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("javax.net.ssl." + store)
        .hasMessageContaining(message)
        .hasMessageNotContaining("wrong");
  }
}
