package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.cassandra.EmbeddedCassandra;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.embedded.process.ServerTls;
import dev.tlsbench.embedded.redis.EmbeddedRedis;
import dev.tlsbench.ycsb.ReturningPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** An embedded server in a directory of its own. */
final class EmbeddedOwnServer implements OwnServer {
  /** Of the test server for MongoDB's protocol, which writes to it every 100 ms. */
  private static final String FILE = "mongo.mv";

  /** A round changes the file up to three times, so that as many changes contain a whole round. */
  private static final int WRITES = 5;

  private final String name;
  private final EmbeddedServerBuilder<?> builder;
  private final Path directory;
  private @Nullable EmbeddedServer server;

  EmbeddedOwnServer(
      String name, EmbeddedServerBuilder<?> builder, CertificateAuthority ca, Path directory) {
    this.name = name;
    this.builder = builder;
    this.directory = directory;
    builder.authority(ca).directory(directory).port(ReturningPort.pick());
    if (builder instanceof EmbeddedMySql.Builder mySql) {
      mySql.password("the same after a restart");
    }
    if (builder instanceof EmbeddedPostgres.Builder postgres) {
      postgres.password("the same after a restart");
    }
    if (builder instanceof EmbeddedCassandra.Builder cassandra) {
      cassandra.password("the same after a restart");
    }
    if (builder instanceof EmbeddedRedis.Builder redis) {
      redis.password("the same after a restart");
    }
  }

  @Override
  public FaultTarget target() {
    return FaultTarget.of(name, running());
  }

  @Override
  public long pid() {
    return running().pid();
  }

  @Override
  public void start(IssuedCertificate certificate) throws IOException {
    close();
    server = builder.serverCertificate(certificate).start();
  }

  /** Replaces the key store of a server that reads it again while it runs. */
  void install(IssuedCertificate certificate) throws IOException {
    certificate.writeKeyStore(directory.resolve("tls/server.jks"), "JKS", ServerTls.STORE_PASSWORD);
  }

  @Override
  public void awaitWritten() throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    for (int i = 0; i < WRITES; i++) {
      FileTime before = Files.getLastModifiedTime(file);
      while (Files.getLastModifiedTime(file).equals(before)) {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public void stop() {
    close();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }

  private EmbeddedServer running() {
    if (server == null) {
      throw new IllegalStateException("start() comes first");
    }
    return server;
  }
}
