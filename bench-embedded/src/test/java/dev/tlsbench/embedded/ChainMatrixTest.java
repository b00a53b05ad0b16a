package dev.tlsbench.embedded;

import static dev.tlsbench.embedded.TestAuthority.der;
import static dev.tlsbench.embedded.TestAuthority.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Chains of all sizes, signatures and orders: one verdict and one message under all providers. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChainMatrixTest {
  private static final String KEY_USAGE = "2.5.29.15";
  private static final String SHA_224 = "is too weak for this JVM's policy";
  private static final TestAuthority ROOT = TestAuthority.root(request -> request);
  private static final TestAuthority RSA_ROOT =
      TestAuthority.root(request -> request.keyPair(key("RSA", 2048)));

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  static Stream<Arguments> providersAndProtocols() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of("TLSv1.2", "TLSv1.3").map(protocol -> Arguments.of(provider, protocol)));
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void acceptsTenCertificates(TlsProvider provider, String protocol) throws Exception {
    TestAuthority last = ROOT;
    for (int i = 1; i <= 9; i++) {
      String name = "sub " + i;
      last = last.authority(request -> request.commonName(name));
    }
    accepted(settings(provider, protocol, ROOT.certificate()), last.issue(request -> request));

    limited(
        provider,
        protocol,
        last.authority(request -> request.commonName("sub 10")).issue(request -> request));
  }

  @ParameterizedTest
  @EnumSource
  void refusesMoreCertificatesThanTheJdkCanOrder(TlsProvider provider) throws Exception {
    TestAuthority last = ROOT;
    for (int i = 1; i <= 20; i++) {
      String name = "sub " + i;
      last = last.authority(request -> request.commonName(name));
    }
    refused(
        settings(provider, "TLSv1.3", ROOT.certificate()),
        last.issue(request -> request),
        "the server sends 21 certificates",
        "exceeds the maximum",
        "longer than maximum");
  }

  /**
   * Once refused under every implementation; now by those that have such a limit of their own, with
   * and without verification.
   */
  private void limited(TlsProvider provider, String protocol, IssuedCertificate certificate)
      throws IOException {
    for (Verification verification : Verification.values()) {
      TlsSettings.Builder settings =
          verification.of(settings(provider, protocol, ROOT.certificate()));
      if (provider == TlsProvider.JDK || provider == TlsProvider.BOUNCY_CASTLE) {
        refused(settings, certificate, "exceeds the maximum", "longer than maximum");
      } else {
        accepted(settings, certificate);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void acceptsCertificateMessageOf32KiB(TlsProvider provider, String protocol) throws Exception {
    // The server here puts its chain into the session ticket too, for which SunJSSE has one limit.
    int longest = provider == TlsProvider.JDK ? 32_000 : 32_768;
    accepted(settings(provider, protocol, ROOT.certificate()), ofMessageLength(longest, protocol));
    for (int length : new int[] {32_769, 40_000}) {
      limited(provider, protocol, ofMessageLength(length, protocol));
    }
  }

  /** RFC 8446, section 4.4.2, and RFC 5246, section 7.4.2: what stands around a certificate. */
  private static IssuedCertificate ofMessageLength(int length, String protocol)
      throws CertificateEncodingException {
    int around = protocol.equals("TLSv1.3") ? 9 : 6;
    int padding = length - 1000;
    while (true) {
      byte[] value = der(new DEROctetString(new byte[padding]));
      // ECDSA's signatures differ in length: the next one of the same content may fit.
      IssuedCertificate made =
          ROOT.issue(request -> request.extension("1.3.6.1.4.1.99999.2", false, value));
      int missing = length - around - made.certificate().getEncoded().length;
      if (missing == 0) {
        return made;
      }
      padding += Math.abs(missing) > 3 ? missing : 0;
    }
  }

  /**
   * An algorithm with an authority that signs by it; refused for a reason, unless that is empty.
   */
  private record Signature(TestAuthority root, String algorithm, String refusal) {
    @Override
    public String toString() {
      return algorithm;
    }
  }

  static List<Object[]> signatures() {
    List<Signature> signatures = new ArrayList<>();
    for (String hash : List.of("SHA256", "SHA384", "SHA512")) {
      signatures.add(new Signature(RSA_ROOT, hash + "withRSA", ""));
      signatures.add(new Signature(RSA_ROOT, hash + "withRSAandMGF1", ""));
      signatures.add(new Signature(ROOT, hash + "withECDSA", ""));
    }
    signatures.add(
        new Signature(
            TestAuthority.root(request -> request.keyPair(KeyType.ED25519.generate())),
            "Ed25519",
            ""));
    signatures.add(new Signature(RSA_ROOT, "SHA1withRSA", "can be forged"));
    signatures.add(new Signature(RSA_ROOT, "SHA1withRSAandMGF1", "can be forged"));
    signatures.add(new Signature(ROOT, "SHA1withECDSA", "can be forged"));
    // Once refused; now as the JDK has it: its own TLS 1.2 has them, its TLS 1.3 does not.
    signatures.add(new Signature(RSA_ROOT, "SHA224withRSA", SHA_224));
    signatures.add(new Signature(RSA_ROOT, "SHA224withRSAandMGF1", ""));
    signatures.add(new Signature(ROOT, "SHA224withECDSA", SHA_224));
    signatures.add(
        new Signature(
            TestAuthority.root(request -> request.keyPair(key("DSA", 2048))),
            "SHA256withDSA",
            "TLS 1.3 does not have"));
    return Selection.of(signatures, List.of(TlsProvider.values()), List.of("TLSv1.2", "TLSv1.3"));
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void acceptsSignaturesOfTls(Signature signature, TlsProvider provider, String protocol)
      throws Exception {
    TestAuthority root = signature.root();
    IssuedCertificate server =
        root.issue(request -> request.signatureAlgorithm(signature.algorithm()));
    TlsSettings.Builder settings = settings(provider, protocol, root.certificate());
    boolean older = signature.refusal().equals(SHA_224) && protocol.equals("TLSv1.2");
    if (signature.refusal().isEmpty() || older) {
      accepted(settings, server);
    } else {
      refused(settings, server, signature.refusal());
      accepted(settings.allowInvalidCertificates(true), server);
    }
  }

  /** The JDK's rule, by the names that each implementation has for this key exchange. */
  @ParameterizedTest
  @EnumSource
  void demandsKeyEnciphermentWhereTheKeyEnciphers(TlsProvider provider) throws Exception {
    String suite = "TLS_RSA_WITH_AES_128_GCM_SHA256";
    assumeTrue(
        List.of(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites())
            .contains(suite));
    TlsSettings.Builder settings =
        settings(provider, "TLSv1.2", RSA_ROOT.certificate()).cipherSuites(List.of(suite));
    KeyPair keys = key("RSA", 2048);
    for (int usage : new int[] {KeyUsage.keyEncipherment, KeyUsage.digitalSignature}) {
      byte[] extension = der(new KeyUsage(usage));
      IssuedCertificate server =
          RSA_ROOT.issue(request -> request.keyPair(keys).extension(KEY_USAGE, true, extension));
      if (usage == KeyUsage.keyEncipherment) {
        accepted(settings, server);
      } else {
        refused(settings, server, "localhost");
      }
    }
  }

  /** An authority below a good root may not have such a key either. */
  @ParameterizedTest
  @EnumSource
  void refusesDsaKeyOfIntermediate(TlsProvider provider) throws Exception {
    TestAuthority sub = ROOT.authority(request -> request.keyPair(key("DSA", 2048)));
    refused(
        settings(provider, "TLSv1.3", ROOT.certificate()),
        sub.issue(request -> request),
        "the certificate of CN=sub has a DSA key");
  }

  @ParameterizedTest
  @EnumSource
  void refusesListOfAuthorityThatMaySignNone(TlsProvider provider) throws Exception {
    byte[] noLists = der(new KeyUsage(KeyUsage.keyCertSign));
    TestAuthority root = TestAuthority.root(request -> request.extension(KEY_USAGE, true, noLists));
    // Once refused; the JDK does not ask whether a trust anchor may sign lists.
    listed(provider, root, root, "");
    TestAuthority sub = ROOT.authority(request -> request.extension(KEY_USAGE, true, noLists));
    listed(provider, ROOT, sub, "(key usage without cRLSign)");
    // Without the extension a key is for everything (RFC 5280, section 4.2.1.3).
    TestAuthority free = TestAuthority.root(request -> request.withoutExtension(KEY_USAGE));
    listed(provider, free, free, "");
    listed(provider, ROOT, ROOT.authority(request -> request), "");
  }

  private void listed(
      TlsProvider provider, TestAuthority root, TestAuthority issuer, String refusal)
      throws IOException {
    Path lists = directory.resolve("crl.pem");
    Files.writeString(lists, Pem.of(root.emptyList(), issuer.emptyList()));
    TlsSettings.Builder settings = settings(provider, "TLSv1.3", root.certificate()).crlFile(lists);
    IssuedCertificate server = issuer.issue(request -> request);
    if (refusal.isEmpty()) {
      accepted(settings, server);
    } else {
      refused(settings, server, refusal);
    }
  }

  /** Two intermediates of one name; refused for a reason, unless that is empty. */
  private record Namesakes(TestAuthority issuer, TestAuthority other, List<String> refusals) {
    Namesakes(TestAuthority issuer, TestAuthority other, String... refusals) {
      this(issuer, other, List.of(refusals));
    }

    String refusal() {
      return refusals.get(0);
    }

    @Override
    public String toString() {
      return refusal().isEmpty() ? "accepted" : refusal();
    }
  }

  /** Every order of two intermediates of one name, of which one is wrong in some way. */
  static List<Object[]> namesakes() {
    TestAuthority sub = ROOT.authority(request -> request);
    TestAuthority stranger =
        TestAuthority.root(request -> request.commonName("other")).authority(request -> request);
    TestAuthority expired =
        ROOT.authority(
            request ->
                request
                    .validFrom(Instant.now().minus(Duration.ofDays(2)))
                    .validUntil(Instant.now().minus(Duration.ofDays(1))));
    TestAuthority weak = ROOT.authority(request -> request.keyPair(key("RSA", 1024)));
    TestAuthority noAuthority =
        ROOT.authority(
            request ->
                request.extension(KEY_USAGE, true, der(new KeyUsage(KeyUsage.digitalSignature))));
    return Selection.of(
        List.of(
            new Namesakes(sub, stranger, ""),
            new Namesakes(sub, expired, ""),
            new Namesakes(expired, sub, "the certificate of CN=sub expired on"),
            new Namesakes(expired, stranger, "the certificate of CN=sub expired on"),
            new Namesakes(weak, sub, "the certificate of CN=sub has an RSA key of 1024 bits"),
            new Namesakes(noAuthority, sub, "may not sign certificates (key usage)"),
            new Namesakes(
                stranger,
                sub,
                "no trusted authority issued the certificate of CN=",
                "CN=sub was not signed by CN=root")),
        List.of(true, false),
        List.of(TlsProvider.values()));
  }

  @ParameterizedTest
  @MethodSource("namesakes")
  void followsIssuerAndNotItsNamesake(
      Namesakes namesakes, boolean issuerFirst, TlsProvider provider) throws Exception {
    TestAuthority issuer = namesakes.issuer();
    TestAuthority namesake = namesakes.other();
    IssuedCertificate server = issuer.issue(request -> request);
    List<X509Certificate> above =
        new ArrayList<>(List.of(issuer.certificate(), namesake.certificate()));
    if (!issuerFirst) {
      Collections.reverse(above);
    }
    above.add(0, server.certificate());
    IssuedCertificate shown = new IssuedCertificate(above, server.privateKey());
    TlsSettings.Builder settings = settings(provider, "TLSv1.3", ROOT.certificate());
    if (namesakes.refusal().isEmpty()) {
      accepted(settings, shown);
    } else {
      refused(settings, shown, namesakes.refusals().toArray(String[]::new));
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void saysOfCertificateThatCannotBeRead(TlsProvider provider, String protocol) throws Exception {
    IssuedCertificate good = ROOT.issue(request -> request);
    byte[] encoding = good.certificate().getEncoded();
    for (EncodedCertificate bad :
        List.of(
            new EncodedCertificate(good.certificate(), new byte[] {0x30, 0}),
            new EncodedCertificate(
                good.certificate(), Arrays.copyOf(encoding, encoding.length - 1)))) {
      refused(
          settings(provider, protocol, ROOT.certificate()),
          new IssuedCertificate(List.of(bad), good.privateKey()),
          "the server's certificate, or one that came with it, cannot be read");
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void refusesEmptySubjectWithoutCriticalNames(TlsProvider provider, String protocol)
      throws Exception {
    IssuedCertificate good = ROOT.issue(request -> request);
    refused(
        settings(provider, protocol, ROOT.certificate()),
        new IssuedCertificate(
            List.of(
                new EncodedCertificate(
                    good.certificate(), OpenSslFilesTest.encoded("nameless.crt"))),
            good.privateKey()),
        "extension MUST be marked critical when subject field is empty");
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void saysOfExtensionThatItIsThereTwice(TlsProvider provider, String protocol) throws Exception {
    IssuedCertificate good = ROOT.issue(request -> request);
    refused(
        settings(provider, protocol, ROOT.certificate()),
        new IssuedCertificate(
            List.of(EncodedCertificate.withExtensionTwice(good.certificate())), good.privateKey()),
        "uplicate extensions",
        "repeated extension");
  }

  /** Under TLS 1.2 no JVM's server shows such a key. */
  @ParameterizedTest
  @EnumSource
  void saysOfKeyThatItIsTooSmall(TlsProvider provider) throws Exception {
    for (String curve : List.of("secp192r1", "secp160r1")) {
      IssuedCertificate other = ROOT.issue(request -> request);
      List<X509Certificate> small =
          ROOT.issue(request -> request.keyPair(TestAuthority.ec(curve))).chain();
      refused(
          settings(provider, "TLSv1.3", ROOT.certificate()),
          new IssuedCertificate(small, other.privateKey()),
          "EC 192 bit key",
          "EC 161 bit key",
          "the server's certificate, or one that came with it, cannot be read");
    }
  }

  /** Once refused, and refused by OpenSSL; the JDK does not look at the dates of trust anchors. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void acceptsTrustedCertificatesThatAreNotCurrent(TlsProvider provider, String protocol)
      throws Exception {
    Instant now = Instant.now();
    KeyPair keys = KeyType.P_256.generate();
    TestAuthority old =
        TestAuthority.root(
            request ->
                request
                    .keyPair(keys)
                    .validFrom(now.minus(Duration.ofDays(2)))
                    .validUntil(now.minus(Duration.ofDays(1))));
    IssuedCertificate server = old.issue(request -> request);
    accepted(settings(provider, protocol, old.certificate()), server);

    IssuedCertificate early =
        ROOT.issue(request -> request.validFrom(now.plus(Duration.ofDays(1))));
    accepted(settings(provider, protocol, early.certificate()), early);
  }

  private void accepted(TlsSettings.Builder settings, IssuedCertificate certificate)
      throws IOException {
    try (JsseServer server = JsseServer.start(certificate)) {
      Exchange.overLoopback(settings.build(), "localhost", server.port());
    }
  }

  /** Refused with one of these messages. */
  private static void refused(
      TlsSettings.Builder settings, IssuedCertificate certificate, String... messages)
      throws IOException {
    try (JsseServer server = JsseServer.start(certificate)) {
      assertThat(Exchange.refusedOverLoopback(settings.build(), "localhost", server.port()))
          .satisfies(
              e -> assertThat(messages).anySatisfy(m -> assertThat(e).hasMessageContaining(m)));
    }
  }

  private TlsSettings.Builder settings(
      TlsProvider provider, String protocol, X509Certificate... anchors) throws IOException {
    Path file = directory.resolve("ca.pem");
    Files.writeString(file, Pem.certificates(List.of(anchors)));
    return TlsSettings.builder().provider(provider).protocols(List.of(protocol)).caFile(file);
  }
}
