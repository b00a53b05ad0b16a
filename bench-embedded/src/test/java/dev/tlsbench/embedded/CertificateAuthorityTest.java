package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateAuthorityTest {
  private static final Map<KeyType, KeyPair> KEYS = new EnumMap<>(KeyType.class);

  private static final String PASSWORD = "correct horse";

  private final Path directory;

  CertificateAuthorityTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @ParameterizedTest
  @EnumSource
  void issuesEveryKeyTypeWithChainThatValidates(KeyType keyType) throws Exception {
    CertificateAuthority ca = CertificateAuthority.builder().keyType(keyType).build();

    IssuedCertificate server = ca.server().keyType(keyType).build();

    validate(ca, server);
    assertThat(server.certificate().getPublicKey().getAlgorithm())
        .isEqualTo(server.privateKey().getAlgorithm());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void putsIntermediateAuthoritiesInChain(int intermediates) throws Exception {
    CertificateAuthority ca = CertificateAuthority.builder().intermediates(intermediates).build();

    IssuedCertificate server = ca.issueServer();

    assertThat(server.chain()).hasSize(1 + intermediates);
    assertThat(ca.certificate().getBasicConstraints()).isEqualTo(intermediates);
    validate(ca, server);
  }

  @Test
  void saysWhatCertificateIsFor() throws Exception {
    CertificateAuthority ca = CertificateAuthority.create();

    X509Certificate server = ca.issueServer().certificate();
    X509Certificate client = ca.issueClient("alice").certificate();

    assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(client.getSubjectX500Principal().getName()).isEqualTo("CN=alice");
    assertThat(server.getBasicConstraints()).isEqualTo(-1);
    assertThat(server.getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(
            List.of(2, "localhost"), List.of(7, "127.0.0.1"), List.of(7, "0:0:0:0:0:0:0:1"));
  }

  /** Key usage, RFC 5280, section 4.2.1.3: bit 0 is digitalSignature, bit 2 keyEncipherment. */
  @Test
  void derivesKeyUsageFromTheTypeOfKey() {
    CertificateAuthority ca = CertificateAuthority.create();

    assertThat(keyUsage(ca.server().keyType(KeyType.RSA_2048))).containsExactly(0, 2);
    assertThat(keyUsage(ca.server())).containsExactly(0);
    assertThat(keyUsage(ca.client("alice").keyType(KeyType.RSA_2048))).containsExactly(0);
  }

  private static List<Integer> keyUsage(CertificateBuilder<IssuedCertificate> builder) {
    boolean[] bits = builder.build().certificate().getKeyUsage();
    return IntStream.range(0, bits.length).filter(bit -> bits[bit]).boxed().toList();
  }

  @Test
  void issuesOtherNamesInPlaceOfLocalhost() throws Exception {
    X509Certificate server =
        CertificateAuthority.create().server().dnsNames("db.example.org").build().certificate();

    assertThat(server.getSubjectAlternativeNames()).containsExactly(List.of(2, "db.example.org"));
  }

  @Test
  void issuesExpiredAndNotYetValidCertificates() {
    CertificateAuthority ca = CertificateAuthority.create();
    Instant now = Instant.now();

    IssuedCertificate expired =
        ca.server()
            .validFrom(now.minus(Duration.ofDays(2)))
            .validUntil(now.minus(Duration.ofDays(1)))
            .build();
    IssuedCertificate early = ca.server().validFrom(now.plus(Duration.ofDays(1))).build();

    assertThatThrownBy(() -> validate(ca, expired))
        .hasCauseInstanceOf(CertificateExpiredException.class);
    assertThatThrownBy(() -> validate(ca, early))
        .hasCauseInstanceOf(CertificateNotYetValidException.class);
  }

  @Test
  void refusesValidityThatEndsBeforeItStarts() {
    CertificateBuilder<IssuedCertificate> request =
        CertificateAuthority.create().server().validUntil(Instant.now().minus(Duration.ofDays(1)));

    assertThatThrownBy(request::build)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("is before validFrom");
  }

  @Test
  void refusesIntermediatesOfNegativeNumberOrOfServer() {
    for (CertificateBuilder<?> builder :
        List.of(CertificateAuthority.builder(), CertificateAuthority.create().server())) {
      assertThatThrownBy(() -> builder.intermediates(-1))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("intermediates: -1; expected 0 or more");
    }
    assertThatThrownBy(() -> CertificateAuthority.create().server().intermediates(1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("for an authority only");
  }

  @Test
  void doesNotTrustAnotherAuthorityOfSameName() {
    IssuedCertificate server = CertificateAuthority.create().issueServer();

    assertThatThrownBy(() -> validate(CertificateAuthority.create(), server))
        .isInstanceOf(CertPathValidatorException.class);
  }

  @ParameterizedTest
  @EnumSource
  void writesKeyThatReadsBackFromEveryPemForm(KeyType keyType) throws Exception {
    IssuedCertificate issued = issue(keyType);
    Path pem = directory.resolve("key.pem");

    issued.writeKeyPem(pem);
    assertThat(Files.readString(pem)).startsWith("-----BEGIN PRIVATE KEY-----\n");
    assertThat(((PrivateKeyInfo) parse(pem)).getEncoded())
        .isEqualTo(issued.privateKey().getEncoded());

    issued.writeEncryptedKeyPem(pem, PASSWORD);
    PrivateKeyInfo decrypted =
        ((PKCS8EncryptedPrivateKeyInfo) parse(pem))
            .decryptPrivateKeyInfo(
                new JceOpenSSLPKCS8DecryptorProviderBuilder()
                    .setProvider(new BouncyCastleProvider())
                    .build(PASSWORD.toCharArray()));
    assertThat(decrypted.getEncoded()).isEqualTo(issued.privateKey().getEncoded());

    issued.writePem(pem);
    assertThat(Files.readString(pem)).contains("BEGIN CERTIFICATE", "BEGIN PRIVATE KEY");
    issued.writePem(pem, PASSWORD);
    assertThat(Files.readString(pem)).contains("BEGIN CERTIFICATE", "BEGIN ENCRYPTED PRIVATE KEY");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ED25519")
  void writesTraditionalKey(KeyType keyType) throws Exception {
    IssuedCertificate issued = issue(keyType);
    Path pem = directory.resolve("key.pem");

    TraditionalPem.writeKey(issued, pem);

    String algorithm = issued.privateKey().getAlgorithm();
    assertThat(Files.readString(pem)).startsWith("-----BEGIN " + algorithm + " PRIVATE KEY-----");
    PEMKeyPair parsed = (PEMKeyPair) parse(pem);
    PrivateKey key =
        KeyFactory.getInstance(algorithm)
            .generatePrivate(new PKCS8EncodedKeySpec(parsed.getPrivateKeyInfo().getEncoded()));
    assertThat(signatureVerifies(key, issued.certificate())).isTrue();
    assertThat(parsed.getPublicKeyInfo().getEncoded())
        .isEqualTo(issued.certificate().getPublicKey().getEncoded());
  }

  @ParameterizedTest
  @EnumSource
  void writesKeyStoresAndTrustStores(KeyType keyType) throws Exception {
    CertificateAuthority ca = CertificateAuthority.create();
    IssuedCertificate issued = issue(ca, keyType);
    issued.writeKeyStore(directory.resolve("key.p12"), "PKCS12", PASSWORD);
    issued.writeKeyStore(directory.resolve("key.jks"), "JKS", PASSWORD);
    ca.writeTrustStore(directory.resolve("trust.p12"), "PKCS12", PASSWORD);
    ca.writeTrustStore(directory.resolve("trust.jks"), "JKS", PASSWORD);

    for (String kind : List.of("p12", "jks")) {
      KeyStore keys = load("key." + kind);
      String alias = keys.aliases().nextElement();
      assertThat(keys.getKey(alias, PASSWORD.toCharArray())).isEqualTo(issued.privateKey());
      assertThat(keys.getCertificateChain(alias)).containsExactly(issued.certificate());
      KeyStore trust = load("trust." + kind);
      assertThat(trust.getCertificate(trust.aliases().nextElement())).isEqualTo(ca.certificate());
    }
  }

  @Test
  void keepsFilesToTheirOwner() throws IOException {
    CertificateAuthority ca = CertificateAuthority.create();
    IssuedCertificate issued = ca.issueServer();
    Path open = Files.createFile(directory.resolve("server.pem"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));

    issued.writePem(open);
    issued.writeKeyStore(directory.resolve("server.p12"), "PKCS12", PASSWORD);

    try (var files = Files.list(directory)) {
      assertThat(files)
          .hasSize(2)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  private static IssuedCertificate issue(KeyType keyType) {
    return issue(CertificateAuthority.create(), keyType);
  }

  private static IssuedCertificate issue(CertificateAuthority ca, KeyType keyType) {
    return TestAuthority.of(ca).issue(request -> request.keyPair(keys(keyType)));
  }

  /** Returns the same keys each time: those of RSA take a second or more. */
  private static KeyPair keys(KeyType keyType) {
    return KEYS.computeIfAbsent(keyType, KeyType::generate);
  }

  private static boolean signatureVerifies(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance("SHA256with" + ("EC".equals(key.getAlgorithm()) ? "ECDSA" : "RSA"));
    signature.initSign(key);
    byte[] signed = signature.sign();
    signature.initVerify(certificate);
    return signature.verify(signed);
  }

  private KeyStore load(String name) throws GeneralSecurityException, IOException {
    return KeyStore.getInstance(directory.resolve(name).toFile(), PASSWORD.toCharArray());
  }

  private static Object parse(Path pem) throws IOException {
    try (PEMParser parser = new PEMParser(Files.newBufferedReader(pem))) {
      return parser.readObject();
    }
  }

  private static void validate(CertificateAuthority ca, IssuedCertificate issued)
      throws GeneralSecurityException {
    PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(ca.certificate(), null)));
    parameters.setRevocationEnabled(false);
    CertPathValidator.getInstance("PKIX")
        .validate(
            CertificateFactory.getInstance("X.509").generateCertPath(issued.chain()), parameters);
  }
}
