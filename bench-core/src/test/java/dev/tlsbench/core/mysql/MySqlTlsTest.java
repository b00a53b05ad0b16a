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
class MySqlTlsTest {
  @ParameterizedTest
  @CsvSource({
    "DISABLED, false, false, false",
    "REQUIRED, true, true, true",
    "VERIFY_CA, true, false, true",
    "VERIFY_IDENTITY, true, false, false",
    "verify-ca, true, false, true"
  })
  void knowsEveryMode(String mode, boolean enabled, boolean anyChain, boolean anyName) {
    for (String name : new String[] {"ssl-mode", "ssl_mode", "sslMode", "SSLMODE"}) {
      for (String value : new String[] {mode, mode.toLowerCase(Locale.ROOT)}) {
        TlsSettings settings = settings(name + "=" + value);
        assertThat(settings.enabled()).isEqualTo(enabled);
        assertThat(settings.trust().allowInvalidCertificates()).isEqualTo(anyChain);
        assertThat(settings.trust().allowInvalidHostnames()).isEqualTo(anyName);
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
        .hasMessageContaining("plain text without an error")
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
    assertThat(url.settings(Map.of("tls.enabled", "true")).trust().allowInvalidHostnames())
        .isFalse();
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
    assertThat(settings.trust().allowInvalidCertificates()).isEqualTo(anyChain);
    assertThat(settings.trust().allowInvalidHostnames()).isEqualTo(enabled);
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
    assertThat(settings.trust().allowInvalidCertificates()).isFalse();
    assertThat(settings.trust().allowInvalidHostnames()).isFalse();
    assertThat(settings.trust().caFile()).contains(Path.of("/ca.pem"));
    assertThat(settings.identity().certificateFile()).contains(Path.of("/cert one.pem"));
    assertThat(settings.identity().keyFile()).contains(Path.of("/key.pem"));
    assertThat(settings.trust().crlFiles()).containsExactly(Path.of("/crl.pem"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:/s/ca.jks",
        "file:///s/ca.jks",
        "FILE:/s/ca.jks",
        "file://localhost/s/ca.jks",
        "/s/ca.jks",
        "file:%2Fs%2Fca.jks",
        "file:/s/c%2561.jks"
      })
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
    assertThat(settings.trust().caFile()).contains(Path.of("/s/ca.jks"));
    assertThat(settings.identity().certificateFile()).contains(Path.of("/s/ca.jks"));
    assertThat(settings.identity().keyFile()).contains(Path.of("/s/ca.jks"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file:/my certs/ca.p12|/my certs/ca.p12",
        "file:/my%20certs/ca.p12|/my certs/ca.p12",
        "file:/my%2520certs/ca.p12|/my certs/ca.p12",
        "file:/my+certs/ca.p12|/my certs/ca.p12",
        "file:/my%2Bcerts/ca.p12|/my+certs/ca.p12",
        "file:ca.p12|ca.p12",
        "/my%20certs/ca.p12|/my certs/ca.p12",
        "C:/ca.p12|C:/ca.p12"
      })
  void findsStoresWhereConnectorJFindsThem(String location, Path file) {
    assertThat(settings("trustCertificateKeyStoreUrl=" + location).trust().caFile()).contains(file);
  }

  /** Such as from a template whose variables are empty. */
  @Test
  void takesOptionsOfNoStoreForNoneAsConnectorJDoes() {
    String none =
        "%1$sCertificateKeyStoreUrl=&%1$sCertificateKeyStoreType=&%1$sCertificateKeyStorePassword=";
    TlsSettings settings =
        settings("sslMode=VERIFY_CA&" + none.formatted("trust") + "&" + none.formatted("client"));
    assertThat(settings.trust().caFile()).isEmpty();
    assertThat(settings.trust().caFilePassword()).isEmpty();
    assertThat(settings.identity().certificateFile()).isEmpty();
    assertThat(
            settings("trustCertificateKeyStoreUrl=file:/ca.p12&trustCertificateKeyStorePassword=")
                .trust()
                .caFilePassword())
        .contains("");
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
    assertThat(settings(query).offer().protocols()).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls-ciphersuites=TLS_AES_128_GCM_SHA256&ssl-cipher=ECDHE-RSA-AES128-GCM-SHA256",
        "tlsCiphersuites=TLS_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "enabledSSLCipherSuites=TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256"
      })
  void takesCipherSuites(String query) {
    assertThat(settings(query).offer().cipherSuites())
        .containsExactly("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssl-cipher", "ssl_cipher", "sslCipher", "SSL-CIPHER"})
  void limitsTls12AloneAsTheMysqlClientDoes(String name) {
    for (String protocols : new String[] {"", "&tls-version=TLSv1.2,TLSv1.3"}) {
      TlsSettings settings = settings(name + "=ECDHE-RSA-AES128-GCM-SHA256" + protocols);

      assertThat(settings.offer().protocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
      assertThat(settings.offer().cipherSuites("TLSv1.2"))
          .containsExactly("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
      assertThat(settings.offer().cipherSuites("TLSv1.3")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls-ciphersuites",
        "tls_ciphersuites",
        "TLS-CIPHERSUITES",
        "tls-cipherSuites",
        "tls_cipher_suites"
      })
  void limitsTls13AloneAsTheMysqlClientDoes(String name) {
    for (String protocols : new String[] {"", "&tls-version=TLSv1.2,TLSv1.3"}) {
      TlsSettings settings = settings(name + "=TLS_AES_256_GCM_SHA384" + protocols);

      assertThat(settings.offer().protocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
      assertThat(settings.offer().cipherSuites("TLSv1.3"))
          .containsExactly("TLS_AES_256_GCM_SHA384");
      assertThat(settings.offer().cipherSuites("TLSv1.2")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tlsCiphersuites",
        "tlsciphersuites",
        "TLSCipherSuites",
        "enabledSSLCipherSuites",
        "enabled-ssl-cipher-suites"
      })
  void limitsAllProtocolsAsConnectorJDoes(String name) {
    TlsSettings tls13 = settings(name + "=TLS_AES_256_GCM_SHA384");
    TlsSettings tls12 = settings(name + "=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

    assertThat(tls13.offer().protocols()).containsExactly("TLSv1.3");
    assertThat(tls13.offer().cipherSuites()).containsExactly("TLS_AES_256_GCM_SHA384");
    assertThat(tls12.offer().protocols()).containsExactly("TLSv1.2");
    assertThat(tls12.offer().cipherSuites())
        .containsExactly("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
  }

  @Test
  void letsPropertyReplaceAllSuitesOfTheUrl() {
    Map<String, String> property = Map.of("tls.cipherSuites", "AES256-SHA");
    for (String query :
        new String[] {
          "ssl-cipher=AES128-SHA",
          "tls-ciphersuites=TLS_AES_256_GCM_SHA384",
          "ssl-cipher=AES128-SHA&tls-ciphersuites=TLS_AES_256_GCM_SHA384",
          "tlsCiphersuites=TLS_AES_256_GCM_SHA384"
        }) {
      TlsSettings settings = url(query).settings(property);

      assertThat(settings.offer().protocols()).containsExactly("TLSv1.2");
      assertThat(settings.offer().cipherSuites()).containsExactly("TLS_RSA_WITH_AES_256_CBC_SHA");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_AES_128_CCM_SHA256",
        "TLS_AES_128_CCM_8_SHA256"
      })
  void refusesSuiteOfTls13InSslCipher(String suite) {
    for (String name : new String[] {"ssl-cipher", "ssl_cipher"}) {
      for (String others : new String[] {"", "AES128-SHA:", "AES128-SHA,"}) {
        assertThatThrownBy(() -> url(name + "=" + others + suite))
            .isInstanceOf(InvalidSettingException.class)
            .hasMessage(
                name + ": " + suite + " is a cipher suite of TLS 1.3; name it in tls-ciphersuites");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ECDHE-RSA-AES128-GCM-SHA256, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    "AES128-SHA, TLS_RSA_WITH_AES_128_CBC_SHA",
  })
  void refusesSuiteOfTls12InTlsCiphersuites(String suite, String iana) {
    for (String name : new String[] {"tls-ciphersuites", "tls_ciphersuites"}) {
      assertThatThrownBy(() -> url(name + "=TLS_AES_128_GCM_SHA256:" + suite))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessage(
              name
                  + ": "
                  + iana
                  + " is a cipher suite of TLS 1.2 and below; name it in ssl-cipher");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl-cipher=AES128-SHA",
        "tls-ciphersuites=TLS_AES_128_GCM_SHA256",
        "tls_ciphersuites=TLS_AES_128_GCM_SHA256"
      })
  void refusesListsOfTheClientBesideThatOfConnectorJ(String client) {
    for (String name : new String[] {"tlsCiphersuites", "enabledSSLCipherSuites"}) {
      String list = name + "=TLS_AES_128_GCM_SHA256,AES128-SHA";
      for (String query : new String[] {list + "&" + client, client + "&" + list}) {
        assertThatThrownBy(() -> url(query))
            .isInstanceOf(InvalidSettingException.class)
            .hasMessageStartingWith(
                name + ", " + client.split("=", -1)[0] + ": the two must not appear together");
      }
    }
  }

  @Test
  void refusesDifferentValuesOfOneList() {
    assertThatThrownBy(() -> url("tls-ciphersuites=A&tls_ciphersuites=B"))
        .hasMessageStartingWith("tls-ciphersuites, tls_ciphersuites: both say the same thing");
    assertThatThrownBy(() -> url("tlsCiphersuites=A&enabledSSLCipherSuites=B"))
        .hasMessageStartingWith("tlsCiphersuites, enabledSSLCipherSuites: both say the same");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl-cipher",
        "ssl_cipher",
        "tls-ciphersuites",
        "tlsCiphersuites",
        "enabledSSLCipherSuites",
      })
  void refusesUnknownSuitesAndCipherStringsUnderTheNameThatTheUrlHas(String name) {
    for (String value :
        new String[] {
          "HIGH",
          "DEFAULT",
          "HIGH:!aNULL",
          "HIGH,!aNULL",
          "HIGH !aNULL",
          "ECDHE%2BAESGCM",
          "ECDHE+AESGCM",
          "PROFILE=SYSTEM",
          "!eNULL",
          "TLS_AES_128_GCM_SHA265"
        }) {
      String first = value.replace("%2B", "%").split("[,: +]", -1)[0].replace("%", "+");
      assertThatThrownBy(() -> url(name + "=" + value))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageStartingWith(
              name + ": unknown cipher suite '" + first + "'; list suites by name");
    }
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
        "ssl={}",
        "tls=true",
        "sslaccept=strict",
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
        "ssl-cipher=@SECLEVEL=2:ALL",
        "ssl-cipher=TLS_AES_128_GCM_SHA256",
        "ssl-cipher=",
        "tls-ciphersuites=AES128-SHA",
        "tls-ciphersuites=,",
        "tlsCiphersuites=HIGH",
        "tlsCiphersuites=AES128-SHA&ssl-cipher=AES128-SHA",
        "useSSL=maybe",
        "trustCertificateKeyStoreUrl=file://other.example.org/ca.jks",
        "trustCertificateKeyStoreUrl=file:/100%25/ca.jks",
        "trustCertificateKeyStoreUrl=file:",
        "trustCertificateKeyStoreType=Windows-ROOT",
        "ssl-mode=DISABLED&ssl-ca=/ca.pem",
        "useSSL=false&tlsVersions=TLSv1.3",
        "ssl-mode=VERIFY_CA&fallbackToSystemTrustStore=false",
        "ssl-mode=REQUIRED&ssl-crl=/crl.pem",
        "ssl-mode=REQUIRED&connectTimeout=soon"
      })
  void refusesWithOneLine(String query) {
    assertThatThrownBy(() -> settings(query))
        .isInstanceOf(InvalidSettingException.class)
        .extracting(Throwable::getMessage)
        .asString()
        .matches("[A-Za-z=_., /-]+: .+")
        .doesNotContain("\n");
  }

  /** In the words of the URL, where the settings have those of the properties. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trustCertificateKeyStorePassword=x|trustCertificateKeyStorePassword: .* without ssl-ca;.*",
        "tlsVersions=TLSv1.3&tlsCiphersuites=AES128-SHA"
            + "|tlsCiphersuites: none of .*, which tlsVersions asks for; .*",
        "enabledTLSProtocols=TLSv1.3&enabledSSLCipherSuites=AES128-SHA"
            + "|enabledSSLCipherSuites: none of .*, which enabledTLSProtocols asks for; .*"
      })
  void namesTheOptionsOfTheUrl(String query, String message) {
    MySqlUrl url = url(query);
    assertThatThrownBy(() -> url.settings(Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageMatching(message);
  }

  @Test
  void namesAPropertyThatIsGiven() {
    MySqlUrl url = url("tlsCiphersuites=AES128-SHA");
    assertThatThrownBy(() -> url.settings(Map.of("tls.protocols", "TLSv1.3")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageMatching("tlsCiphersuites: none of .*, which tls.protocols asks for; .*");
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
