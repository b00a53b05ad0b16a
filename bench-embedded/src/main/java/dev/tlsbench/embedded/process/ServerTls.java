package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** The TLS files of one server: its certificate, the authority, and a certificate for clients. */
public final class ServerTls {
  /**
   * The password of stores that only the server reads. The mode of the files protects them; a key
   * store just requires a password.
   */
  public static final String STORE_PASSWORD = "tlsbench";

  private static final Duration RENEWED_BEFORE_END = Duration.ofDays(30);

  private final Path directory;

  private ServerTls(Path directory) {
    this.directory = directory;
  }

  /** Creates the files of a server, or reuses those in its directory. */
  static ServerTls in(
      ServerDirectory server,
      @Nullable CertificateAuthority authority,
      @Nullable IssuedCertificate certificate,
      KeyType keyType)
      throws IOException {
    ServerTls files = new ServerTls(server.resolve("tls"));
    if (authority != null || !files.usable(keyType)) {
      CertificateAuthority ca = authority == null ? CertificateAuthority.create() : authority;
      files.write(ca, certificate == null ? ca.server().keyType(keyType).build() : certificate);
    }
    return files;
  }

  /** Returns the authority, PEM. */
  public Path caFile() {
    return directory.resolve("ca.pem");
  }

  /** Returns the server's chain, PEM. */
  public Path certificateFile() {
    return directory.resolve("server-cert.pem");
  }

  /** Returns the server's key, PEM. */
  public Path keyFile() {
    return directory.resolve("server-key.pem");
  }

  /**
   * Returns the server's chain and key, JKS: of PKCS#12 each opening costs a new JVM 0.3 s of CPU,
   * for the 30,000 iterations by which a password would be protected that is no secret.
   */
  public Path keyStoreFile() {
    return directory.resolve("server.jks");
  }

  /** Returns the authority, JKS. */
  public Path trustStoreFile() {
    return directory.resolve("trust.jks");
  }

  /** Returns a client's chain and key, PEM. */
  public Path clientFile() {
    return directory.resolve("client.pem");
  }

  private void write(CertificateAuthority ca, IssuedCertificate server) throws IOException {
    PrivateFiles.createDirectory(directory);
    ca.writePem(caFile());
    server.writeCertificatePem(certificateFile());
    server.writeKeyPem(keyFile());
    server.writeKeyStore(keyStoreFile(), "JKS", STORE_PASSWORD);
    ca.writeTrustStore(trustStoreFile(), "JKS", STORE_PASSWORD);
    ca.issueClient("tlsbench client").writePem(clientFile());
  }

  /**
   * Returns whether the files can be reused. They are written in order and atomically, so they
   * match if the last ones match.
   */
  private boolean usable(KeyType keyType) {
    // Earlier versions wrote PKCS#12.
    if (!Files.exists(clientFile()) || !Files.exists(keyStoreFile())) {
      return false;
    }
    try {
      X509Certificate ca = certificate(caFile());
      KeyStore store = KeyStore.getInstance(keyStoreFile().toFile(), STORE_PASSWORD.toCharArray());
      Certificate server = store.getCertificate(store.aliases().nextElement());
      X509Certificate client = certificate(clientFile());
      Date then = Date.from(Instant.now().plus(RENEWED_BEFORE_END));
      for (X509Certificate issued : new X509Certificate[] {(X509Certificate) server, client}) {
        issued.verify(ca.getPublicKey());
        issued.checkValidity();
        issued.checkValidity(then);
      }
      return server.equals(certificate(certificateFile()))
          && keyType.equals(KeyType.of(server.getPublicKey()).orElse(null));
    } catch (GeneralSecurityException | IOException e) {
      return false;
    }
  }

  /** Returns the first certificate of a PEM file. */
  static X509Certificate certificate(Path file) throws IOException, CertificateException {
    try (InputStream pem = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
    }
  }
}
