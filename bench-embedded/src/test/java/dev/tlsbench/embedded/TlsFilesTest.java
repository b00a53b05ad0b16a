package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.misc.MiscObjectIdentifiers;
import org.bouncycastle.asn1.misc.ScryptParams;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.EncryptionScheme;
import org.bouncycastle.asn1.pkcs.KeyDerivationFunc;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.util.Arrays;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are wrong, and files that look wrong and are not. */
class TlsFilesTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final IssuedCertificate CLIENT = CA.issueClient("alice");
  private static final IssuedCertificate OTHER_CLIENT = CA.issueClient("bob");
  private static final String PASSWORD = "correct horse battery";
  private static final String WRONG = "Tr0ub4dor and 3";

  private Path directory;

  @BeforeEach
  void writeFiles(@TempDir Path temporary) throws IOException {
    directory = temporary;
    CA.writePem(file("ca.pem"));
    CLIENT.writeCertificatePem(file("client.crt"));
    CLIENT.writeKeyPem(file("client.key"));
  }

  /** The options that name a file, with what is expected of it. */
  private enum FileOption {
    CA_FILE("tls.caFile") {
      @Override
      TlsSettings.Builder naming(Path file) {
        return TlsSettings.builder().caFile(file);
      }
    },
    CERTIFICATE_KEY_FILE("tls.certificateKeyFile") {
      @Override
      TlsSettings.Builder naming(Path file) {
        return TlsSettings.builder().certificateKeyFile(file);
      }
    },
    CRL_FILE("tls.crlFile") {
      @Override
      TlsSettings.Builder naming(Path file) {
        return TlsSettings.builder().crlFile(file);
      }
    };

    final String property;

    FileOption(String property) {
      this.property = property;
    }

    abstract TlsSettings.Builder naming(Path file);
  }

  @ParameterizedTest
  @EnumSource
  void refusesMissingFile(FileOption option) {
    assertRefused(
        option.naming(file("none.pem")),
        option.property + ": " + file("none.pem") + " does not exist; check the path");
  }

  @ParameterizedTest
  @EnumSource
  void refusesEmptyFile(FileOption option) throws IOException {
    Files.createFile(file("empty.pem"));

    assertRefused(
        option.naming(file("empty.pem")), option.property + ": ", "empty.pem is empty; expected");
  }

  @ParameterizedTest
  @EnumSource
  void refusesDirectory(FileOption option) {
    assertRefused(
        option.naming(directory),
        option.property + ": " + directory + " is a directory; name a file");
  }

  @ParameterizedTest
  @EnumSource
  void refusesFileBelowFile(FileOption option) {
    Path below = file("ca.pem").resolve("below");

    assertRefused(option.naming(below), option.property + ": " + below);
  }

  @ParameterizedTest
  @EnumSource
  void refusesBinaryFile(FileOption option) throws IOException {
    Files.write(file("binary"), new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1, 0});

    assertRefused(option.naming(file("binary")), option.property + ": ", "expected PEM blocks");
  }

  @ParameterizedTest
  @EnumSource
  void refusesText(FileOption option) throws IOException {
    Files.writeString(file("text"), "certificate=none\n");

    assertRefused(option.naming(file("text")), option.property + ": ", "expected PEM blocks");
  }

  @ParameterizedTest
  @EnumSource
  void refusesPemWithoutWhatIsLookedFor(FileOption option) throws IOException {
    Files.writeString(
        file("other.pem"),
        "-----BEGIN DH PARAMETERS-----\nMAYCAQcCAQI=\n-----END DH PARAMETERS-----\n");

    assertRefused(
        option.naming(file("other.pem")),
        option.property + ": ",
        option == FileOption.CERTIFICATE_KEY_FILE
            ? " in it; expected PEM blocks"
            : "other.pem, line 1: a PEM block 'DH PARAMETERS' where only");
  }

  @ParameterizedTest
  @EnumSource
  void refusesDamagedPem(FileOption option) throws IOException {
    String good = Files.readString(file("ca.pem"));
    Files.writeString(file("cut.pem"), good + good.substring(0, 200));

    assertRefused(
        option.naming(file("cut.pem")),
        option.property + ": ",
        "cut.pem, line 12: the PEM block 'CERTIFICATE' has no line '-----END CERTIFICATE-----'");
  }

  @Test
  void refusesCertificateWithoutKey() {
    assertRefused(
        TlsSettings.builder().certificateKeyFile(file("client.crt")),
        "tls.certificateKeyFile: " + file("client.crt") + " has no private key in it",
        "expected PEM blocks 'BEGIN PRIVATE KEY'");
  }

  @Test
  void refusesKeyWithoutCertificate() {
    assertRefused(
        TlsSettings.builder().certificateKeyFile(file("client.key")),
        "tls.certificateKeyFile: " + file("client.key") + " has no certificate in it",
        "'BEGIN CERTIFICATE'");
  }

  @Test
  void refusesKeyOfAnotherCertificate() throws IOException {
    OTHER_CLIENT.writeKeyPem(file("other.key"));

    assertRefused(
        TlsSettings.builder().certificateFile(file("client.crt")).keyFile(file("other.key")),
        file("other.key")
            + ": the private key does not belong to the first certificate (CN=alice)");
  }

  @Test
  void refusesKeyOfAnotherKind() throws IOException {
    CA.client("eve").keyType(KeyType.ED25519).build().writeKeyPem(file("other.key"));

    assertRefused(
        TlsSettings.builder().certificateFile(file("client.crt")).keyFile(file("other.key")),
        "does not belong to the first certificate");
  }

  @Test
  void refusesEncryptedKeyWithoutItsPassword() throws IOException {
    CLIENT.writePem(file("encrypted.pem"), PASSWORD);

    assertRefused(
        TlsSettings.builder().certificateKeyFile(file("encrypted.pem")),
        "encrypted.pem, line 12: the private key is encrypted; give its password",
        "tlsCertificateKeyFilePassword, ssl-key-password or tls.certificateKeyFilePassword");
    assertRefused(
        TlsSettings.builder().certificateKeyFile(file("encrypted.pem")).keyPassword(WRONG),
        "encrypted.pem, line 12: the password does not decrypt the private key");
  }

  @Test
  void refusesKeyStoreWithoutItsPassword() throws IOException {
    CLIENT.writeKeyStore(file("client.p12"), "PKCS12", PASSWORD);
    CLIENT.writeKeyStore(file("client.jks"), "JKS", PASSWORD);

    for (String name : List.of("client.p12", "client.jks")) {
      assertRefused(
          TlsSettings.builder().certificateKeyFile(file(name)),
          file(name) + " is a key store; give its password (tls.certificateKeyFilePassword)");
      assertRefused(
          TlsSettings.builder().certificateKeyFile(file(name)).keyPassword(WRONG),
          file(name) + ": the password does not open the key store, or the store is damaged");
    }
  }

  @Test
  void refusesKeyStoreWithoutKey() throws IOException {
    CA.writeTrustStore(file("trust.p12"), "PKCS12", PASSWORD);

    assertRefused(
        TlsSettings.builder().certificateKeyFile(file("trust.p12")).keyPassword(PASSWORD),
        file("trust.p12") + ": the key store has no private key in it");
  }

  /** Two files that were joined, of which a reader of stores would see the first. */
  @ParameterizedTest
  @ValueSource(strings = {"PKCS12", "JKS", "JCEKS"})
  void refusesWhatFollowsKeyStore(String type) throws Exception {
    CA.writeTrustStore(file("trust"), type, PASSWORD);
    byte[] store = Files.readAllBytes(file("trust"));
    byte[] certificate = CA.issueServer().chain().get(0).getEncoded();

    for (byte[] second : List.of(store, certificate)) {
      Files.write(file("trust"), Arrays.concatenate(store, second));
      assertRefused(
          TlsSettings.builder().caFile(file("trust")).caFilePassword(PASSWORD),
          "tls.caFile: " + file("trust") + ": something follows the key store");
    }
    if (!type.equals("PKCS12")) {
      assertRefused(TlsSettings.builder().caFile(file("trust")), "something follows the key store");
    }
  }

  @Test
  void refusesWhatFollowsTrustData() throws Exception {
    byte[] certificate = CA.issueServer().chain().get(0).getEncoded();
    byte[] trust = {0x30, 0};

    for (byte[] rest : List.of(certificate, new byte[] {1})) {
      Files.writeString(
          file("trusted.crt"),
          Pem.of(
              new PemObject("TRUSTED CERTIFICATE", Arrays.concatenate(certificate, trust, rest))));
      assertRefused(
          TlsSettings.builder().caFile(file("trusted.crt")),
          "trusted.crt, line 1: the PEM block 'TRUSTED CERTIFICATE' is damaged");
    }
  }

  @Test
  void namesPasswordOfKeyThatDiffersFromThatOfItsStore() throws Exception {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    store.setKeyEntry(
        "client",
        CLIENT.privateKey(),
        WRONG.toCharArray(),
        CLIENT.chain().toArray(new Certificate[0]));
    try (OutputStream file = Files.newOutputStream(file("client.jks"))) {
      store.store(file, PASSWORD.toCharArray());
    }

    assertRefused(
        TlsSettings.builder().certificateKeyFile(file("client.jks")).keyPassword(PASSWORD),
        "client.jks: the password opens the key store, but not the private key in it;");
  }

  @Test
  void refusesTrustStoreWithWrongPassword() throws IOException {
    CA.writeTrustStore(file("trust.p12"), "PKCS12", PASSWORD);
    CA.writeTrustStore(file("trust.jks"), "JKS", PASSWORD);

    for (String name : List.of("trust.p12", "trust.jks")) {
      assertRefused(
          TlsSettings.builder().caFile(file(name)).caFilePassword(WRONG),
          "tls.caFile: " + file(name) + ": the password does not open the key store");
    }
  }

  @Test
  void refusesTrustStoreWithoutTrustedCertificate() throws IOException {
    CLIENT.writeKeyStore(file("client.p12"), "PKCS12", PASSWORD);

    assertRefused(
        TlsSettings.builder().caFile(file("client.p12")).caFilePassword(PASSWORD),
        "tls.caFile: " + file("client.p12") + ": the key store has no trusted certificate in it");
  }

  @ParameterizedTest
  @MethodSource("trustedFiles")
  void trustsAuthorityInFileOfEveryKind(TrustedFile trusted) throws Exception {
    TlsSettings.Builder settings = trusted.write(directory);

    assertThat(shakesHands(settings).peer().subject()).isEqualTo("CN=localhost");
  }

  /** Writes the authority to a directory, and names the file. */
  private interface TrustedFile {
    TlsSettings.Builder write(Path directory) throws IOException;
  }

  static Stream<TrustedFile> trustedFiles() {
    return Stream.of(
        directory -> TlsSettings.builder().caFile(directory.resolve("ca.pem")),
        directory -> {
          CA.writeTrustStore(directory.resolve("trust.p12"), "PKCS12", PASSWORD);
          return TlsSettings.builder()
              .caFile(directory.resolve("trust.p12"))
              .caFilePassword(PASSWORD);
        },
        directory -> {
          CA.writeTrustStore(directory.resolve("trust.jks"), "JKS", PASSWORD);
          return TlsSettings.builder()
              .caFile(directory.resolve("trust.jks"))
              .caFilePassword(PASSWORD);
        },
        directory -> {
          CA.writeTrustStore(directory.resolve("open.jks"), "JKS", PASSWORD);
          return TlsSettings.builder().caFile(directory.resolve("open.jks"));
        });
  }

  /** As HAProxy's files have, and {@code openssl ecparam -genkey} writes. */
  @ParameterizedTest
  @ValueSource(strings = {"DH PARAMETERS", "EC PARAMETERS"})
  void passesOverParametersBesideKey(String type) throws IOException {
    CLIENT.writePem(file("client.pem"));
    Files.writeString(
        file("bundle.pem"),
        Pem.of(new PemObject(type, new byte[] {0x30, 0})) + Files.readString(file("client.pem")));

    try (TlsContext context =
        TlsContext.open(
            TlsSettings.builder().certificateKeyFile(file("bundle.pem")).build(),
            new TlsLedger())) {
      assertThat(context.settings().enabled()).isTrue();
    }
  }

  @Test
  void readsRevocationListOfBothKinds() throws Exception {
    TestAuthority.writeLists(file("crl.pem"), CA);
    Files.write(file("crl.der"), TestAuthority.lists(CA).get(0).getEncoded());

    for (String list : List.of("crl.pem", "crl.der")) {
      TlsSettings.Builder settings =
          TlsSettings.builder().caFile(file("ca.pem")).crlFile(file(list));
      assertThat(shakesHands(settings).peer().subject()).isEqualTo("CN=localhost");
    }
  }

  @Test
  void readsHashedRevocationListsOfADirectory() throws Exception {
    Path lists = Files.createDirectory(file("lists"));
    TlsSettings.Builder settings = TlsSettings.builder().caFile(file("ca.pem")).crlDirectory(lists);
    TestAuthority.writeLists(lists.resolve("crl.pem"), CA);
    assertThatThrownBy(() -> shakesHands(settings))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "revocation lists: %s has none with a name such as 1a2b3c4d.r0; run openssl rehash on it",
            lists);

    TestAuthority.writeLists(
        lists.resolve("0a1b2c3d.r0"), CertificateAuthority.builder().commonName("other").build());
    assertThatThrownBy(() -> shakesHands(settings))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("no current list of CN=tlsbench throw-away CA in " + lists);

    Files.move(lists.resolve("crl.pem"), lists.resolve("0a1b2c3d.r1"));
    assertThat(shakesHands(settings).peer().subject()).isEqualTo("CN=localhost");

    assertThatThrownBy(() -> shakesHands(settings.crlDirectory(file("ca.pem"))))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("ca.pem cannot be read as a directory; check the path");
  }

  @Test
  void keepsPasswordsToItself() throws IOException {
    CLIENT.writePem(file("client.pem"), PASSWORD);
    CA.writeTrustStore(file("trust.p12"), "PKCS12", WRONG);
    TlsSettings settings =
        TlsSettings.builder()
            .caFile(file("trust.p12"))
            .caFilePassword(WRONG)
            .certificateKeyFile(file("client.pem"))
            .keyPassword(PASSWORD)
            .build();

    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      assertThat(settings + " " + context.socketFactory())
          .doesNotContain(PASSWORD)
          .doesNotContain(WRONG);
    }
  }

  private static NegotiatedTls shakesHands(TlsSettings.Builder settings) throws IOException {
    try (JsseServer server = JsseServer.start(CA.issueServer())) {
      return Exchange.over(settings.build(), "localhost", server.port());
    }
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  /** One line, and no password in it or in what is underneath it. */
  private static void assertRefused(TlsSettings.Builder settings, String... message) {
    InvalidSettingException refused =
        catchThrowableOfType(
            InvalidSettingException.class,
            () -> TlsContext.open(settings.build(), new TlsLedger()));
    assertThat(refused).hasMessageContainingAll(message).hasMessageNotContaining("\n");
    StringWriter everything = new StringWriter();
    refused.printStackTrace(new PrintWriter(everything));
    assertThat(everything.toString()).doesNotContain(PASSWORD).doesNotContain(WRONG);
  }

  @ParameterizedTest
  @EnumSource
  @EnabledOnOs(OS.LINUX)
  void refusesFileWithoutEnd(FileOption option) {
    assertRefused(
        option.naming(Path.of("/dev/zero")), option.property + ": /dev/zero is longer than 16 MiB");
  }

  /** A bundle with certificates in any order, of which the server needs those that lead on. */
  @ParameterizedTest
  @EnumSource(names = {"JDK", "BOUNCY_CASTLE"})
  void passesOverCertificatesThatDoNotLeadOnFromTheFirst(TlsProvider provider) throws IOException {
    OTHER_CLIENT.writeCertificatePem(file("other.crt"));
    Files.writeString(
        file("bundle.pem"),
        Files.readString(file("client.crt"))
            + Files.readString(file("other.crt"))
            + Files.readString(file("client.crt"))
            + Files.readString(file("ca.pem"))
            + Files.readString(file("client.key")));
    TlsSettings settings =
        TlsSettings.builder().provider(provider).certificateKeyFile(file("bundle.pem")).build();

    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      assertThat(context.settings().enabled()).isTrue();
    }
  }

  @Test
  void refusesKeyThatItWouldTakeAWeekToDecrypt() throws IOException {
    Files.writeString(
        file("slow.pem"),
        Files.readString(file("client.crt"))
            + encryptedKey(
                new KeyDerivationFunc(
                    PKCSObjectIdentifiers.id_PBKDF2,
                    new PBKDF2Params(new byte[8], Integer.MAX_VALUE))));
    Files.writeString(
        file("large.pem"),
        Files.readString(file("client.crt"))
            + encryptedKey(
                new KeyDerivationFunc(
                    MiscObjectIdentifiers.id_scrypt,
                    new ScryptParams(new byte[8], 1 << 30, 8, 1))));

    for (String name : List.of("slow.pem", "large.pem")) {
      assertRefused(
          TlsSettings.builder().certificateKeyFile(file(name)).keyPassword(PASSWORD),
          file(name) + ", line 12: encrypted in a way that takes more than 5 million iterations");
    }
  }

  private static String encryptedKey(KeyDerivationFunc derivation) throws IOException {
    AlgorithmIdentifier algorithm =
        new AlgorithmIdentifier(
            PKCSObjectIdentifiers.id_PBES2,
            new PBES2Parameters(
                derivation,
                new EncryptionScheme(
                    NISTObjectIdentifiers.id_aes256_CBC, new DEROctetString(new byte[16]))));
    byte[] key = new EncryptedPrivateKeyInfo(algorithm, new byte[64]).getEncoded();
    return "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key)
        + "\n-----END ENCRYPTED PRIVATE KEY-----\n";
  }
}
