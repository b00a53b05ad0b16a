package dev.tlsbench.client.faults;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.ycsb.RealServers;
import dev.tlsbench.ycsb.ReturningPort;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import site.ycsb.DBException;

/** One more real server, which {@code servers/spare} runs. */
final class SpareServer implements OwnServer {
  private final String kind;
  private final FaultTarget target;
  private final Path directory;
  private final CertificateAuthority ca;
  private @Nullable Process process;

  /**
   * Makes a server that is not started.
   *
   * @param kind as {@code servers/spare} calls it
   * @param shared the one of this kind that {@code servers/up} started
   */
  SpareServer(String kind, FaultTarget shared, CertificateAuthority ca) throws IOException {
    this.kind = kind;
    this.ca = ca;
    int port = ReturningPort.pick();
    // Beside the folder with the certificates of all servers.
    this.directory =
        Path.of(RealServers.running().url("CA_FILE"))
            .resolveSibling("../spare")
            .normalize()
            .resolve(kind);
    this.target =
        new FaultTarget(
            "own-" + shared.name(),
            shared.binding(),
            shared.url().replace(":" + shared.port() + "/", ":" + port + "/"),
            port,
            Map.of("tls.caFile", directory.resolve("tls/ca.pem").toString()));
  }

  @Override
  public FaultTarget target() {
    return target;
  }

  @Override
  public long pid() {
    return running().pid();
  }

  @Override
  public void start(IssuedCertificate certificate) throws Exception {
    install(certificate);
    File log = Files.createTempFile("tlsbench-spare-" + kind, ".log").toFile();
    log.deleteOnExit();
    process =
        new ProcessBuilder(
                RealServers.script("spare").toString(), kind, String.valueOf(target.port()))
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    awaitLogin(log.toPath());
  }

  /** Puts a certificate where the server reads it when it starts, or is told to. */
  void install(IssuedCertificate certificate) throws IOException {
    Path tls = Files.createDirectories(directory.resolve("tls"));
    ca.writePem(tls.resolve("ca.pem"));
    certificate.writeCertificatePem(tls.resolve("server-cert.pem"));
    certificate.writeKeyPem(tls.resolve("server-key.pem"));
    UserPrincipal servers =
        tls.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("tlsbench");
    for (Path file :
        new Path[] {
          tls, tls.resolve("ca.pem"), tls.resolve("server-cert.pem"), tls.resolve("server-key.pem")
        }) {
      Files.setOwner(file, servers);
    }
  }

  /** Has a server with a JDBC driver read another certificate without a restart. */
  void rotate(IssuedCertificate certificate, String statement) throws Exception {
    install(certificate);
    DatabaseUrl url = target.binding().database().parse(target.url());
    try (Connections connections =
            url.open(url.settings(target.tls()), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.driver(DataSource.class).getConnection();
        Statement reload = connection.createStatement()) {
      reload.execute(statement);
    }
  }

  @Override
  public void stop() throws Exception {
    // To PostgreSQL TERM says to wait until the last client has left.
    signal(kind.equals("postgresql") ? "INT" : "TERM");
    if (!running().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(kind + " does not stop");
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private void awaitLogin(Path log) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    Binding binding = target.binding();
    while (true) {
      Properties properties = target.direct();
      try {
        // Some sessions connect for their threads alone.
        binding.share(properties, ConnectionListener.NONE).records().close();
        return;
      } catch (ConnectFailedException | DBException e) {
        if (!running().isAlive() || System.nanoTime() > deadline) {
          throw new IllegalStateException(kind + " does not start: " + Files.readString(log), e);
        }
      } finally {
        binding.release(properties);
      }
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("start() comes first");
    }
    return process;
  }
}
