package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.RevocationCheck;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.PrivateKey;
import java.security.cert.X509CRL;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.IssuingDistributionPoint;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Certificates that their authority has taken back: by a list, by its OCSP responder, and by the
 * responder's word that the server staples to its handshake.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RevocationMatrixTest {
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int OTHERS = 15;
  private static final String REVOKED = "the certificate of CN=localhost was revoked by its issuer";
  private static final String REVOKED_AUTHORITY = "the certificate of CN=sub was revoked";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @SuppressWarnings("NullAway.Init")
  private OcspResponder responder;

  @BeforeEach
  void start() throws IOException {
    responder = OcspResponder.start();
    responder.authority().writePem(directory.resolve("ca.pem"));
  }

  @AfterEach
  void stop() {
    responder.close();
  }

  static List<Object[]> cells() {
    return Selection.of(
        List.of(DatabaseClient.values()),
        List.of(TlsProvider.values()),
        List.of("TLSv1.2", "TLSv1.3"));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void refusesWhatTheListHas(DatabaseClient client, TlsProvider provider, String protocol)
      throws Exception {
    IssuedCertificate certificate = responder.authority().issueServer();
    Path list = directory.resolve("crl.pem");
    TestAuthority.writeLists(list, responder.authority(), certificate);
    TlsSettings.Builder settings = settings(provider, protocol).crlFile(list);

    refused(client, settings.build(), certificate);
    refused(client, settings.allowInvalidHostnames(true).build(), certificate);
    accepted(client, settings.build(), responder.authority().issueServer());
    assertThatThrownBy(() -> settings.allowInvalidCertificates(true).build())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("contradicts a revocation");
  }

  /** Some of them come before the issuer's own, whatever the order in which the JDK reads them. */
  @ParameterizedTest
  @MethodSource("cells")
  void ignoresListsOfAnotherAuthorityOfThatName(
      DatabaseClient client, TlsProvider provider, String protocol) throws Exception {
    CertificateAuthority authority = CertificateAuthority.create();
    authority.writePem(directory.resolve("ca.pem"));
    IssuedCertificate revoked = authority.issueServer();
    Path list = directory.resolve("crl.pem");
    Files.createFile(list);
    for (int other = 0; other < OTHERS; other++) {
      append(list, CertificateAuthority.create());
    }
    TlsSettings.Builder settings = settings(provider, protocol).crlFile(list);
    refused(client, settings.build(), authority.issueServer(), "it is unknown whether");
    append(list, authority, revoked);

    refused(client, settings.build(), revoked);
    accepted(client, settings.build(), authority.issueServer());
  }

  @ParameterizedTest
  @MethodSource("cells")
  void refusesWhatTheResponderSaysIsRevoked(
      DatabaseClient client, TlsProvider provider, String protocol) throws Exception {
    IssuedCertificate certificate = responder.issueServer();
    responder.revoke(certificate);
    TlsSettings.Builder settings =
        settings(provider, protocol).revocationCheck(RevocationCheck.OCSP);

    refused(client, settings.build(), certificate);
    refused(client, settings.allowInvalidHostnames(true).build(), certificate);
    int before = responder.answers();
    accepted(client, settings.build(), responder.issueServer());
    assertThat(responder.answers()).isGreaterThan(before);
  }

  /** As the OCSP specification of MongoDB's drivers has it. */
  @ParameterizedTest
  @MethodSource("cells")
  void acceptsIfResponderIsGone(DatabaseClient client, TlsProvider provider, String protocol)
      throws Exception {
    IssuedCertificate certificate = responder.issueServer(ClosedPort.next());

    accepted(
        client,
        settings(provider, protocol).revocationCheck(RevocationCheck.OCSP).build(),
        certificate);
  }

  /** As that specification has it, too; the JDK alone refuses. */
  @ParameterizedTest
  @EnumSource
  void acceptsCertificateWithoutResponder(TlsProvider provider) throws Exception {
    accepted(
        DatabaseClient.MYSQL,
        settings(provider, "TLSv1.3").revocationCheck(RevocationCheck.OCSP).build(),
        responder.authority().issueServer());
  }

  /** BoringSSL does not ask for a staple, and Bouncy Castle always wants the one it asks for. */
  @ParameterizedTest
  @EnumSource
  void refusesServerThatMustStapleAndDoesNot(TlsProvider provider) throws Exception {
    IssuedCertificate certificate =
        TestAuthority.of(responder.authority())
            .issue(
                request ->
                    request.extension(
                        "1.3.6.1.5.5.7.1.24",
                        false,
                        TestAuthority.der(new DERSequence(new ASN1Integer(5)))));
    TlsSettings.Builder options =
        settings(provider, "TLSv1.3").revocationCheck(RevocationCheck.OCSP);
    TlsSettings settings = options.build();
    if (provider == TlsProvider.JDK) {
      refused(DatabaseClient.MYSQL, settings, certificate, "(Must-Staple), and it does not");
      accepted(
          DatabaseClient.MYSQL, options.revocationCheck(RevocationCheck.NONE).build(), certificate);
    } else if (provider == TlsProvider.BOUNCY_CASTLE) {
      refused(DatabaseClient.MYSQL, settings, certificate, "certificate_unknown");
    } else {
      accepted(DatabaseClient.MYSQL, settings, certificate);
    }
  }

  /** A list that is there, and of which the JDK makes no use. */
  private enum UselessList {
    OUTDATED("the next one was due on "),
    EARLY("it is not valid before "),
    OF_ANOTHER_KEY("another key signed it than the authority's"),
    DELTA("(a delta list)"),
    FOR_SOME_CERTIFICATES("(issuing distribution point)"),
    WITH_UNKNOWN_EXTENSION(
        "a critical extension that is not understood here (1.3.6.1.4.1.99999.3)");

    private final String fault;

    UselessList(String fault) {
      this.fault = fault;
    }

    X509CRL of(TestAuthority authority) throws Exception {
      Instant now = Instant.now();
      Instant from = now.plusSeconds(this == EARLY ? 7200 : -7200);
      Instant until = now.plusSeconds(this == OUTDATED ? -3600 : 10_000);
      X509v2CRLBuilder builder =
          new JcaX509v2CRLBuilder(
              authority.certificate().getSubjectX500Principal(), Date.from(from));
      builder.setNextUpdate(Date.from(until));
      switch (this) {
        case DELTA -> builder.addExtension(Extension.deltaCRLIndicator, true, new ASN1Integer(1));
        case FOR_SOME_CERTIFICATES ->
            builder.addExtension(
                Extension.issuingDistributionPoint,
                true,
                new IssuingDistributionPoint(null, false, true, null, false, false));
        case WITH_UNKNOWN_EXTENSION ->
            builder.addExtension(
                new ASN1ObjectIdentifier("1.3.6.1.4.1.99999.3"), true, DERNull.INSTANCE);
        default -> {}
      }
      PrivateKey key =
          this == OF_ANOTHER_KEY
              ? KeyType.P_256.generate().getPrivate()
              : authority.own().privateKey();
      return new JcaX509CRLConverter()
          .getCRL(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysWhyListCannotBeUsed(UselessList useless) throws Exception {
    TestAuthority root = TestAuthority.root(request -> request);
    Files.writeString(directory.resolve("ca.pem"), Pem.certificates(List.of(root.certificate())));
    Path list = directory.resolve("crl.pem");
    Files.writeString(list, Pem.of(useless.of(root)));
    for (TlsProvider provider : TlsProvider.values()) {
      TlsSettings settings = settings(provider, "TLSv1.3").crlFile(list).build();
      refused(DatabaseClient.MYSQL, settings, root.issue(request -> request), useless.fault);
    }
  }

  /** The JDK would wait for longer than the handshake may take. */
  @Execution(ExecutionMode.CONCURRENT) // it mostly waits
  @ParameterizedTest
  @MethodSource("cells")
  void acceptsInTimeIfResponderNeverAnswers(
      DatabaseClient client, TlsProvider provider, String protocol) throws Exception {
    IssuedCertificate certificate = responder.issueServer();
    responder.revoke(certificate);
    responder.keepSilent();
    // The server asks, too, to staple the answer, if it knows its issuer: here the client does.
    Files.writeString(
        directory.resolve("ca.pem"), Pem.certificates(certificate.chain().subList(1, 2)));
    IssuedCertificate alone =
        new IssuedCertificate(certificate.chain().subList(0, 1), certificate.privateKey());

    accepted(
        client,
        settings(provider, protocol)
            .revocationCheck(RevocationCheck.OCSP)
            .handshakeTimeout(Duration.ofSeconds(12))
            .build(),
        alone);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void refusesWhatTheServerStaplesAsRevoked(
      DatabaseClient client, TlsProvider provider, String protocol) throws Exception {
    IssuedCertificate certificate = responder.issueServer();
    responder.revoke(certificate);
    TlsSettings.Builder options =
        settings(provider, protocol).revocationCheck(RevocationCheck.STAPLED);
    TlsSettings settings = options.build();

    // The others hand no stapled response over, so that bench-core refuses the setting.
    if (provider == TlsProvider.JDK) {
      refused(client, settings, certificate);
      refused(client, Verification.HOST_NAME_OFF.of(options).build(), certificate);
      accepted(client, settings, responder.issueServer());
    } else {
      assertThatThrownBy(() -> client.connect(settings, "localhost", 1, TIMEOUT_MILLIS))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("does not hand over stapled OCSP responses");
    }
  }

  @ParameterizedTest
  @MethodSource("cells")
  void refusesAuthorityThatTheListHas(DatabaseClient client, TlsProvider provider, String protocol)
      throws Exception {
    CertificateAuthority root = CertificateAuthority.create();
    root.writePem(directory.resolve("ca.pem"));
    TestAuthority revoked = TestAuthority.under(root, request -> request);
    TestAuthority other = TestAuthority.under(root, request -> request.commonName("other"));
    Path list = directory.resolve("crl.pem");
    TestAuthority.writeLists(list, root, revoked.own());
    for (TestAuthority authority : List.of(revoked, other)) {
      Files.writeString(list, Pem.of(authority.emptyList()), StandardOpenOption.APPEND);
    }
    TlsSettings.Builder settings = settings(provider, protocol).crlFile(list);

    refused(client, settings.build(), revoked.issue(request -> request), REVOKED_AUTHORITY);
    accepted(client, settings.build(), other.issue(request -> request));
    settings.allowInvalidHostnames(true);
    refused(client, settings.build(), revoked.issue(request -> request), REVOKED_AUTHORITY);
  }

  private static void append(
      Path file, CertificateAuthority authority, IssuedCertificate... revoked) throws IOException {
    Files.writeString(
        file, Pem.of(TestAuthority.lists(authority, revoked).toArray()), StandardOpenOption.APPEND);
  }

  private static void refused(
      DatabaseClient client, TlsSettings settings, IssuedCertificate certificate)
      throws IOException {
    refused(client, settings, certificate, REVOKED);
  }

  private static void refused(
      DatabaseClient client, TlsSettings settings, IssuedCertificate certificate, String cause)
      throws IOException {
    try (HostileServer server = HostileServer.builder(client, certificate).start()) {
      assertThat(client.refused(settings, "localhost", server.port(), TIMEOUT_MILLIS))
          .hasMessageContaining(cause);
      assertThat(server.heard()).isEmpty();
    }
  }

  private static void accepted(
      DatabaseClient client, TlsSettings settings, IssuedCertificate certificate)
      throws IOException {
    try (HostileServer server = HostileServer.builder(client, certificate).start()) {
      Throwable failure =
          catchThrowable(
              () -> client.connect(settings, "localhost", server.port(), TIMEOUT_MILLIS));
      assertThat(failure).isInstanceOf(ConnectFailedException.class);
      assertThat(server.heard()).as("%s", failure).isNotEmpty();
    }
  }

  private TlsSettings.Builder settings(TlsProvider provider, String protocol) {
    return TlsSettings.builder()
        .provider(provider)
        .protocols(List.of(protocol))
        .caFile(directory.resolve("ca.pem"));
  }
}
