package dev.tlsbench.core.tls.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged PEM files: each boundary belongs to an object that was read, or the file is refused. */
class CredentialFileFuzzTest {
  private static final List<String> WORDS =
      List.of(
          "-----BEGIN CERTIFICATE-----",
          "-----END CERTIFICATE-----",
          "-----BEGIN X509 CRL-----",
          "-----END X509 CRL-----",
          "-----BEGIN TRUSTED CERTIFICATE-----",
          "-----BEGIN PKCS7-----",
          "-----",
          "--",
          "\n",
          "\r",
          "\r\n",
          "\uFEFF",
          " ",
          "\t",
          "\0",
          "\u2028",
          "=");

  private static String certificate = "";
  private static String list = "";

  private Path directory;

  @BeforeEach
  void takeDirectory(@TempDir Path temporary) {
    directory = temporary;
  }

  @BeforeAll
  static void issue() throws Exception {
    KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
    X500Name name = new X500Name("CN=fuzz");
    Date now = Date.from(Instant.now());
    certificate =
        pem(
            new JcaX509v3CertificateBuilder(name, BigInteger.ONE, now, now, name, keys.getPublic())
                .build(signer));
    list = pem(new X509v2CRLBuilder(name, now).build(signer));
  }

  private static String pem(Object object) throws Exception {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    }
    return text.toString();
  }

  private static void check(
      String target, Path file, String block, ToIntFunction<CredentialFile> count)
      throws Exception {
    Mutations mutations =
        Mutations.ofTexts(List.of(block, block + block, "a comment\n" + block + block), WORDS);
    Fuzz.of(target, mutations::next)
        .allocating(64 << 20)
        .check(
            content -> {
              Files.write(file, content);
              try {
                int read = count.applyAsInt(new CredentialFile("tls.file", file));
                assertThat(read).isEqualTo(boundaries(content, "-----BEGIN"));
                assertThat(read).isEqualTo(boundaries(content, "-----END"));
                return true;
              } catch (InvalidSettingException e) {
                assertThat(e.getMessage()).startsWith("tls.file: " + file).doesNotContain("\n");
                return false;
              }
            });
  }

  private static int boundaries(byte[] content, String boundary) {
    return new String(content, StandardCharsets.ISO_8859_1).split(boundary, -1).length - 1;
  }

  @Test
  void accountsForEachCertificate() throws Exception {
    check(
        "certificates in PEM",
        directory.resolve("certificates"),
        certificate,
        file -> file.authorities(Optional.empty()).size());
  }

  @Test
  void accountsForEachRevocationList() throws Exception {
    check(
        "revocation lists in PEM",
        directory.resolve("lists"),
        list,
        file -> file.revocationLists().size());
  }
}
