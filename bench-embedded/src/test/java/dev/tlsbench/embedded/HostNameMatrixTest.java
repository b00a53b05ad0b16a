package dev.tlsbench.embedded;

import static dev.tlsbench.embedded.TestAuthority.der;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Host names that no machine here has, each against the names of a certificate, on the sockets that
 * both drivers use: neither driver can be told an address for a name.
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

  /** A name in a certificate, and the host by which a client connects to its server. */
  private record Names(String name, String host) {}

  static Stream<Object[]> wrong() {
    return verifications(
        new Names("*.com", "example.com"),
        new Names("*.org", "db.example.org"),
        new Names("*.example.org", "a.b.example.org"),
        new Names("*.example.org", "example.org"),
        new Names("*.*.org", "db.example.org"),
        new Names("db.*.org", "db.example.org"),
        new Names("d*.example.org", "db.example.org"),
        new Names("*b.example.org", "db.example.org"),
        new Names("*", "example"),
        new Names("*.0.0.1", "127.0.0.1"),
        new Names("db.example.org", "db.example.org.evil.net"),
        new Names("example.org", "db.example.org"));
  }

  static List<Object[]> right() {
    return Selection.of(
        List.of(
            new Names("*.example.org", "db.example.org"),
            new Names("*.Example.org", "DB.example.ORG"),
            new Names("*.b.example.org", "a.b.example.org"),
            new Names("db", "db"),
            new Names("db.example.org", "db.example.org."),
            new Names("*.example.org", "db.example.org."),
            new Names("db", "db."),
            new Names("db.example.org.", "db.example.org"),
            new Names("bücher.example", "BÜCHER.example."),
            new Names("bücher.example", "xn--bcher-kva.example"),
            new Names("*.bücher.example", "db.bücher.example")),
        List.of(TlsProvider.values()));
  }

  static Stream<Object[]> notNamesOfHosts() {
    return verifications(
        new Names("my_db.example.org", "my_db.example.org"),
        new Names("*.example.org", "my_db.example.org"),
        new Names("my_db", "my_db"),
        new Names("my_db.example.org", "my_db.example.org."),
        new Names("db!.example.org", "db!.example.org"));
  }

  private static Stream<Object[]> verifications(Names... names) {
    return Verification.fullAndRelaxed()
        .flatMap(
            verifications ->
                Selection.of(List.of(names), List.of(TlsProvider.values()), verifications)
                    .stream());
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void refusesNameThatIsNotTheHosts(Names names, TlsProvider provider, Verification verification)
      throws Exception {
    checkNames(
        names,
        provider,
        verification,
        "the certificate is for " + names.name() + ", not for " + names.host());
  }

  @ParameterizedTest
  @MethodSource("right")
  void acceptsNameOfTheHost(Names names, TlsProvider provider) throws Exception {
    try (JsseServer server = start(names.name())) {
      Exchange.overLoopback(settings(provider).build(), names.host(), server.port());
      // BoringSSL sends no name without a dot in it, if it is not told to.
      assertThat(server.visit().serverNames())
          .allSatisfy(
              sent -> assertThat(HostName.toAscii("", names.host())).isIn(sent, sent + "."));
    }
  }

  static List<Object[]> addresses() throws IOException {
    List<Names> names =
        new ArrayList<>(
            List.of(
                new Names("::1", "::1"),
                new Names("::1", "[::1]"),
                new Names("::1", "0:0:0:0:0:0:0:1")));
    // The JDK knows only scopes of interfaces that have such an address.
    NetworkInterface.networkInterfaces()
        .filter(
            link ->
                link.inetAddresses()
                    .anyMatch(ip -> ip instanceof Inet6Address && ip.isLinkLocalAddress()))
        .findFirst()
        .ifPresent(link -> names.add(new Names("fe80::1", "fe80::1%" + link.getName())));
    return Selection.of(names, List.of(TlsProvider.values()));
  }

  /** The scope of an IPv6 address is local to the client (RFC 4007), so certificates have none. */
  @ParameterizedTest
  @MethodSource("addresses")
  void acceptsAnAddressWithBracketsAndScope(Names names, TlsProvider provider) throws Exception {
    try (JsseServer server = JsseServer.start(CA.server().ipAddresses(names.name()).build())) {
      Exchange.overLoopback(settings(provider).build(), names.host(), server.port());
      assertThat(server.visit().serverNames()).isEmpty();
    }
    try (JsseServer server = JsseServer.start(CA.server().ipAddresses("fe80::2").build())) {
      assertThat(
              Exchange.refusedOverLoopback(settings(provider).build(), names.host(), server.port()))
          .hasMessageContaining("fe80");
    }
  }

  /** As {@code bin/tlsbench certs} once wrote it; OpenSSL does not take it for the name either. */
  @ParameterizedTest
  @EnumSource
  void refusesANameInLettersThatCertificatesDoNotHave(TlsProvider provider) throws Exception {
    byte[] raw = der(new GeneralNames(new GeneralName(GeneralName.dNSName, "bücher.example")));
    IssuedCertificate certificate =
        TestAuthority.of(CA).issue(request -> request.extension("2.5.29.17", false, raw));
    try (JsseServer server = JsseServer.start(certificate)) {
      assertThat(
              Exchange.refusedOverLoopback(
                  settings(provider).build(), "xn--bcher-kva.example", server.port()))
          .hasMessageContaining("not for xn--bcher-kva.example");
    }
  }

  /** Docker and Kubernetes have such names, and no certificate may be for one. */
  @ParameterizedTest
  @MethodSource("notNamesOfHosts")
  void refusesToCheckWhatIsNoHostName(Names names, TlsProvider provider, Verification verification)
      throws Exception {
    checkNames(
        names,
        provider,
        verification,
        ": "
            + names.host().replaceFirst("\\.$", "")
            + " is not a host name that a certificate can be checked against: it has characters"
            + " other than letters, digits and hyphens");
  }

  static List<Object[]> commonNames() {
    return Selection.of(
        List.of("127.0.0.1", "::1", "db.example.org"),
        List.of(constraints()),
        List.of(TlsProvider.values()));
  }

  /** One of each kind that is understood; all of them permit what the certificates here have. */
  private static GeneralName[] constraints() {
    return new GeneralName[] {
      new GeneralName(GeneralName.dNSName, "invalid"),
      new GeneralName(GeneralName.iPAddress, "192.0.2.0/24"),
      new GeneralName(GeneralName.directoryName, "O=other"),
      new GeneralName(GeneralName.rfc822Name, "invalid"),
      new GeneralName(GeneralName.uniformResourceIdentifier, ".invalid")
    };
  }

  /**
   * The JDK adds the common name to the alternative names of the parsed certificate when it checks
   * an authority's name constraints, and keeps the certificate for later connections.
   */
  @ParameterizedTest
  @MethodSource("commonNames")
  void refusesCommonNameUnderNameConstraints(
      String host, GeneralName constraint, TlsProvider provider) throws Exception {
    byte[] excluded =
        TestAuthority.der(
            new NameConstraints(null, new GeneralSubtree[] {new GeneralSubtree(constraint)}));
    TestAuthority sub =
        TestAuthority.under(CA, request -> request.extension("2.5.29.30", true, excluded));
    String san = host.equals("db.example.org") ? "ip" : "dns";
    for (List<Verification> order :
        List.of(
            List.of(Verification.FULL, Verification.HOST_NAME_OFF, Verification.FULL),
            List.of(Verification.HOST_NAME_OFF, Verification.FULL, Verification.CHAIN_OFF))) {
      // A new one each time, for the JDK does not read again what it has in its cache.
      IssuedCertificate certificate =
          sub.issue(
              request ->
                  san.equals("ip")
                      ? request.commonName(host).ipAddresses("10.0.0.1")
                      : request.commonName(host).dnsNames("other.example.org"));
      try (JsseServer server = JsseServer.start(certificate)) {
        for (Verification verification : order) {
          TlsSettings verified = verification.of(settings(provider)).build();
          if (verification.checksName()) {
            assertThat(Exchange.refusedOverLoopback(verified, host, server.port()))
                .as("%s of %s", verification, order)
                .hasMessageContaining("the certificate is for ")
                .hasMessageContaining("not for " + host);
          } else {
            Exchange.overLoopback(verified, host, server.port());
          }
        }
      }
    }
  }

  /** A context remembers what fitted last. */
  @ParameterizedTest
  @EnumSource
  void judgesEachServerOfOneContext(TlsProvider provider) throws Exception {
    TestAuthority issuer = TestAuthority.of(CA);
    IssuedCertificate weak =
        issuer.issue(
            request -> request.dnsNames("db.example.org").keyPair(TestAuthority.key("RSA", 1024)));
    IssuedCertificate expired =
        issuer.issue(
            request ->
                request
                    .dnsNames("db.example.org")
                    .validFrom(Instant.now().minus(Duration.ofDays(2)))
                    .validUntil(Instant.now().minus(Duration.ofDays(1))));
    try (JsseServer server = start("db.example.org");
        JsseServer ofWeak = JsseServer.start(weak);
        JsseServer ofExpired = JsseServer.start(expired);
        TlsContext context =
            TlsContext.open(settings(provider).resumption(false).build(), new TlsLedger())) {
      for (int i = 0; i < 2; i++) {
        Exchange.over(context, Exchange.loopback("DB.example.org", server.port()));
        Exchange.over(context, Exchange.loopback("db.example.org", server.port()));
        assertRefused(context, "other.example.org", server, "not for other.example.org");
        assertRefused(context, "db.example.org", ofWeak, "an RSA key of 1024 bits, under 2048");
        assertRefused(context, "db.example.org", ofExpired, "expired on 20");
      }
    }
  }

  private static void assertRefused(
      TlsContext context, String host, JsseServer server, String refusal) {
    assertThatThrownBy(() -> Exchange.over(context, Exchange.loopback(host, server.port())))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining(refusal);
  }

  private static void checkNames(
      Names names, TlsProvider provider, Verification verification, String refusal)
      throws IOException {
    TlsSettings verified = verification.of(settings(provider)).build();
    try (JsseServer server = start(names.name())) {
      if (verification.checksName()) {
        assertThat(Exchange.refusedOverLoopback(verified, names.host(), server.port()))
            .hasMessageContaining(refusal);
      } else {
        Exchange.overLoopback(verified, names.host(), server.port());
      }
    }
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(authority);
  }

  private static JsseServer start(String name) {
    return JsseServer.start(CA.server().dnsNames(name).build());
  }
}
