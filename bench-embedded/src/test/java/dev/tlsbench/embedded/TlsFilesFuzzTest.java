package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CRLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates, keys and revocation lists that were damaged. */
class TlsFilesFuzzTest {
  private static final CertificateAuthority CA =
      CertificateAuthority.builder().intermediates(1).build();
  private static final IssuedCertificate CLIENT = CA.issueClient("alice");
  private static final String PASSWORD = "correct horse battery";

  /** Enough for files of some kilobytes; one of 16 MiB may take more. */
  private static final long MEMORY = 64 << 20;

  private static final List<byte[]> WORDS =
      Stream.of(
              "-----BEGIN CERTIFICATE-----\n",
              "-----END CERTIFICATE-----\n",
              "-----BEGIN PRIVATE KEY-----\n",
              "-----BEGIN RSA PRIVATE KEY-----\n",
              "-----BEGIN EC PRIVATE KEY-----\n",
              "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n",
              "-----BEGIN ENCRYPTED PRIVATE KEY-----\n",
              "-----BEGIN X509 CRL-----\n",
              "-----BEGIN TRUSTED CERTIFICATE-----\n",
              "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n",
              "\r",
              "\n",
              "\u00ef\u00bb\u00bf",
              "-----",
              "=",
              "0\u0084\u007f\u00ff\u00ff\u00ff",
              "\u0002\u0004\u007f\u00ff\u00ff\u00ff",
              "0\u0080",
              "\0")
          .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
          .toList();

  private Path directory;

  @BeforeEach
  void takeDirectory(@TempDir Path temporary) {
    directory = temporary;
  }

  /** Writes a file. */
  private interface Writer {
    void write(Path file) throws IOException;
  }

  private Mutations mutations(Writer... writers) throws IOException {
    List<byte[]> corpus = new ArrayList<>();
    for (Writer writer : writers) {
      Path file = directory.resolve("whole");
      Files.deleteIfExists(file);
      writer.write(file);
      corpus.add(Files.readAllBytes(file));
    }
    return new Mutations(corpus, WORDS);
  }

  private void check(String target, Mutations mutations, UnaryOperator<TlsSettings.Builder> naming)
      throws InterruptedException {
    Path file = directory.resolve("damaged");
    Fuzz.of(target, mutations::next)
        .allocating(MEMORY)
        .check(
            content -> {
              Files.write(file, content);
              TlsSettings settings = naming.apply(TlsSettings.builder()).build();
              try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
                return context.settings().enabled();
              } catch (InvalidSettingException e) {
                assertThat(e.getMessage()).startsWith("tls.").doesNotContain("\n", "\r", PASSWORD);
                return false;
              }
            });
  }

  @Test
  void readsOrRefusesAuthorities() throws Exception {
    check(
        "tls.caFile, PEM",
        mutations(CA::writePem, TlsFilesFuzzTest::writeBundle),
        settings -> settings.caFile(directory.resolve("damaged")));
  }

  private static void writeBundle(Path file) throws IOException {
    CA.writePem(file);
    String authority = Files.readString(file);
    CLIENT.writeCertificatePem(file);
    Files.writeString(file, authority + Files.readString(file));
  }

  @Test
  void readsOrRefusesTrustStores() throws Exception {
    check(
        "tls.caFile, PKCS#12 and JKS",
        mutations(
            file -> CA.writeTrustStore(file, "PKCS12", PASSWORD),
            file -> CA.writeTrustStore(file, "JKS", PASSWORD)),
        settings -> settings.caFile(directory.resolve("damaged")).caFilePassword(PASSWORD));
  }

  @Test
  void readsOrRefusesKeys() throws Exception {
    List<Writer> writers = new ArrayList<>();
    for (KeyType type : KeyType.values()) {
      IssuedCertificate client = CA.client("bob").keyType(type).build();
      writers.add(client::writePem);
      writers.add(file -> client.writePem(file, PASSWORD));
    }
    IssuedCertificate rsa = CA.client("eve").keyType(KeyType.RSA_2048).build();
    for (Writer keyWriter :
        List.<Writer>of(rsa::writeKeyPem, file -> TraditionalPem.writeKey(rsa, file))) {
      writers.add(
          file -> {
            keyWriter.write(file);
            String key = Files.readString(file);
            rsa.writeCertificatePem(file);
            Files.writeString(file, Files.readString(file) + key);
          });
    }
    check(
        "tls.certificateKeyFile, PEM",
        mutations(writers.toArray(Writer[]::new)),
        settings ->
            settings.certificateKeyFile(directory.resolve("damaged")).keyPassword(PASSWORD));
  }

  @Test
  void readsOrRefusesKeyStores() throws Exception {
    check(
        "tls.certificateKeyFile, PKCS#12 and JKS",
        mutations(
            file -> CLIENT.writeKeyStore(file, "PKCS12", PASSWORD),
            file -> CLIENT.writeKeyStore(file, "JKS", PASSWORD)),
        settings ->
            settings.certificateKeyFile(directory.resolve("damaged")).keyPassword(PASSWORD));
  }

  @Test
  void readsOrRefusesRevocationLists() throws Exception {
    Path authority = directory.resolve("ca.pem");
    CA.writePem(authority);
    check(
        "tls.crlFile, PEM and DER",
        mutations(
            file -> TestAuthority.writeLists(file, CA, CLIENT),
            TlsFilesFuzzTest::writeTwoLists,
            file -> Files.write(file, encodedList())),
        settings -> settings.caFile(authority).crlFile(directory.resolve("damaged")));
  }

  private static void writeTwoLists(Path file) throws IOException {
    TestAuthority.writeLists(file, CA, CLIENT);
    Files.writeString(file, Files.readString(file) + Files.readString(file));
  }

  private static byte[] encodedList() throws IOException {
    try {
      return TestAuthority.lists(CA, CLIENT).get(0).getEncoded();
    } catch (CRLException e) {
      throw new IOException(e);
    }
  }
}
