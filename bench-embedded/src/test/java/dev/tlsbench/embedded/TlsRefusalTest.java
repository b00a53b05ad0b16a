package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which servers are refused, in which words, and exactly what switching a check off lets pass. */
class TlsRefusalTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();

  private static Path files;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    files = directory;
    CA.writePem(files.resolve("ca.pem"));
  }

  /** A certificate that is no good, and which check finds out. */
  private enum Flaw {
    EXPIRED(true, false, "localhost", "the certificate of CN=localhost expired on 20", "renew it") {
      @Override
      IssuedCertificate issue() {
        return CA.issue(
            CertificateRequest.forServer()
                .validFrom(Instant.now().minus(Duration.ofDays(2)))
                .validUntil(Instant.now().minus(Duration.ofDays(1)))
                .build());
      }
    },
    NOT_YET_VALID(true, false, "localhost", "of CN=localhost is not valid before 20", "clocks") {
      @Override
      IssuedCertificate issue() {
        return CA.issue(
            CertificateRequest.forServer()
                .validFrom(Instant.now().plus(Duration.ofDays(1)))
                .build());
      }
    },
    OTHER_AUTHORITY(
        true,
        false,
        "localhost",
        "no trusted authority issued the certificate of CN=localhost (its issuer is CN=other)",
        "that authority is not in ") {
      @Override
      IssuedCertificate issue() {
        return CertificateAuthority.builder().commonName("other").build().issueServer();
      }
    },
    /** The root is known and its intermediate authority is not, for the server does not send it. */
    MISSING_INTERMEDIATE(true, false, "localhost", "no trusted authority issued", "ca.pem") {
      @Override
      IssuedCertificate issue() {
        IssuedCertificate whole =
            CertificateAuthority.builder().intermediates(1).build().issueServer();
        return new IssuedCertificate(whole.chain().subList(0, 1), whole.privateKey());
      }
    },
    SELF_SIGNED(
        true,
        false,
        "localhost",
        "no trusted authority issued the certificate of CN=self-signed",
        "ca.pem") {
      @Override
      IssuedCertificate issue() {
        return SelfSigned.forLocalhost();
      }
    },
    OTHER_NAME(
        false,
        true,
        "localhost",
        "the certificate is for db.example.org, 192.0.2.1, not for localhost",
        "connect by one of its names, or allow it (tls.allowInvalidHostnames)") {
      @Override
      IssuedCertificate issue() {
        return CA.issue(
            CertificateRequest.forServer()
                .commonName("localhost")
                .dnsNames("db.example.org")
                .ipAddresses("192.0.2.1")
                .build());
      }
    },
    NO_ADDRESS(
        false,
        true,
        "127.0.0.1",
        "the certificate is for localhost, not for 127.0.0.1",
        "(tls.allowInvalidHostnames)") {
      @Override
      IssuedCertificate issue() {
        return CA.issue(CertificateRequest.forServer().dnsNames("localhost").build());
      }
    },
    EXPIRED_AND_OTHER_NAME(true, true, "localhost", "expired on", "renew it") {
      @Override
      IssuedCertificate issue() {
        return CA.issue(
            CertificateRequest.forServer()
                .dnsNames("db.example.org")
                .validFrom(Instant.now().minus(Duration.ofDays(2)))
                .validUntil(Instant.now().minus(Duration.ofDays(1)))
                .build());
      }
    };

    private final boolean ofChain;
    private final boolean ofName;
    private final String host;
    private final String cause;
    private final String remedy;

    Flaw(boolean ofChain, boolean ofName, String host, String cause, String remedy) {
      this.ofChain = ofChain;
      this.ofName = ofName;
      this.host = host;
      this.cause = cause;
      this.remedy = remedy;
    }

    abstract IssuedCertificate issue();
  }

  static Stream<Arguments> providersAndFlaws() {
    return Stream.of(TlsProvider.values())
        .flatMap(provider -> Stream.of(Flaw.values()).map(flaw -> Arguments.of(provider, flaw)));
  }

  @ParameterizedTest
  @MethodSource("providersAndFlaws")
  void refusesFlawUnlessItsCheckIsSwitchedOff(TlsProvider provider, Flaw flaw) throws Exception {
    try (JsseServer server = JsseServer.start(flaw.issue())) {
      assertThat(Exchange.refused(settings(provider).build(), flaw.host, server.port()))
          .hasMessageContainingAll(flaw.cause, flaw.remedy);

      check(settings(provider).allowInvalidCertificates(true), flaw, !flaw.ofName, server);
      check(settings(provider).allowInvalidHostnames(true), flaw, !flaw.ofChain, server);
      check(
          settings(provider).allowInvalidCertificates(true).allowInvalidHostnames(true),
          flaw,
          true,
          server);
    }
  }

  private static void check(
      TlsSettings.Builder settings, Flaw flaw, boolean accepted, JsseServer server)
      throws IOException {
    if (accepted) {
      assertThat(Exchange.over(settings.build(), flaw.host, server.port()).resumed()).isFalse();
    } else {
      assertThat(Exchange.refused(settings.build(), flaw.host, server.port()))
          .hasMessageContaining("the certificate ");
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesRevokedCertificateAndNotItsNeighbour(TlsProvider provider) throws Exception {
    IssuedCertificate revoked = CA.issueServer();
    CA.revoke(revoked);
    Path list = files.resolve(provider + "-crl.pem");
    CA.writeCrl(list);

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
    CertificateAuthority.builder().commonName("other").build().writeCrl(list);

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
