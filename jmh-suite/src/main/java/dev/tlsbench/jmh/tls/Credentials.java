package dev.tlsbench.jmh.tls;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Throw-away certificates of one key type: an authority, and a server and a client signed by it.
 * Closing deletes the files.
 */
public final class Credentials implements AutoCloseable {
  /** The name in the server's certificate. */
  public static final String HOST = "localhost";

  /** Created once per JVM, because three RSA keys can take some seconds. */
  private static final Map<String, Issued> ISSUED = new ConcurrentHashMap<>();

  private final Issued issued;
  private final Path directory;

  private Credentials(Issued issued, Path directory) {
    this.issued = issued;
    this.directory = directory;
  }

  private record Issued(
      CertificateAuthority authority, IssuedCertificate server, IssuedCertificate client) {
    static Issued with(KeyType key, int chain) {
      CertificateAuthority authority =
          CertificateAuthority.builder().keyType(key).intermediates(chain - 1).build();
      return new Issued(
          authority,
          authority.server().keyType(key).build(),
          authority.client("tlsbench client").keyType(key).build());
    }
  }

  /**
   * Writes certificates; the first call with these arguments creates them.
   *
   * @param chain the number of certificates that the server sends: 2 with an intermediate authority
   */
  public static Credentials create(KeyType key, int chain) {
    try {
      Issued issued = ISSUED.computeIfAbsent(key + " " + chain, newKind -> Issued.with(key, chain));
      Credentials made = new Credentials(issued, Files.createTempDirectory("tlsbench-jmh-"));
      // For forks that fail or are killed. Deletion runs in the reverse order of these calls.
      for (Path path : List.of(made.directory, made.caFile(), made.clientFile())) {
        path.toFile().deleteOnExit();
      }
      issued.authority().writePem(made.caFile());
      issued.client().writePem(made.clientFile());
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write certificates for a benchmark", e);
    }
  }

  public Path caFile() {
    return directory.resolve("ca.pem");
  }

  public Path clientFile() {
    return directory.resolve("client.pem");
  }

  CertificateAuthority authority() {
    return issued.authority();
  }

  IssuedCertificate server() {
    return issued.server();
  }

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
