package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Host names that no machine here has, each against the one name of a certificate, on the sockets
 * that both drivers use: neither driver can be told an address for a name.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostNameMatrixTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();

  private static Path authority;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    authority = directory.resolve("ca.pem");
    CA.writePem(authority);
  }

  static Stream<Arguments> wrong() {
    return underEachProvider(
        Arguments.of("*.com", "example.com"),
        Arguments.of("*.org", "db.example.org"),
        Arguments.of("*.example.org", "a.b.example.org"),
        Arguments.of("*.example.org", "example.org"),
        Arguments.of("*.*.org", "db.example.org"),
        Arguments.of("db.*.org", "db.example.org"),
        Arguments.of("d*.example.org", "db.example.org"),
        Arguments.of("*b.example.org", "db.example.org"),
        Arguments.of("*", "example"),
        Arguments.of("*.0.0.1", "127.0.0.1"),
        Arguments.of("db.example.org", "db.example.org.evil.net"),
        Arguments.of("example.org", "db.example.org"));
  }

  static Stream<Arguments> right() {
    return underEachProvider(
        Arguments.of("*.example.org", "db.example.org"),
        Arguments.of("*.Example.org", "DB.example.ORG"),
        Arguments.of("*.b.example.org", "a.b.example.org"),
        Arguments.of("db", "db"));
  }

  private static Stream<Arguments> underEachProvider(Arguments... names) {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of(names).map(pair -> Arguments.of(pair.get()[0], pair.get()[1], provider)));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void refusesNameThatIsNotTheHosts(String name, String host, TlsProvider provider)
      throws Exception {
    TlsSettings.Builder settings = TlsSettings.builder().provider(provider).caFile(authority);
    try (JsseServer server = start(name)) {
      for (Verification verification : Verification.values()) {
        TlsSettings verified = verification.of(settings).build();
        if (verification.checksName()) {
          assertThatThrownBy(() -> connect(verified, host, server.port()))
              .as("%s", verification)
              .isInstanceOf(ConnectFailedException.class)
              .hasMessageContaining("the certificate is for " + name + ", not for " + host);
        } else {
          connect(verified, host, server.port());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("right")
  void acceptsNameOfTheHost(String name, String host, TlsProvider provider) throws Exception {
    try (JsseServer server = start(name)) {
      connect(
          TlsSettings.builder().provider(provider).caFile(authority).build(), host, server.port());
      assertThat(server.visit()).isNotNull();
    }
  }

  private static JsseServer start(String name) {
    return JsseServer.start(CA.issue(CertificateRequest.forServer().dnsNames(name).build()));
  }

  private static void connect(TlsSettings settings, String host, int port) throws IOException {
    InetAddress named = InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1});
    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      Exchange.over(context, new InetSocketAddress(named, port));
    }
  }
}
