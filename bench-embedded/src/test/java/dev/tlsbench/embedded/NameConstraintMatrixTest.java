package dev.tlsbench.embedded;

import static dev.tlsbench.embedded.TestAuthority.der;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Name constraints (RFC 5280, section 4.2.1.10) of anchors and of authorities below them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NameConstraintMatrixTest {
  private static final String NAME_CONSTRAINTS = "2.5.29.30";
  private static final String ALTERNATIVE_NAMES = "2.5.29.17";
  private static final String REFUSED = "name constraints";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** The authority of a chain that has the constraints. */
  enum Place {
    ANCHOR {
      @Override
      Chain chain(byte[] constraints, UnaryOperator<TestAuthority.Request> server) {
        TestAuthority root = TestAuthority.root(constrained(constraints));
        return new Chain(root.certificate(), root.issue(server));
      }
    },
    ANCHOR_ABOVE_INTERMEDIATE {
      @Override
      Chain chain(byte[] constraints, UnaryOperator<TestAuthority.Request> server) {
        TestAuthority root = TestAuthority.root(constrained(constraints));
        TestAuthority sub = root.authority(request -> request);
        return new Chain(root.certificate(), sub.issue(server));
      }
    },
    ANCHOR_ABOVE_SELF_ISSUED {
      /** Key rollover (RFC 5280, section 3.2): the same name, another key. */
      @Override
      Chain chain(byte[] constraints, UnaryOperator<TestAuthority.Request> server) {
        TestAuthority root = TestAuthority.root(constrained(constraints));
        TestAuthority renewed = root.authority(request -> request.commonName("root"));
        return new Chain(root.certificate(), renewed.issue(server));
      }
    },
    INTERMEDIATE {
      @Override
      Chain chain(byte[] constraints, UnaryOperator<TestAuthority.Request> server) {
        TestAuthority root = TestAuthority.root(request -> request);
        TestAuthority sub = root.authority(constrained(constraints));
        return new Chain(root.certificate(), sub.issue(server));
      }
    };

    abstract Chain chain(byte[] constraints, UnaryOperator<TestAuthority.Request> server);
  }

  /** The trust anchor of a client, and the certificate of its server. */
  private record Chain(X509Certificate anchor, IssuedCertificate server) {}

  /** A constraint, the one name of a certificate under it, and whether the two go together. */
  private record Row(boolean permitted, String base, String name, boolean accepted) {
    byte[] constraint() {
      GeneralSubtree[] subtree = {new GeneralSubtree(name(base))};
      return der(
          permitted ? new NameConstraints(subtree, null) : new NameConstraints(null, subtree));
    }

    TestAuthority.Request server(TestAuthority.Request request) {
      request.commonName(host());
      return request.extension(
          ALTERNATIVE_NAMES, false, TestAuthority.der(new GeneralNames(name(name))));
    }

    /** Any host that the name is for. */
    String host() {
      return name.replace("*.", "db.").replace("::ffff:", "");
    }

    private static GeneralName name(String text) {
      if (text.startsWith("::ffff:")) {
        byte[] mapped = Arrays.copyOf(new byte[10], 16);
        mapped[10] = -1;
        mapped[11] = -1;
        byte[] last = address(text.substring(7));
        System.arraycopy(last, 0, mapped, 12, 4);
        return new GeneralName(GeneralName.iPAddress, new DEROctetString(mapped));
      }
      return text.contains(":") || text.matches("[0-9./]+")
          ? new GeneralName(GeneralName.iPAddress, text)
          : new GeneralName(GeneralName.dNSName, text);
    }

    @Override
    public String toString() {
      return (permitted ? "permitted '" : "excluded '")
          + base
          + "', "
          + name
          + (accepted ? " accepted" : " refused");
    }
  }

  private static byte[] address(String text) {
    return ASN1OctetString.getInstance(new GeneralName(GeneralName.iPAddress, text).getName())
        .getOctets();
  }

  /** A row that the JDK accepts, and that OpenSSL or Bouncy Castle refuses. */
  private static Row onceRefused(boolean permitted, String base, String name) {
    return new Row(permitted, base, name, true);
  }

  private static List<Row> rows() {
    return List.of(
        new Row(true, "example.org", "example.org", true),
        new Row(true, "example.org", "db.example.org", true),
        new Row(true, "example.org", "DB.Example.Org", true),
        new Row(true, "example.org", "*.example.org", true),
        new Row(true, "example.org", "example.net", false),
        new Row(true, "example.org", "evilexample.org", false),
        new Row(true, "db.example.org", "*.example.org", false),
        new Row(true, "example.org", "10.1.2.3", true),
        new Row(false, "secret.example.org", "db.example.org", true),
        new Row(false, "secret.example.org", "notsecret.example.org", true),
        new Row(false, "secret.example.org", "secret.example.org", false),
        new Row(false, "secret.example.org", "a.secret.example.org", false),
        new Row(false, "SECRET.example.org", "secret.EXAMPLE.org", false),
        new Row(false, "secret.example.org", "*.secret.example.org", false),
        onceRefused(false, "secret.example.org", "*.example.org"),
        onceRefused(false, "Secret.Example.org", "*.eXample.org"),
        new Row(false, "a.secret.example.org", "*.example.org", true),
        new Row(false, "secret.example.org", "*.other.example.org", true),
        new Row(false, "", "db.example.org", false),
        onceRefused(false, ".secret.example.org", "secret.example.org"),
        new Row(false, ".secret.example.org", "a.secret.example.org", false),
        onceRefused(false, ".secret.example.org", "*.example.org"),
        onceRefused(false, "secret.example.org.", "secret.example.org"),
        onceRefused(false, "*.example.org", "secret.example.org"),
        onceRefused(false, " secret.example.org", "secret.example.org"),
        onceRefused(true, "example.org", "::ffff:10.1.2.3"),
        onceRefused(false, "10.0.0.0/8", "::ffff:10.1.2.3"),
        // Refused by JDK 17, accepted by 25.
        new Row(false, "0.0.0.0/0", "::ffff:10.1.2.3", Runtime.version().feature() > 17),
        onceRefused(false, "10.0.0.0/0.255.0.255", "10.1.2.3"),
        new Row(true, "10.0.0.0/8", "10.1.2.3", true),
        new Row(true, "10.0.0.0/8", "11.1.2.3", false),
        new Row(true, "10.0.0.0/8", "2001:db8::1", false),
        new Row(false, "10.0.0.0/8", "11.1.2.3", true),
        new Row(false, "10.0.0.0/8", "10.1.2.3", false),
        new Row(true, "2001:db8::/32", "2001:db8::1", true),
        new Row(true, "2001:db8::/32", "2001:db9::1", false),
        new Row(false, "2001:db8::/32", "2001:db8::1", false),
        new Row(false, "2001:db8::/32", "2001:db9::1", true));
  }

  static List<Object[]> cells() {
    return Selection.of(rows(), List.of(Place.values()), List.of(TlsProvider.values()));
  }

  /** Those of a trust anchor, once applied too, the JDK ignores. */
  @ParameterizedTest
  @MethodSource("cells")
  void appliesConstraintsOfIntermediates(Row row, Place place, TlsProvider provider)
      throws Exception {
    Chain chain = place.chain(row.constraint(), row::server);
    if (row.accepted() || place != Place.INTERMEDIATE) {
      accepted(chain, provider, row.host());
    } else {
      refused(chain, provider, row.host(), REFUSED);
    }
  }

  /** An authority's certificate that has its issuer's name is exempt, whatever names it has. */
  @ParameterizedTest
  @EnumSource
  void exemptsSelfIssuedAuthorityAndNotSelfIssuedServer(TlsProvider provider) throws Exception {
    byte[] constraints = new Row(true, "example.org", "", true).constraint();
    TestAuthority root = TestAuthority.root(request -> request);
    TestAuthority sub = root.authority(constrained(constraints));
    byte[] otherName =
        der(new GeneralNames(new GeneralName(GeneralName.dNSName, "db.example.net")));
    TestAuthority renewed =
        sub.authority(
            request -> request.commonName("sub").extension(ALTERNATIVE_NAMES, false, otherName));
    accepted(
        new Chain(root.certificate(), renewed.issue(request -> request.dnsNames("db.example.org"))),
        provider,
        "db.example.org");
    refused(
        new Chain(
            root.certificate(),
            sub.issue(request -> request.commonName("sub").dnsNames("db.example.net"))),
        provider,
        "db.example.net",
        REFUSED);
  }

  /** Whichever rule reads them first. */
  @ParameterizedTest
  @EnumSource
  void saysOfAlternativeNamesThatTheyCannotBeRead(TlsProvider provider) throws Exception {
    byte[] malformed = {0x30, 3, 1, 1, 0};
    byte[] constraints = new Row(false, "example.net", "", true).constraint();
    for (Place place : Place.values()) {
      Chain chain =
          place.chain(
              constraints, request -> request.extension(ALTERNATIVE_NAMES, false, malformed));
      refused(chain, provider, "localhost", "cannot be read (alternative names: ");
    }
  }

  private static GeneralName otherName(String value) {
    ASN1Encodable[] userPrincipalName = {
      new ASN1ObjectIdentifier("1.3.6.1.4.1.311.20.2.3"),
      new DERTaggedObject(true, 0, new DERUTF8String(value))
    };
    return new GeneralName(GeneralName.otherName, new DERSequence(userPrincipalName));
  }

  static Stream<Arguments> strangeConstraints() {
    GeneralName registered = new GeneralName(GeneralName.registeredID, "1.2.3.4");
    GeneralName otherRegistered = new GeneralName(GeneralName.registeredID, "1.2.5");
    return Stream.of(
            Arguments.of(otherName("a"), otherName("b")), Arguments.of(registered, otherRegistered))
        .flatMap(
            cell ->
                Stream.of(TlsProvider.values())
                    .map(provider -> Arguments.of(cell.get()[0], cell.get()[1], provider)));
  }

  @ParameterizedTest
  @MethodSource("strangeConstraints")
  void refusesConstraintsThatCannotBeApplied(
      GeneralName constraint, GeneralName name, TlsProvider provider) throws Exception {
    byte[] constraints =
        der(new NameConstraints(new GeneralSubtree[] {new GeneralSubtree(constraint)}, null));
    GeneralNames names =
        new GeneralNames(
            new GeneralName[] {new GeneralName(GeneralName.dNSName, "localhost"), name});
    Chain chain =
        Place.INTERMEDIATE.chain(
            constraints, request -> request.extension(ALTERNATIVE_NAMES, false, der(names)));
    refused(chain, provider, "localhost", "name constraints above it cannot be applied");
  }

  private void accepted(Chain chain, TlsProvider provider, String host) throws IOException {
    try (JsseServer server = JsseServer.start(chain.server())) {
      Exchange.overLoopback(settings(provider, chain.anchor()), host, server.port());
    }
  }

  private void refused(Chain chain, TlsProvider provider, String host, String message)
      throws IOException {
    try (JsseServer server = JsseServer.start(chain.server())) {
      assertThat(
              Exchange.refusedOverLoopback(settings(provider, chain.anchor()), host, server.port()))
          .hasMessageContaining(message);
    }
  }

  private TlsSettings settings(TlsProvider provider, X509Certificate... anchors)
      throws IOException {
    Path file = directory.resolve("ca.pem");
    Files.writeString(file, Pem.certificates(List.of(anchors)));
    return TlsSettings.builder().provider(provider).caFile(file).build();
  }

  private static UnaryOperator<TestAuthority.Request> constrained(byte[] constraints) {
    return request -> request.extension(NAME_CONSTRAINTS, true, constraints);
  }
}
