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

/** The TLS files of one server: what it shows, what it trusts, and what its clients may show. */
final class ServerTls {
  /**
   * Of the stores that the server alone reads. It guards nothing, the mode of the files does; but a
   * PKCS#12 store wants one.
   */
  static final String STORE_PASSWORD = "tlsbench";

  private static final Duration RENEWED_BEFORE_END = Duration.ofDays(30);

  private final Path directory;

  private ServerTls(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes the files of a server, or takes those that its directory already has: if the caller asked
   * for no certificate of his own, they are of the same key type, and hold for 30 days more.
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

  /** The authority, PEM. */
  Path caFile() {
    return directory.resolve("ca.pem");
  }

  /** The server's chain, PEM. */
  Path certificateFile() {
    return directory.resolve("server-cert.pem");
  }

  /** The server's key, PEM. */
  Path keyFile() {
    return directory.resolve("server-key.pem");
  }

  /** The server's chain and key, PKCS#12. */
  Path keyStoreFile() {
    return directory.resolve("server.p12");
  }

  /** A client's chain and key, PEM. */
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

  /** Written in order and each in one step, so the files fit together if the last ones fit. */
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
