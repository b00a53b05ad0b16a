package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.RevocationCheck;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Certificates that their authority has taken back: by a list, by its OCSP responder, and by the
 * responder's word that the server staples to its handshake.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RevocationMatrixTest {
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final String REVOKED = "the certificate of CN=localhost was revoked by its issuer";

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

  static Stream<Arguments> clientsAndProviders() {
    return HandshakeMatrixTest.clientsAndProviders();
  }

  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void refusesWhatTheListHas(DatabaseClient client, TlsProvider provider) throws Exception {
    IssuedCertificate certificate = responder.authority().issueServer();
    responder.authority().revoke(certificate);
    Path list = directory.resolve("crl.pem");
    responder.authority().writeCrl(list);
    TlsSettings.Builder settings = settings(provider).crlFile(list);

    refused(client, settings.build(), certificate);
    refused(client, settings.allowInvalidHostnames(true).build(), certificate);
    accepted(client, settings.build(), responder.authority().issueServer());
    assertThatThrownBy(() -> settings.allowInvalidCertificates(true).build())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("contradicts a revocation");
  }

  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void refusesWhatTheResponderSaysIsRevoked(DatabaseClient client, TlsProvider provider)
      throws Exception {
    IssuedCertificate certificate = responder.issueServer();
    responder.revoke(certificate);
    TlsSettings.Builder settings = settings(provider).revocationCheck(RevocationCheck.OCSP);

    refused(client, settings.build(), certificate);
    refused(client, settings.allowInvalidHostnames(true).build(), certificate);
    int before = responder.answers();
    accepted(client, settings.build(), responder.issueServer());
    assertThat(responder.answers()).isGreaterThan(before);
  }

  /** As the OCSP specification of MongoDB's drivers has it. */
  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void acceptsIfResponderIsSilent(DatabaseClient client, TlsProvider provider) throws Exception {
    IssuedCertificate certificate = responder.issueServer();
    responder.revoke(certificate);
    responder.close();

    accepted(client, settings(provider).revocationCheck(RevocationCheck.OCSP).build(), certificate);
  }

  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void refusesWhatTheServerStaplesAsRevoked(DatabaseClient client, TlsProvider provider)
      throws Exception {
    IssuedCertificate certificate = responder.issueServer();
    responder.revoke(certificate);
    TlsSettings settings = settings(provider).revocationCheck(RevocationCheck.STAPLED).build();

    // The others hand no stapled response over, so that bench-core refuses the setting.
    if (provider == TlsProvider.JDK) {
      refused(client, settings, certificate);
      accepted(client, settings, responder.issueServer());
    } else {
      assertThatThrownBy(() -> client.connect(settings, "localhost", 1, TIMEOUT_MILLIS))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("does not hand over stapled OCSP responses");
    }
  }

  private static void refused(
      DatabaseClient client, TlsSettings settings, IssuedCertificate certificate)
      throws IOException {
    try (HostileServer server = HostileServer.builder(client, certificate).start()) {
      assertThat(client.refused(settings, "localhost", server.port(), TIMEOUT_MILLIS))
          .hasMessageContaining(REVOKED);
      assertThat(server.heard()).isEmpty();
    }
  }

  private static void accepted(
      DatabaseClient client, TlsSettings settings, IssuedCertificate certificate)
      throws IOException {
    try (HostileServer server = HostileServer.builder(client, certificate).start()) {
      assertThatThrownBy(() -> client.connect(settings, "localhost", server.port(), TIMEOUT_MILLIS))
          .isInstanceOf(ConnectFailedException.class);
      assertThat(server.heard()).isNotEmpty();
    }
  }

  private TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(directory.resolve("ca.pem"));
  }
}
