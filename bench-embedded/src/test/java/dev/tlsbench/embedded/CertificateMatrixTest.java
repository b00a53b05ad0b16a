package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers whose certificate is wrong in one way, met by both drivers under each provider: whoever
 * is refused is refused before a credential leaves the client, for a reason that is told, and by
 * the check that was not switched off.
 */
@Execution(ExecutionMode.CONCURRENT) // Cassandra's driver takes a tenth of a second to close
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CertificateMatrixTest {
  private static final int TIMEOUT_MILLIS = 10_000;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  static Stream<Object[]> cells() {
    return Verification.fullAndRelaxed()
        .flatMap(
            verifications ->
                Selection.of(
                    List.of(ServerFlaw.values()),
                    List.of(DatabaseClient.values()),
                    List.of(TlsProvider.values()),
                    List.of("TLSv1.3", "TLSv1.2"),
                    verifications)
                    .stream());
  }

  @ParameterizedTest
  @MethodSource("cells")
  void refusesFlawBeforeCredentials(
      ServerFlaw flaw,
      DatabaseClient client,
      TlsProvider provider,
      String protocol,
      Verification verification)
      throws Exception {
    ServerFlaw.Identity identity = flaw.identity();
    Path authority = directory.resolve("ca.pem");
    Files.writeString(authority, Pem.certificates(List.of(identity.trusted())));
    TlsSettings.Builder settings =
        TlsSettings.builder().provider(provider).caFile(authority).protocols(List.of(protocol));
    new Cell(flaw, client, identity.server())
        .check(verification, verification.of(settings).build());
  }

  /** A server and a client that meet. */
  private record Cell(ServerFlaw flaw, DatabaseClient client, IssuedCertificate certificate) {
    void check(Verification verification, TlsSettings settings) throws IOException {
      if (flaw.isRefusedBy(verification, settings.provider())) {
        refused(verification, settings);
      } else {
        accepted(settings);
      }
    }

    private void refused(Verification verification, TlsSettings settings) throws IOException {
      try (HostileServer server = HostileServer.builder(client, certificate).start()) {
        assertThat(client.refused(settings, flaw.host(), server.port(), TIMEOUT_MILLIS))
            .as("%s", verification)
            .hasMessageContainingAll(flaw.cause(verification), flaw.remedy(verification));
        assertThat(server.heard()).isEmpty();
      }
    }

    /** The handshake succeeds, so that the server hears what the client says; then it hangs up. */
    private void accepted(TlsSettings settings) throws IOException {
      try (HostileServer server = HostileServer.builder(client, certificate).start()) {
        assertThatThrownBy(
                () -> client.connect(settings, flaw.host(), server.port(), TIMEOUT_MILLIS))
            .isInstanceOf(ConnectFailedException.class)
            .hasMessageNotContaining("certificate of");
        assertThat(server.heard()).isNotEmpty();
      }
    }
  }
}
