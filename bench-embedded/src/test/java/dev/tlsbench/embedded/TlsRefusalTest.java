package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whom a client trusts, and for how long: authorities, and their lists of what they revoked. */
class TlsRefusalTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();

  private static Path files;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    files = directory;
    CA.writePem(files.resolve("ca.pem"));
  }

  @ParameterizedTest
  @EnumSource
  void refusesRevokedCertificateAndNotItsNeighbour(TlsProvider provider) throws Exception {
    IssuedCertificate revoked = CA.issueServer();
    Path list = files.resolve(provider + "-crl.pem");
    TestAuthority.writeLists(list, CA, revoked);

    try (JsseServer server = JsseServer.start(revoked)) {
      assertThat(
              Exchange.refused(
                  settings(provider).crlFile(list).build(), "localhost", server.port()))
          .hasMessageContaining("the certificate of CN=localhost was revoked by its issuer");
      assertThat(Exchange.over(settings(provider).build(), "localhost", server.port()).resumed())
          .isFalse();
    }
    try (JsseServer server = JsseServer.start(CA.issueServer())) {
      Exchange.over(settings(provider).crlFile(list).build(), "localhost", server.port());
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesServerWhoseAuthorityHasNoRevocationList(TlsProvider provider) throws Exception {
    Path list = files.resolve("other-crl.pem");
    TestAuthority.writeLists(list, CertificateAuthority.builder().commonName("other").build());

    try (JsseServer server = JsseServer.start(CA.issueServer())) {
      assertThat(
              Exchange.refused(
                  settings(provider).crlFile(list).build(), "localhost", server.port()))
          .hasMessageContaining("tls.crlFile")
          .hasMessageContaining("no current list of CN=tlsbench throw-away CA");
    }
  }

  @ParameterizedTest
  @EnumSource
  void trustsAuthoritiesOfTheJvmUnlessOthersAreNamed(TlsProvider provider) throws Exception {
    TlsSettings settings = TlsSettings.builder().provider(provider).build();

    try (JsseServer server = JsseServer.start(CA.issueServer())) {
      assertThat(Exchange.refused(settings, "localhost", server.port()))
          .hasMessageContaining("no trusted authority issued the certificate of CN=localhost")
          .hasMessageContaining("name that authority's certificate with tlsCAFile, ssl-ca");
    }
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(files.resolve("ca.pem"));
  }
}
