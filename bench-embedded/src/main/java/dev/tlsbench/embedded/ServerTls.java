package dev.tlsbench.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** The TLS files of one server: its certificate, the authority, and a certificate for clients. */
final class ServerTls {
  /**
   * The password of stores that only the server reads. The mode of the files protects them; a
   * PKCS#12 store just requires a password.
   */
  static final String STORE_PASSWORD = "tlsbench";

  private static final Duration RENEWED_BEFORE_END = Duration.ofDays(30);

  private final Path directory;

  private ServerTls(Path directory) {
    this.directory = directory;
  }

  /**
   * Creates the files of a server, or reuses those in its directory if the caller set no
   * certificate and they have the same key type and are valid for at least 30 more days.
   */
  static ServerTls in(ServerDirectory server, EmbeddedServerBuilder<?> asked) throws IOException {
    ServerTls files = new ServerTls(server.resolve("tls"));
    if (asked.authority != null) {
      files.write(asked.authority, asked);
    } else if (!files.usable(asked.keyType)) {
      files.write(CertificateAuthority.create(), asked);
    }
    return files;
  }

  /** Returns the authority, PEM. */
  Path caFile() {
    return directory.resolve("ca.pem");
  }

  /** Returns the server's chain, PEM. */
  Path certificateFile() {
    return directory.resolve("server-cert.pem");
  }

  /** Returns the server's key, PEM. */
  Path keyFile() {
    return directory.resolve("server-key.pem");
  }

  /** Returns the server's chain and key, PKCS#12. */
  Path keyStoreFile() {
    return directory.resolve("server.p12");
  }

  /** Returns a client's chain and key, PEM. */
  Path clientFile() {
    return directory.resolve("client.pem");
  }

  private void write(CertificateAuthority ca, EmbeddedServerBuilder<?> asked) throws IOException {
    PrivateFiles.createDirectory(directory);
    IssuedCertificate server =
        asked.serverCertificate != null
            ? asked.serverCertificate
            : ca.issue(CertificateRequest.forServer().keyType(asked.keyType).build());
    ca.writePem(caFile());
    server.writeCertificatePem(certificateFile());
    server.writeKeyPem(keyFile());
    server.writeKeyStore(keyStoreFile(), "PKCS12", STORE_PASSWORD);
    ca.issueClient("tlsbench client").writePem(clientFile());
  }

  /**
   * Returns whether the files can be reused. They are written in order and atomically, so they
   * match if the last ones match.
   */
  private boolean usable(KeyType keyType) {
    if (!Files.exists(clientFile())) {
      return false;
    }
    try {
      X509Certificate ca = Pem.firstCertificate(caFile());
      KeyStore store = KeyStore.getInstance(keyStoreFile().toFile(), STORE_PASSWORD.toCharArray());
      Certificate server = store.getCertificate(store.aliases().nextElement());
      X509Certificate client = Pem.firstCertificate(clientFile());
      Date then = Date.from(Instant.now().plus(RENEWED_BEFORE_END));
      for (X509Certificate issued : new X509Certificate[] {(X509Certificate) server, client}) {
        issued.verify(ca.getPublicKey());
        issued.checkValidity();
        issued.checkValidity(then);
      }
      return server.equals(Pem.firstCertificate(certificateFile()))
          && keyType.equals(KeyType.of(server.getPublicKey()).orElse(null));
    } catch (GeneralSecurityException | IOException e) {
      return false;
    }
  }
}
