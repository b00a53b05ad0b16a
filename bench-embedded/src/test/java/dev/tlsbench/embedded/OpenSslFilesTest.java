package dev.tlsbench.embedded;

import static dev.tlsbench.core.tls.TlsProvider.JDK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms of certificates and keys as OpenSSL writes them; {@code openssl/make} made the files. */
class OpenSslFilesTest {
  private static final String PASSWORD = "größer als 7€";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scrypt.key",
        "pbkdf2.key",
        "pbes1.key",
        "des.key",
        "camellia.key",
        "traditional.key",
        "client.pk8",
        "encrypted.pk8"
      })
  void readsKeyOfEveryScheme(String key) {
    opens(
        TlsSettings.builder()
            .certificateFile(file("client.crt"))
            .keyFile(file(key))
            .keyPassword(PASSWORD));
  }

  @Test
  void readsTraditionalRsaKey() {
    opens(
        TlsSettings.builder()
            .certificateFile(file("rsa.crt"))
            .keyFile(file("rsa-traditional.key"))
            .keyPassword(PASSWORD));
  }

  @ParameterizedTest
  @ValueSource(strings = {"modern.p12", "legacy.p12"})
  void readsKeyStoreOfEveryScheme(String store) {
    opens(TlsSettings.builder().certificateKeyFile(file(store)).keyPassword(PASSWORD));
  }

  /** Outside of ASCII, JDK 17 has no PBES2, and Bouncy Castle no MAC with SHA-512. */
  @Test
  void readsKeyStoreIfJdkKnowsItsScheme() {
    TlsSettings.Builder settings =
        TlsSettings.builder().certificateKeyFile(file("sha512.p12")).keyPassword(PASSWORD);
    if (Runtime.version().feature() <= 17) {
      refuses(settings, "the password does not open the key store");
    } else {
      opens(settings);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty-password.p12", "open.p12"})
  void readsKeyStoreWithEmptyPassword(String store) {
    opens(TlsSettings.builder().certificateKeyFile(file(store)).keyPassword(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scrypt.key", "pbkdf2.key", "pbes1.key", "traditional.key"})
  void refusesEmptyPassword(String key) {
    refuses(
        TlsSettings.builder()
            .certificateFile(file("client.crt"))
            .keyFile(file(key))
            .keyPassword(""),
        "the password does not decrypt the private key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client.cer",
        "unlimited.crt",
        "text.crt",
        "two.cer",
        "bundle.p7b",
        "bundle.p7c",
        "netscape.p7b"
      })
  void readsAuthoritiesOfEveryForm(String authorities) throws Exception {
    opens(TlsSettings.builder().caFile(file(authorities)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trusted.crt|in a form that is not read (Extra data detected in stream)",
        "rejected.crt|in a form that is not read (Extra data detected in stream)",
        "email.crt|in a form that is not read (Extra data detected in stream)",
        "certificate-only.p12|has no certificate in it",
        "nameless.crt|MUST be marked critical when subject field is empty",
        "explicit.crt|Only named ECParameters supported",
        "client.key|a private key where only a certificate may be",
        "client.pk8|a private key where only a certificate may be"
      })
  void refusesAuthorities(String authorities, String reason) {
    refuses(TlsSettings.builder().caFile(file(authorities)).caFilePassword(PASSWORD), reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "traditional-aria.key|does not decrypt the private key (unknown encryption with private key)",
        "aria.key|does not decrypt the private key (unable to read encrypted data: unable to create",
        "client.key.der|is damaged, or in a form that is not read",
        "key-only.p12|is a key store; name it for the certificate too",
        "rsa.crt|something else where only one private key may be",
        "bundle.p7c|something else where only one private key may be"
      })
  void refusesKeys(String key, String reason) {
    refuses(
        TlsSettings.builder()
            .certificateFile(file("client.crt"))
            .keyFile(file(key))
            .keyPassword(PASSWORD),
        reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key-only.p12|has no private keys with their certificates in it",
        "certificate-only.p12|has no private keys with their certificates in it",
        "open.p12|has no private keys with their certificates in it"
      })
  void refusesKeyStores(String store, String reason) {
    refuses(TlsSettings.builder().certificateKeyFile(file(store)).keyPassword(PASSWORD), reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scrypt.key",
        "pbkdf2.key",
        "pbes1.key",
        "des.key",
        "camellia.key",
        "traditional.key",
        "modern.p12",
        "legacy.p12"
      })
  void refusesWrongPassword(String name) {
    boolean store = name.endsWith(".p12");
    TlsSettings.Builder settings =
        store
            ? TlsSettings.builder().certificateKeyFile(file(name))
            : TlsSettings.builder().certificateFile(file("client.crt")).keyFile(file(name));

    refuses(
        settings.keyPassword("grosser als 7"),
        store
            ? "the password does not open the key store"
            : "the password does not decrypt the private key");
  }

  static Stream<Arguments> providersAndKeys() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of("rsa", "rsa-pss", "ed448", "ed25519", "client", "brainpool", "secp256k1")
                    .flatMap(
                        key ->
                            Stream.of("TLSv1.2", "TLSv1.3")
                                .map(protocol -> Arguments.of(provider, key, protocol))));
  }

  /** A server accepts the client, or the settings are refused and name providers that can do it. */
  @ParameterizedTest
  @MethodSource("providersAndKeys")
  void signsWithKeyOrNamesItsType(TlsProvider provider, String key, String protocol)
      throws Exception {
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .provider(provider)
            .protocols(List.of(protocol))
            .allowInvalidCertificates(true)
            .certificateFile(file(key + ".crt"))
            .keyFile(file(key + ".key"));
    boolean common = key.equals("rsa") || key.equals("client");
    boolean curve = key.equals("brainpool") || key.equals("secp256k1");
    if (provider == TlsProvider.BOUNCY_CASTLE
        && key.equals("secp256k1")
        && protocol.equals("TLSv1.3")) {
      refuses(settings, "TLSv1.3 has no signatures of EC secp256k1 keys");
    } else if (common || provider == TlsProvider.BOUNCY_CASTLE || (provider == JDK && !curve)) {
      assertThat(clientSeen(settings.build(), key)).isEqualTo("CN=" + key);
    } else {
      refuses(settings, "or choose provider bouncycastle");
    }
  }

  /** Bouncy Castle's server knows all curves. */
  private static String clientSeen(TlsSettings settings, String key) throws Exception {
    JcaTlsCryptoProvider crypto =
        new JcaTlsCryptoProvider().setProvider(new BouncyCastleProvider());
    X509Certificate client =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(encoded(key + ".crt")));
    try (JsseServer server =
        JsseServer.builder(CertificateAuthority.create().issueServer())
            .provider(new BouncyCastleJsseProvider(false, crypto))
            .client(client)
            .start()) {
      Exchange.over(settings, "localhost", server.port());
      return server.visit().client();
    }
  }

  private static void opens(TlsSettings.Builder settings) {
    try (TlsContext context = TlsContext.open(settings.build(), new TlsLedger())) {
      assertThat(context.settings().enabled()).isTrue();
    }
  }

  private static void refuses(TlsSettings.Builder settings, String reason) {
    assertThatThrownBy(() -> TlsContext.open(settings.build(), new TlsLedger()).close())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("tls.")
        .hasMessageContaining(reason)
        .hasMessageNotContaining(PASSWORD)
        .hasMessageNotContaining("\n");
  }

  /** The DER encoding of a PEM file of one block. */
  static byte[] encoded(String name) throws IOException {
    String base64 = Files.readString(file(name)).replaceAll("-----.*-----|\\s", "");
    return Base64.getDecoder().decode(base64);
  }

  private static Path file(String name) {
    URL resource = OpenSslFilesTest.class.getResource("openssl/" + name);
    try {
      return Path.of(Objects.requireNonNull(resource, name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
