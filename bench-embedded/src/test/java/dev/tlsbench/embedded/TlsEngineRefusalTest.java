package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Engines refuse the servers that sockets refuse, and prove nothing of a handshake that failed. */
class TlsEngineRefusalTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();

  private static Path files;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    files = directory;
    CA.writePem(files.resolve("ca.pem"));
  }

  static Stream<Arguments> providersAndProtocols() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of("TLSv1.2", "TLSv1.3").map(protocol -> Arguments.of(provider, protocol)));
  }

  /** With all checks on, CertificateMatrixTest shows every flaw to every provider. */
  static List<Object[]> flaws() {
    return Selection.of(
        List.of(ServerFlaw.values()),
        List.of(TlsProvider.values()),
        List.of("TLSv1.2", "TLSv1.3"),
        List.of(Verification.values()));
  }

  @ParameterizedTest
  @MethodSource("flaws")
  void refusesFlawUnlessItsCheckIsSwitchedOff(
      ServerFlaw flaw, TlsProvider provider, String protocol, Verification verification)
      throws Exception {
    ServerFlaw.Identity identity = flaw.identity();
    Path trusted = files.resolve(flaw + "-ca.pem");
    Files.writeString(trusted, Pem.certificates(List.of(identity.trusted())));
    TlsSettings.Builder settings =
        TlsSettings.builder().provider(provider).caFile(trusted).protocols(List.of(protocol));
    try (JsseServer server = JsseServer.start(identity.server())) {
      check(verification.of(settings), flaw, flaw.isRefusedBy(verification, provider), server);
    }
  }

  private static void check(
      TlsSettings.Builder settings, ServerFlaw flaw, boolean refused, JsseServer server)
      throws IOException {
    if (refused) {
      EngineExchange.refused(settings.build(), flaw.host(), server.port());
    } else {
      assertThat(EngineExchange.over(settings.build(), flaw.host(), server.port()).resumed())
          .isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesRevokedCertificate(TlsProvider provider) throws Exception {
    IssuedCertificate revoked = CA.issueServer();
    Path list = files.resolve(provider + "-crl.pem");
    TestAuthority.writeLists(list, CA, revoked);
    TlsSettings settings = settings(provider).crlFile(list).build();

    try (JsseServer server = JsseServer.start(revoked)) {
      assertThat(EngineExchange.refused(settings, "localhost", server.port()))
          .hasStackTraceContaining("the certificate of CN=localhost was revoked by its issuer");
    }
    try (JsseServer server = JsseServer.start(CA.issueServer())) {
      assertThat(EngineExchange.over(settings, "localhost", server.port()).resumed()).isFalse();
    }
  }

  /** With the root's dot, and of a name that no certificate may have: as on sockets. */
  @ParameterizedTest
  @EnumSource
  void takesHostsAsSocketsDo(TlsProvider provider) throws Exception {
    IssuedCertificate named = CA.server().dnsNames("localhost", "my_db").build();
    try (JsseServer server = JsseServer.start(named)) {
      EngineExchange.over(settings(provider).build(), "localhost.", server.port());
      assertThat(EngineExchange.refused(settings(provider).build(), "my_db.x", server.port()))
          .hasStackTraceContaining(
              "my_db.x is not a host name that a certificate can be checked against");
      EngineExchange.over(
          settings(provider).allowInvalidHostnames(true).build(), "my_db.x", server.port());
    }
  }

  /** A resumed session is not checked again, so it must belong to the name that was checked. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void resumesNoSessionOfAnotherHost(TlsProvider provider, String protocol) throws Exception {
    IssuedCertificate named = CA.server().dnsNames("localhost").build();
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    try (JsseServer server = JsseServer.start(named);
        TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      EngineExchange.over(context, "localhost", server.port());

      assertThatThrownBy(() -> EngineExchange.over(context, "127.0.0.1", server.port()))
          .isInstanceOf(SSLException.class)
          .hasStackTraceContaining("the certificate is for localhost, not for 127.0.0.1");
    }
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(files.resolve("ca.pem"));
  }
}
