package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sockets of each provider against a server of the JDK: the outcome, and the ledger's record. */
class TlsHandshakeTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final IssuedCertificate EC = CA.issueServer();
  private static final IssuedCertificate RSA = serverWith(KeyType.RSA_2048);
  private static final IssuedCertificate ED25519 = serverWith(KeyType.ED25519);

  private static Path authority;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    authority = directory.resolve("ca.pem");
    CA.writePem(authority);
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void negotiatesProtocol(TlsProvider provider, String protocol) throws Exception {
    try (JsseServer server = JsseServer.start(EC)) {
      TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();

      NegotiatedTls negotiated = Exchange.over(settings, "localhost", server.port());

      assertThat(negotiated.provider()).isEqualTo(provider);
      assertThat(negotiated.protocol()).isEqualTo(protocol);
      assertThat(negotiated.cipherSuite())
          .contains("_WITH_".repeat(protocol.endsWith("2") ? 1 : 0));
      assertThat(negotiated.namedGroup()).isEqualTo("x25519");
      assertThat(negotiated.resumed()).isFalse();
      assertThat(negotiated.helloRetryRequest()).isFalse();
      assertThat(negotiated.peer().subject()).isEqualTo("CN=localhost");
      assertThat(negotiated.peer().issuer()).isEqualTo("CN=tlsbench throw-away CA");
      assertThat(negotiated.peer().notAfter())
          .isEqualTo(EC.certificate().getNotAfter().toInstant().truncatedTo(ChronoUnit.SECONDS));
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void takesProtocolOfServer(TlsProvider provider, String protocol) throws Exception {
    try (JsseServer server = JsseServer.builder(EC).protocol(protocol).start()) {
      assertThat(Exchange.over(settings(provider).build(), "localhost", server.port()).protocol())
          .isEqualTo(protocol);
    }
  }

  /** Bouncy Castle alone has no resumption under TLS 1.3, and {@code ProviderRules} says so. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void resumesFromSecondHandshakeOn(TlsProvider provider, String protocol) throws Exception {
    boolean can = provider != TlsProvider.BOUNCY_CASTLE || protocol.equals("TLSv1.2");
    TlsSettings.Builder settings = settings(provider).protocols(List.of(protocol));
    TlsLedger ledger = new TlsLedger();

    assertThat(resumed(can ? settings.resumption(true) : settings, ledger))
        .containsExactly(false, can, can);
    assertThat(ledger.fullHandshakes()).isEqualTo(can ? 1 : 3);
    assertThat(ledger.resumedHandshakes()).isEqualTo(can ? 2 : 0);
    assertThat(ledger.differences(settings.build())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void resumesNothingWhereThatIsNotWanted(TlsProvider provider, String protocol) throws Exception {
    TlsLedger ledger = new TlsLedger();

    assertThat(resumed(settings(provider).protocols(List.of(protocol)).resumption(false), ledger))
        .containsExactly(false, false, false);
    assertThat(ledger.fullHandshakes()).isEqualTo(3);
  }

  private static List<Boolean> resumed(TlsSettings.Builder settings, TlsLedger ledger)
      throws IOException {
    List<Boolean> resumed = new ArrayList<>();
    try (JsseServer server = JsseServer.start(EC);
        TlsContext context = TlsContext.open(settings.build(), ledger)) {
      for (int i = 0; i < 3; i++) {
        resumed.add(Exchange.over(context, "localhost", server.port()).resumed());
      }
    }
    return resumed;
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void takesServerKeyOfEveryKindThatProviderKnows(TlsProvider provider, String protocol)
      throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    try (JsseServer server = JsseServer.start(RSA)) {
      assertThat(Exchange.over(settings, "localhost", server.port()).peer().subject())
          .isEqualTo("CN=localhost");
    }
    try (JsseServer server = JsseServer.start(ED25519)) {
      if (provider == TlsProvider.JDK || provider == TlsProvider.BOUNCY_CASTLE) {
        assertThat(Exchange.over(settings, "localhost", server.port()).protocol())
            .isEqualTo(protocol);
      } else {
        ConnectFailedException refused = Exchange.refused(settings, "localhost", server.port());
        assertThat(refused).hasMessageContaining("the server broke off the TLS handshake");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "JDK, TLS_CHACHA20_POLY1305_SHA256, TLS_CHACHA20_POLY1305_SHA256",
    "BOUNCY_CASTLE, TLS_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256",
    "JDK, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "BOUNCY_CASTLE, ECDHE-RSA-AES256-GCM-SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "CONSCRYPT, ECDHE-RSA-CHACHA20-POLY1305, TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "OPENSSL, ECDHE-RSA-AES128-SHA, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    "JDK, DHE-RSA-AES128-GCM-SHA256, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
  })
  void negotiatesSuiteInEitherSpelling(TlsProvider provider, String asked, String iana)
      throws Exception {
    TlsSettings settings = settings(provider).cipherSuites(List.of(asked)).build();
    try (JsseServer server = JsseServer.start(RSA)) {
      assertThat(Exchange.over(settings, "localhost", server.port()).cipherSuite()).isEqualTo(iana);
    }
  }

  @ParameterizedTest
  @CsvSource({"CONSCRYPT", "OPENSSL"})
  void shakesHandsWithAllSuitesOfTls13(TlsProvider provider) throws Exception {
    List<String> suites =
        List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");
    TlsSettings settings = settings(provider).cipherSuites(suites).build();
    try (JsseServer server = JsseServer.start(RSA)) {
      assertThat(Exchange.over(settings, "localhost", server.port()).cipherSuite()).isIn(suites);
    }
  }

  /** As with the mysql client, the list is one of TLS 1.2, and TLS 1.3 keeps its suites. */
  @ParameterizedTest
  @MethodSource("providersAndSuites")
  void limitsTls12AloneBySslCipher(TlsProvider provider, String suite) throws Exception {
    TlsSettings settings =
        mySqlSettings(provider, "ssl-cipher=" + suite + "&tls-version=TLSv1.2,TLSv1.3");
    TlsLedger ledger = new TlsLedger();
    try (JsseServer tls13 = JsseServer.start(RSA);
        JsseServer tls12 = JsseServer.builder(RSA).protocol("TLSv1.2").start();
        TlsContext context = TlsContext.open(settings, ledger)) {
      NegotiatedTls modern = Exchange.over(context, "localhost", tls13.port());
      NegotiatedTls old = Exchange.over(context, "localhost", tls12.port());

      assertThat(modern.protocol()).isEqualTo("TLSv1.3");
      assertThat(modern.cipherSuite()).doesNotContain("_WITH_");
      assertThat(old.protocol()).isEqualTo("TLSv1.2");
      assertThat(settings.cipherSuites("TLSv1.2")).containsExactly(old.cipherSuite());
      assertThat(ledger.differences(settings)).isEmpty();
    }
  }

  static Stream<Arguments> providersAndSuites() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of(
                        "ECDHE-RSA-AES128-GCM-SHA256",
                        "ECDHE-RSA-AES256-GCM-SHA384",
                        "ECDHE-RSA-CHACHA20-POLY1305")
                    .map(suite -> Arguments.of(provider, suite)));
  }

  @ParameterizedTest
  @EnumSource
  void doesNotLeaveTheListOfSslCipherUnderTls12(TlsProvider provider) throws Exception {
    TlsSettings settings = mySqlSettings(provider, "ssl-cipher=ECDHE-RSA-AES256-GCM-SHA384");
    try (JsseServer server =
        JsseServer.builder(RSA)
            .protocol("TLSv1.2")
            .cipherSuite("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")
            .start()) {
      assertThat(Exchange.refused(settings, "localhost", server.port()))
          .hasMessageContaining("the server broke off the TLS handshake");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK", "BOUNCY_CASTLE"})
  void limitsTls13AloneByTlsCiphersuites(TlsProvider provider) throws Exception {
    TlsSettings settings = mySqlSettings(provider, "tls-ciphersuites=TLS_CHACHA20_POLY1305_SHA256");
    try (JsseServer tls13 = JsseServer.start(RSA);
        JsseServer tls12 = JsseServer.builder(RSA).protocol("TLSv1.2").start()) {
      assertThat(Exchange.over(settings, "localhost", tls13.port()).cipherSuite())
          .isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
      assertThat(Exchange.over(settings, "localhost", tls12.port()).protocol())
          .isEqualTo("TLSv1.2");
    }
  }

  private static TlsSettings mySqlSettings(TlsProvider provider, String query) {
    return MySqlUrl.parse("mysql://localhost/ycsb?ssl-mode=VERIFY_IDENTITY&" + query)
        .settings(Map.of("tls.provider", provider.id(), "tls.caFile", authority.toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "BOUNCY_CASTLE, secp384r1",
    "BOUNCY_CASTLE, secp521r1",
    "CONSCRYPT, secp384r1",
    "OPENSSL, secp521r1",
  })
  void negotiatesGroup(TlsProvider provider, String group) throws Exception {
    TlsSettings settings = settings(provider).namedGroups(List.of(group)).build();
    try (JsseServer server = JsseServer.start(RSA)) {
      assertThat(Exchange.over(settings, "localhost", server.port()).namedGroup()).isEqualTo(group);
    }
  }

  /** BoringSSL sends a second key share along with a hybrid one, and so saves the round trip. */
  @ParameterizedTest
  @CsvSource({"BOUNCY_CASTLE, true", "CONSCRYPT, false", "OPENSSL, false"})
  void tellsOfHelloRetryRequest(TlsProvider provider, boolean retry) throws Exception {
    TlsSettings settings =
        settings(provider).namedGroups(List.of("X25519MLKEM768", "secp384r1")).build();
    try (JsseServer server = JsseServer.start(EC)) {
      NegotiatedTls negotiated = Exchange.over(settings, "localhost", server.port());

      assertThat(negotiated.namedGroup()).isEqualTo("secp384r1");
      assertThat(negotiated.helloRetryRequest()).isEqualTo(retry);
    }
  }

  @ParameterizedTest
  @EnumSource
  void sendsServerName(TlsProvider provider) throws Exception {
    try (JsseServer server = JsseServer.start(EC)) {
      Exchange.over(settings(provider).build(), "localhost", server.port());
      assertThat(server.visit().serverNames()).containsExactly("localhost");

      Exchange.over(settings(provider).build(), "127.0.0.1", server.port());
      assertThat(server.visit().serverNames()).isEmpty();
    }
  }

  /** The name is checked all the same. */
  @ParameterizedTest
  @EnumSource
  void sendsNoServerNameIfAskedNotTo(TlsProvider provider) throws Exception {
    TlsSettings settings = settings(provider).serverName(false).build();
    try (JsseServer server = JsseServer.start(CA.server().dnsNames("db.example.org").build())) {
      Exchange.overLoopback(settings, "db.example.org", server.port());
      assertThat(server.visit().serverNames()).isEmpty();
      assertThat(Exchange.refusedOverLoopback(settings, "a.example.org", server.port()))
          .hasMessageContaining("the certificate is for db.example.org, not for a.example.org;");
      assertThat(Exchange.refusedOverLoopback(settings, "localhost", server.port()))
          .hasMessageContaining("the certificate is for db.example.org, not for localhost;");
    }
  }

  @ParameterizedTest
  @EnumSource
  void followsChainOfIntermediateAuthorities(TlsProvider provider, @TempDir Path directory)
      throws Exception {
    CertificateAuthority root = CertificateAuthority.builder().intermediates(2).build();
    root.writePem(directory.resolve("root.pem"));
    TlsSettings settings =
        TlsSettings.builder().provider(provider).caFile(directory.resolve("root.pem")).build();
    try (JsseServer server = JsseServer.start(root.issueServer())) {
      assertThat(Exchange.over(settings, "localhost", server.port()).peer().issuer())
          .isEqualTo("CN=tlsbench throw-away CA 2");
    }
  }

  static Stream<Arguments> providersAndProtocols() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of("TLSv1.2", "TLSv1.3").map(protocol -> Arguments.of(provider, protocol)));
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(authority);
  }

  private static IssuedCertificate serverWith(KeyType type) {
    return CA.server().keyType(type).build();
  }
}
