package dev.tlsbench.jmh.tls;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.CertificateRequest;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Throw-away certificates of one key type: an authority, a server and a client, the last two signed
 * by the first. The files vanish with {@link #close}.
 */
public final class Credentials implements AutoCloseable {
  /** The name in the server's certificate. */
  public static final String HOST = "localhost";

  private final CertificateAuthority authority;
  private final IssuedCertificate server;
  private final Path directory;

  private Credentials(CertificateAuthority authority, IssuedCertificate server, Path directory) {
    this.authority = authority;
    this.server = server;
    this.directory = directory;
  }

  /**
   * Makes keys and certificates; RSA takes some hundred milliseconds.
   *
   * @param key the type of all three keys
   * @return files for one trial
   */
  public static Credentials create(KeyType key) {
    try {
      CertificateAuthority authority = CertificateAuthority.builder().keyType(key).build();
      Path directory = Files.createTempDirectory("tlsbench-jmh-");
      Credentials made =
          new Credentials(
              authority,
              authority.issue(CertificateRequest.forServer().keyType(key).build()),
              directory);
      authority.writePem(made.caFile());
      authority
          .issue(CertificateRequest.forClient("tlsbench client").keyType(key).build())
          .writePem(made.clientFile());
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write certificates for a benchmark", e);
    }
  }

  /**
   * The authority that a client trusts.
   *
   * @return a PEM file
   */
  public Path caFile() {
    return directory.resolve("ca.pem");
  }

  /**
   * A client's certificate and key.
   *
   * @return a PEM file
   */
  public Path clientFile() {
    return directory.resolve("client.pem");
  }

  CertificateAuthority authority() {
    return authority;
  }

  IssuedCertificate server() {
    return server;
  }

  /** Deletes the files. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(caFile());
      Files.deleteIfExists(clientFile());
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the certificates of a benchmark", e);
    }
  }
}
