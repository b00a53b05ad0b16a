package dev.tlsbench.junit;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.PrivateFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An embedded server, whose directory outlives a restart. */
final class EmbeddedBackend implements Backend {
  /** The password of stores that lie beside it; it protects nothing. */
  private static final String STORE_PASSWORD = "tlsbench";

  private static final String TRUST_STORE = "trust.p12";
  private static final String CLIENT_STORE = "client.p12";

  private final TlsServer.Builder<?> options;
  private @Nullable CertificateAuthority authority;
  private @Nullable EmbeddedServer server;
  private @Nullable Path directory;

  EmbeddedBackend(TlsServer.Builder<?> options) {
    this.options = options;
  }

  @Override
  public synchronized void start() throws IOException {
    authority = options.authority == null ? CertificateAuthority.create() : options.authority;
    directory = Files.createTempDirectory("tlsbench-junit");
    try {
      authority.writeTrustStore(directory.resolve(TRUST_STORE), "PKCS12", STORE_PASSWORD);
      authority
          .issueClient("tlsbench client")
          .writeKeyStore(directory.resolve(CLIENT_STORE), "PKCS12", STORE_PASSWORD);
      run(options.certificate, 0, null);
    } catch (IOException | RuntimeException e) {
      delete();
      throw e;
    }
  }

  private void run(ServerCertificate certificate, int port, @Nullable EmbeddedServer earlier)
      throws IOException {
    EmbeddedServerBuilder<?> builder = options.builder();
    CertificateAuthority ca = running(authority);
    builder.authority(ca).directory(running(directory).resolve("server")).port(port);
    if (options.clientCertificates) {
      builder.requireClientCertificate();
    }
    if (earlier != null) {
      builder.like(earlier);
    }
    // The server's default certificate is valid, and has the configured key type.
    if (certificate != ServerCertificate.VALID) {
      builder.serverCertificate(certificate.issuedBy(ca));
    }
    server = builder.start();
  }

  @Override
  public synchronized void restart(ServerCertificate certificate) throws IOException {
    EmbeddedServer old = running(server);
    old.close();
    run(certificate, old.port(), old);
  }

  @Override
  public synchronized void stop() {
    if (server != null) {
      server.close();
      server = null;
    }
    delete();
  }

  private void delete() {
    if (directory == null) {
      return;
    }
    try {
      PrivateFiles.deleteRecursively(directory);
    } catch (IOException e) {
      System.getLogger(TlsServer.class.getName())
          .log(System.Logger.Level.WARNING, "cannot delete {0}: {1}", directory, e);
    }
    directory = null;
  }

  private static <T> T running(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException(
          "the server is not running; register it with @RegisterExtension, and use it in tests");
    }
    return value;
  }

  @Override
  public synchronized InetSocketAddress address() {
    return new InetSocketAddress(running(server).host(), running(server).port());
  }

  @Override
  public List<Database> databases() {
    return List.of(Database.of(options.builder().databaseId()));
  }

  @Override
  public synchronized String url(InetSocketAddress through) {
    return through(running(server).url(), through);
  }

  @Override
  public synchronized String jdbcUrl(InetSocketAddress through) {
    Path stores = running(directory);
    String url =
        running(server)
            .jdbcUrl(
                stores.resolve(TRUST_STORE),
                options.clientCertificates ? stores.resolve(CLIENT_STORE) : null,
                STORE_PASSWORD);
    return through(url, through);
  }

  private String through(String url, InetSocketAddress other) {
    return url.replace(Backend.at(address()) + "/", Backend.at(other) + "/");
  }

  @Override
  public synchronized Optional<CertificateAuthority> authority() {
    return Optional.ofNullable(authority);
  }

  @Override
  public String toString() {
    return options.builder().description();
  }
}
