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
 * The files are deleted when the JVM ends.
 */
public record Credentials(
    CertificateAuthority authority,
    IssuedCertificate server,
    IssuedCertificate client,
    Path directory) {
  /** The name in the server's certificate. */
  public static final String HOST = "localhost";

  /** Created once per JVM, because three RSA keys can take some seconds. */
  private static final Map<String, Credentials> CREATED = new ConcurrentHashMap<>();

  /**
   * Returns certificates; the first call with these arguments creates them.
   *
   * @param chain the number of certificates that the server sends: 2 with an intermediate authority
   */
  public static Credentials of(KeyType key, int chain) {
    return CREATED.computeIfAbsent(key + " " + chain, newKind -> create(key, chain));
  }

  private static Credentials create(KeyType key, int chain) {
    CertificateAuthority authority =
        CertificateAuthority.builder().keyType(key).intermediates(chain - 1).build();
    try {
      Credentials created =
          new Credentials(
              authority,
              authority.server().keyType(key).build(),
              authority.client("tlsbench client").keyType(key).build(),
              Files.createTempDirectory("tlsbench-jmh-"));
      // Deletion runs in the reverse order of these calls.
      for (Path path : List.of(created.directory, created.caFile(), created.clientFile())) {
        path.toFile().deleteOnExit();
      }
      authority.writePem(created.caFile());
      created.client.writePem(created.clientFile());
      return created;
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
}
