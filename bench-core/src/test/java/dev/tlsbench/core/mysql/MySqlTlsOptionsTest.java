package dev.tlsbench.core.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The TLS vocabulary of the mysql client and of Connector/J, and what is refused of it. */
class MySqlTlsOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "DISABLED, false, false, false",
    "REQUIRED, true, true, true",
    "VERIFY_CA, true, false, true",
    "VERIFY_IDENTITY, true, false, false"
  })
  void knowsEveryMode(String mode, boolean enabled, boolean anyChain, boolean anyName) {
    for (String name : new String[] {"ssl-mode", "ssl_mode", "sslMode", "SSLMODE"}) {
      for (String value : new String[] {mode, mode.toLowerCase(Locale.ROOT)}) {
        TlsSettings settings = settings(name + "=" + value);
        assertThat(settings.enabled()).isEqualTo(enabled);
        assertThat(settings.allowInvalidCertificates()).isEqualTo(anyChain);
        assertThat(settings.allowInvalidHostnames()).isEqualTo(anyName);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl-mode=PREFERRED",
        "sslMode=preferred",
        "useSSL=true",
        "requireSSL=false",
        "verifyServerCertificate=false",
        "useSSL=true&requireSSL=false&verifyServerCertificate=false"
      })
  void refusesSilentFallBackToPlainText(String query) {
    assertThatThrownBy(() -> url(query))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("plain text without a word")
        .hasMessageContaining("ssl-mode=VERIFY_IDENTITY")
        .hasMessageContaining("ssl-mode=DISABLED");
  }

  @Test
  void refusesSilenceAboutTls() {
    MySqlUrl url = url("useServerPrepStmts=true");
    assertThatThrownBy(() -> url.settings(Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("jdbc:mysql://db.example.org:3306/ycsb?useServerPrepStmts=true: ")
        .hasMessageContaining("ssl-mode=VERIFY_IDENTITY (with ssl-ca")
        .hasMessageContaining("ssl-mode=DISABLED");
    assertThat(url.settings(Map.of("tls.enabled", "false")).enabled()).isFalse();
    assertThat(url.settings(Map.of("tls.enabled", "true")).allowInvalidHostnames()).isFalse();
    assertThat(url.settings(Map.of("tls.caFile", "/ca.pem")).enabled()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "useSSL=false, false, false",
    "useSSL=false&requireSSL=true, false, false",
    "requireSSL=true, true, true",
    "useSSL=true&requireSSL=yes, true, true",
    "verifyServerCertificate=true, true, false",
    "useSSL=TRUE&requireSSL=true&verifyServerCertificate=true, true, false",
  })
  void translatesTheDeprecatedOptions(String query, boolean enabled, boolean anyChain) {
    MySqlUrl url = url(query);
    TlsSettings settings = url.settings(Map.of());
    assertThat(settings.enabled()).isEqualTo(enabled);
    assertThat(settings.allowInvalidCertificates()).isEqualTo(anyChain);
    assertThat(settings.allowInvalidHostnames()).isEqualTo(enabled);
    assertThat(url.warnings()).singleElement().asString().contains("deprecated");
  }

  @Test
  void letsSslModeWinOverTheDeprecatedOptions() {
    assertThat(settings("sslMode=DISABLED&useSSL=true&requireSSL=true").enabled()).isFalse();
  }

  @Test
  void takesFilesOfTheMysqlClient() {
    TlsSettings settings =
        settings(
            "ssl-ca=/ca.pem&ssl_cert=/cert%20one.pem&ssl-key=/key.pem&ssl-key-password=abc"
                + "&ssl-crl=/crl.pem");
    assertThat(settings.enabled()).isTrue();
    assertThat(settings.allowInvalidCertificates()).isFalse();
    assertThat(settings.allowInvalidHostnames()).isFalse();
    assertThat(settings.caFile()).contains(Path.of("/ca.pem"));
    assertThat(settings.certificateFile()).contains(Path.of("/cert one.pem"));
    assertThat(settings.keyFile()).contains(Path.of("/key.pem"));
    assertThat(settings.crlFile()).contains(Path.of("/crl.pem"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:/s/ca.jks", "file:///s/ca.jks", "/s/ca.jks", "file:%2Fs%2Fca.jks"})
  void takesStoresOfConnectorJ(String location) {
    TlsSettings settings =
        settings(
            "sslMode=VERIFY_CA&trustCertificateKeyStoreUrl="
                + location
                + "&trustCertificateKeyStoreType=JKS&trustCertificateKeyStorePassword=abc"
                + "&clientCertificateKeyStoreUrl="
                + location
                + "&clientCertificateKeyStoreType=pkcs12&clientCertificateKeyStorePassword=def"
                + "&fallbackToSystemTrustStore=false&fallbackToSystemKeyStore=false");
    assertThat(settings.caFile()).contains(Path.of("/s/ca.jks"));
    assertThat(settings.certificateFile()).contains(Path.of("/s/ca.jks"));
    assertThat(settings.keyFile()).contains(Path.of("/s/ca.jks"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls-version=TLSv1.2,TLSv1.3",
        "tls_version=TLSv1.2,TLSv1.3",
        "tlsVersions=TLSv1.2,TLSv1.3",
        "enabledTLSProtocols=TLSv1.2,TLSv1.3"
      })
  void takesProtocols(String query) {
    assertThat(settings(query).protocols()).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls-ciphersuites=TLS_AES_128_GCM_SHA256&ssl-cipher=ECDHE-RSA-AES128-GCM-SHA256",
        "tlsCiphersuites=TLS_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "enabledSSLCipherSuites=TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256"
      })
  void takesCipherSuites(String query) {
    assertThat(settings(query).cipherSuites())
        .containsExactly("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl-mode=sometimes",
        "ssl-mode=",
        "ssl-mode=REQUIRED&sslMode=VERIFY_CA",
        "ssl-ca=/a.pem&trustCertificateKeyStoreUrl=/b.jks",
        "ssl-ca=/a.pem&ssl-ca=/b.pem",
        "ssl-ca=",
        "ssl-capath=/etc",
        "ssl-crlpath=/etc",
        "ssl-fips-mode=ON",
        "ssl-session-data=/x",
        "tls-sni-servername=x",
        "ssl=1",
        "ssl-verify-server-cert=1",
        "sslContextProvider=x",
        "keyStoreProvider=x",
        "fipsCompliantJsse=true",
        "trustManagerFactoryProvider=x",
        "KeyManagerFactoryProvider=x",
        "socketFactory=x",
        "socksProxyHost=x",
        "ssl-mod=REQUIRED",
        "tls-versio=TLSv1.3",
        "tls-version=TLSv9",
        "tls-version=",
        "ssl-cipher=HIGH:!aNULL",
        "useSSL=maybe",
        "trustCertificateKeyStoreUrl=classpath:ca.jks",
        "trustCertificateKeyStoreType=Windows-ROOT",
        "ssl-mode=DISABLED&ssl-ca=/ca.pem",
        "useSSL=false&tlsVersions=TLSv1.3",
        "ssl-mode=VERIFY_CA&fallbackToSystemTrustStore=false",
        "ssl-mode=REQUIRED&fallbackToSystemKeyStore=true",
        "ssl-mode=REQUIRED&ssl-crl=/crl.pem",
        "ssl-mode=REQUIRED&connectTimeout=soon"
      })
  void refusesWithOneLine(String query) {
    assertThatThrownBy(() -> url(query))
        .isInstanceOf(InvalidSettingException.class)
        .extracting(Throwable::getMessage)
        .asString()
        .matches("[A-Za-z=_., -]+: .+")
        .doesNotContain("\n");
  }

  @Test
  void refusesTlsOptionsOfSingleHosts() {
    for (String host :
        new String[] {
          "address=(host=h)(sslMode=DISABLED)",
          "(host=h,sslMode=DISABLED)",
          "[(host=h,useSSL=no),(host=i)]"
        }) {
      assertThatThrownBy(() -> MySqlUrl.parse("jdbc:mysql://" + host + "/x?sslMode=REQUIRED"))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("all hosts share one TLS setting");
    }
  }

  @Test
  void warnsThatRequiredDoesNotLookAtTheCa() {
    assertThat(url("ssl-mode=REQUIRED&ssl-ca=/ca.pem").warnings())
        .singleElement()
        .asString()
        .contains("no effect");
  }

  @Test
  void refusesPropertyThatContradictsTheUrl() {
    assertThatThrownBy(() -> url("ssl-mode=REQUIRED").settings(Map.of("tls.enabled", "false")))
        .isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> url("ssl-ca=/ca.pem").settings(Map.of("tls.enabled", "false")))
        .isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> url("ssl-mode=DISABLED").settings(Map.of("tls.enabled", "true")))
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void limitsTheHandshakeByTheConnectTimeOut() {
    assertThat(settings("ssl-mode=REQUIRED&connectTimeout=700").handshakeTimeout().toMillis())
        .isEqualTo(700);
    assertThat(settings("ssl-mode=REQUIRED").handshakeTimeout().toMillis()).isEqualTo(10_000);
  }

  private static MySqlUrl url(String query) {
    return MySqlUrl.parse("mysql://db.example.org/ycsb?" + query);
  }

  private static TlsSettings settings(String query) {
    return url(query).settings(Map.of());
  }
}
