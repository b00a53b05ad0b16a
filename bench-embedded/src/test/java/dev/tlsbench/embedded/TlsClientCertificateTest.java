package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Mutual TLS: every form of key, every kind of key, and what a server says that wants one. */
class TlsClientCertificateTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final IssuedCertificate SERVER = CA.issueServer();
  private static final Map<KeyType, IssuedCertificate> CLIENTS = new EnumMap<>(KeyType.class);
  private static final String PASSWORD = "correct horse";

  private static Path files;

  @BeforeAll
  static void issueClients(@TempDir Path directory) throws IOException {
    files = directory;
    CA.writePem(files.resolve("ca.pem"));
    for (KeyType type : new KeyType[] {KeyType.RSA_2048, KeyType.P_256, KeyType.ED25519}) {
      CLIENTS.put(type, CA.client("client " + type).keyType(type).build());
    }
  }

  /** A way to put a certificate and its key on disk, and to name them in settings. */
  private enum Form {
    ONE_PEM {
      @Override
      void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
        Path file = files.resolve("client.pem");
        client.writePem(file);
        settings.certificateKeyFile(file);
      }
    },
    TWO_PEMS {
      @Override
      void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
        Path key = files.resolve("client.key");
        client.writeKeyPem(key);
        certificate(client, settings).keyFile(key);
      }
    },
    PKCS1_OR_SEC1 {
      @Override
      void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
        Path key = files.resolve("traditional.key");
        TraditionalPem.writeKey(client, key);
        certificate(client, settings).keyFile(key);
      }
    },
    ENCRYPTED_PEM {
      @Override
      void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
        Path file = files.resolve("encrypted.pem");
        client.writePem(file, PASSWORD);
        settings.certificateKeyFile(file).keyPassword(PASSWORD);
      }
    },
    ENCRYPTED_KEY {
      @Override
      void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
        Path key = files.resolve("encrypted.key");
        client.writeEncryptedKeyPem(key, PASSWORD);
        certificate(client, settings).keyFile(key).keyPassword(PASSWORD);
      }
    },
    PKCS12 {
      @Override
      void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
        Path file = files.resolve("client.p12");
        client.writeKeyStore(file, "PKCS12", PASSWORD);
        settings.certificateKeyFile(file).keyPassword(PASSWORD);
      }
    },
    JKS {
      @Override
      void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
        Path file = files.resolve("client.jks");
        client.writeKeyStore(file, "JKS", PASSWORD);
        settings.certificateKeyFile(file).keyPassword(PASSWORD);
      }
    };

    abstract void write(IssuedCertificate client, TlsSettings.Builder settings) throws IOException;

    private static TlsSettings.Builder certificate(
        IssuedCertificate client, TlsSettings.Builder settings) throws IOException {
      Path file = files.resolve("client.crt");
      client.writeCertificatePem(file);
      return settings.certificateFile(file);
    }
  }

  static Stream<Arguments> formsAndKinds() {
    return CLIENTS.keySet().stream()
        .flatMap(type -> Stream.of(Form.values()).map(form -> Arguments.of(form, type)))
        .filter(pair -> pair.get()[0] != Form.PKCS1_OR_SEC1 || pair.get()[1] != KeyType.ED25519);
  }

  /** Reading a key is the same for all providers; the next test is about showing it. */
  @ParameterizedTest
  @MethodSource("formsAndKinds")
  void readsKeyOfEveryForm(Form form, KeyType type) throws Exception {
    TlsSettings.Builder settings = settings(TlsProvider.JDK);
    form.write(client(type), settings);

    assertThat(clientSeen(settings.build())).isEqualTo("CN=client " + type);
  }

  static Stream<Arguments> providersAndKinds() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                CLIENTS.keySet().stream()
                    .flatMap(
                        type ->
                            Stream.of("TLSv1.2", "TLSv1.3")
                                .map(protocol -> Arguments.of(provider, type, protocol))));
  }

  @ParameterizedTest
  @MethodSource("providersAndKinds")
  void showsKeyOfEveryKind(TlsProvider provider, KeyType type, String protocol) throws Exception {
    TlsSettings.Builder settings = settings(provider).protocols(List.of(protocol));
    Form.ONE_PEM.write(client(type), settings);
    boolean boringSsl = provider == TlsProvider.CONSCRYPT || provider == TlsProvider.OPENSSL;

    if (boringSsl && type == KeyType.ED25519) {
      assertThatThrownBy(() -> TlsContext.open(settings.build(), new TlsLedger()))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessage(
              "tls.certificateKeyFile: provider %s cannot sign with the Ed25519 key of CN=client"
                  + " ED25519; use an RSA key or an EC key on P-256, P-384 or P-521, or choose"
                  + " provider bouncycastle",
              provider.id());
    } else {
      assertThat(clientSeen(settings.build())).isEqualTo("CN=client " + type);
    }
  }

  @ParameterizedTest
  @EnumSource
  void showsChainOfIntermediateAuthorities(TlsProvider provider) throws Exception {
    CertificateAuthority clients = CertificateAuthority.builder().intermediates(1).build();
    TlsSettings.Builder settings = settings(provider);
    Form.ONE_PEM.write(clients.issueClient("alice"), settings);
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(clients).start()) {
      Exchange.over(settings.build(), "localhost", server.port());
      assertThat(server.visit().client()).isEqualTo("CN=alice");
    }
  }

  /** Bouncy Castle's key managers send none, and report no error. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void showsCertificateThatIsNotForClients(TlsProvider provider, String protocol) throws Exception {
    IssuedCertificate signsCode =
        TestAuthority.of(CA)
            .issueClient(
                "signs code",
                request ->
                    request.extension(
                        "2.5.29.37",
                        true,
                        TestAuthority.der(new ExtendedKeyUsage(KeyPurposeId.id_kp_codeSigning))));
    TlsSettings.Builder settings = settings(provider).protocols(List.of(protocol));
    Form.ONE_PEM.write(signsCode, settings);
    try (JsseServer server = JsseServer.builder(SERVER).client(signsCode.certificate()).start()) {
      Exchange.over(settings.build(), "localhost", server.port());
      assertThat(server.visit().client()).isEqualTo("CN=signs code");
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesCertificateThatMayNotSign(TlsProvider provider) throws Exception {
    TlsSettings.Builder settings = settings(provider);
    Form.ONE_PEM.write(
        TestAuthority.of(CA)
            .issueClient(
                "no signatures",
                request ->
                    request.extension(
                        "2.5.29.15",
                        true,
                        TestAuthority.der(new KeyUsage(KeyUsage.keyEncipherment)))),
        settings);
    assertThatThrownBy(() -> TlsContext.open(settings.build(), new TlsLedger()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("the certificate of CN=no signatures may not be used for digital");
  }

  /** The server judges: it may know more authorities than it names. */
  @ParameterizedTest
  @EnumSource
  void showsCertificateOfAuthorityThatServerDoesNotName(TlsProvider provider) throws Exception {
    CertificateAuthority unnamed = CertificateAuthority.builder().commonName("unnamed").build();
    TlsSettings.Builder settings = settings(provider);
    Form.ONE_PEM.write(unnamed.issueClient("alice"), settings);
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(unnamed, CA).start()) {
      Exchange.over(settings.build(), "localhost", server.port());
      assertThat(server.visit().client()).isEqualTo("CN=alice");
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void saysThatServerDoesNotAcceptCertificate(TlsProvider provider, String protocol)
      throws Exception {
    TlsSettings.Builder settings = settings(provider).protocols(List.of(protocol));
    Form.ONE_PEM.write(CertificateAuthority.create().issueClient("stranger"), settings);
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA).start()) {
      assertThat(Exchange.refused(settings.build(), "localhost", server.port()))
          .hasMessageContaining("not accept the client's certificate");
    }
  }

  /**
   * The server closes while the client still writes, sooner or later in the handshake: so several
   * times.
   */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void reportsTheAlertAboutAnExpiredCertificate(TlsProvider provider, String protocol)
      throws Exception {
    Instant now = Instant.now();
    TlsSettings.Builder settings = settings(provider).protocols(List.of(protocol));
    Form.ONE_PEM.write(
        CA.client("late")
            .validFrom(now.minus(Duration.ofDays(2)))
            .validUntil(now.minus(Duration.ofDays(1)))
            .build(),
        settings);
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA).start()) {
      for (int i = 0; i < 10; i++) {
        assertThat(Exchange.refused(settings.build(), "localhost", server.port()))
            .hasMessageContaining("with the alert certificate_")
            .hasMessageContaining("not accept the client's certificate");
      }
    }
  }

  static Stream<Arguments> providersAndProtocols() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of("TLSv1.2", "TLSv1.3").map(protocol -> Arguments.of(provider, protocol)));
  }

  /** Under TLS 1.3 the client has done its part when the server finds out. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void saysThatServerWantsCertificate(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA).start()) {
      ConnectFailedException refused = Exchange.refused(settings, "localhost", server.port());

      assertThat(refused)
          .hasMessageContaining("client certificate")
          .hasMessageContaining("(tls.certificateKeyFile)");
      assertThat(refused.reason()).isEqualTo(Reason.CLIENT_CERTIFICATE_REFUSED);
    }
  }

  /** 45 KB; BoringSSL has no such limit. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void namesALimitOfTheJvmThatManyAuthoritiesExceed(TlsProvider provider, String protocol)
      throws Exception {
    X509Certificate[] many = new X509Certificate[45_000 / name(CA).length];
    Arrays.fill(many, CA.certificate());
    TlsSettings.Builder settings = settings(provider).protocols(List.of(protocol));
    Form.ONE_PEM.write(CA.issueClient("alice"), settings);
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA, many).start()) {
      if (provider == TlsProvider.JDK || provider == TlsProvider.BOUNCY_CASTLE) {
        ConnectFailedException refused =
            Exchange.refused(settings.build(), "localhost", server.port());
        assertThat(refused)
            .hasMessageContaining("CertificateRequest message is too long: ")
            .hasMessageContaining("32768")
            .hasMessageContaining("-Djdk.tls.maxHandshakeMessageSize");
        assertThat(refused.reason()).isEqualTo(Reason.OTHER);
      } else {
        Exchange.over(settings.build(), "localhost", server.port());
        assertThat(server.visit().client()).contains("alice");
      }
    }
  }

  private static byte[] name(CertificateAuthority authority) {
    return authority.certificate().getSubjectX500Principal().getEncoded();
  }

  @ParameterizedTest
  @EnumSource
  void showsNoCertificateToServerThatDoesNotAsk(TlsProvider provider) throws Exception {
    TlsSettings.Builder settings = settings(provider);
    Form.ONE_PEM.write(client(KeyType.P_256), settings);
    try (JsseServer server = JsseServer.start(SERVER)) {
      Exchange.over(settings.build(), "localhost", server.port());
      assertThat(server.visit().client()).isEqualTo("nobody");
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void connectsOnlyIfServerAsksWhereCertificateMustBeSent(TlsProvider provider, String protocol)
      throws Exception {
    TlsSettings.Builder builder =
        settings(provider).protocols(List.of(protocol)).certificateMustBeSent(true);
    Form.ONE_PEM.write(client(KeyType.P_256), builder);
    TlsSettings settings = builder.build();
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA).start();
        TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      // The later ones resume where the provider can.
      for (int i = 0; i < 3; i++) {
        Exchange.over(context, "localhost", server.port());
        assertThat(server.visit().client()).isEqualTo("CN=client P_256");
      }
      EngineExchange.over(settings, "localhost", server.port());
    }
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      String why = "the server did not ask for the client's certificate";
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> Exchange.over(context, "localhost", server.port()))
            .isInstanceOf(ConnectFailedException.class)
            .hasMessageContaining(why);
      }
      assertThat(EngineExchange.refused(settings, "localhost", server.port()))
          .hasStackTraceContaining(why);
    }
  }

  @Test
  void refusesKeyFileBesidesKeyStore() throws Exception {
    TlsSettings.Builder settings = settings(TlsProvider.JDK);
    Form.PKCS12.write(client(KeyType.P_256), settings);
    settings.keyFile(files.resolve("other.key"));

    assertThatThrownBy(() -> TlsContext.open(settings.build(), new TlsLedger()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("client.p12 is a key store, which holds the key too; do not name")
        .hasMessageNotContaining(PASSWORD);
  }

  private static String clientSeen(TlsSettings settings) throws Exception {
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(CA).start()) {
      Exchange.over(settings, "localhost", server.port());
      return server.visit().client();
    }
  }

  private static IssuedCertificate client(KeyType type) {
    return Objects.requireNonNull(CLIENTS.get(type));
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(files.resolve("ca.pem"));
  }
}
