package dev.tlsbench.junit;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedMongo;
import dev.tlsbench.embedded.EmbeddedMySql;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.relay.TlsTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  private final TlsServer.Builder asked;
  private @Nullable CertificateAuthority authority;
  private @Nullable EmbeddedServer server;
  private @Nullable Path directory;

  EmbeddedBackend(TlsServer.Builder asked) {
    this.asked = asked;
  }

  @Override
  public synchronized void start() throws IOException {
    authority = asked.authority == null ? CertificateAuthority.create() : asked.authority;
    directory = Files.createTempDirectory("tlsbench-junit");
    try {
      authority.writeTrustStore(directory.resolve(TRUST_STORE), "PKCS12", STORE_PASSWORD);
      authority
          .issueClient("tlsbench client")
          .writeKeyStore(directory.resolve(CLIENT_STORE), "PKCS12", STORE_PASSWORD);
      run(asked.certificate, 0, null);
    } catch (IOException | RuntimeException e) {
      delete();
      throw e;
    }
  }

  private void run(ServerCertificate certificate, int port, @Nullable String password)
      throws IOException {
    if (asked.protocol == TlsTap.Protocol.MYSQL) {
      EmbeddedMySql.Builder builder = asked.mySql.apply(EmbeddedMySql.builder());
      server = with(certificate, port, password == null ? builder : builder.password(password));
    } else {
      EmbeddedMongo.Builder builder = asked.mongo.apply(EmbeddedMongo.builder());
      server =
          with(
              certificate,
              port,
              asked.clientCertificates ? builder.requireClientCertificate() : builder);
    }
  }

  private EmbeddedServer with(
      ServerCertificate certificate, int port, EmbeddedServerBuilder<?> builder)
      throws IOException {
    CertificateAuthority ca = known(authority);
    builder.authority(ca).directory(known(directory).resolve("server")).port(port);
    // The server's default certificate is valid, and has the configured key type.
    if (certificate != ServerCertificate.VALID) {
      builder.serverCertificate(ca.issue(certificate.request()));
    }
    return builder.start();
  }

  @Override
  public synchronized void restart(ServerCertificate certificate) throws IOException {
    EmbeddedServer old = known(server);
    old.close();
    run(certificate, old.port(), old instanceof EmbeddedMySql mySql ? mySql.password() : null);
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

  private static <T> T known(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException(
          "the server is not running; register it with @RegisterExtension, and use it in tests");
    }
    return value;
  }

  @Override
  public synchronized InetSocketAddress address() {
    return new InetSocketAddress(known(server).host(), known(server).port());
  }

  @Override
  public TlsTap.Protocol protocol() {
    return asked.protocol;
  }

  @Override
  public synchronized String url(InetSocketAddress through) {
    EmbeddedServer running = known(server);
    String url = running.url().replace(Backend.at(address()) + "/", Backend.at(through) + "/");
    if (!(running instanceof EmbeddedMySql mySql) || !asked.clientCertificates) {
      return url;
    }
    String certificate = component(mySql.clientCertificateFile().toString());
    return url.replace("//" + mySql.user() + ":", "//" + mySql.x509User() + ":")
        + "&ssl-cert="
        + certificate
        + "&ssl-key="
        + certificate;
  }

  @Override
  public synchronized String jdbcUrl(InetSocketAddress through) {
    if (!(known(server) instanceof EmbeddedMySql mySql)) {
      throw new IllegalStateException("the server speaks MongoDB's protocol; use url");
    }
    Path stores = known(directory);
    String user = asked.clientCertificates ? mySql.x509User() : mySql.user();
    String url =
        "jdbc:mysql://"
            + Backend.at(through)
            + "/"
            + mySql.database()
            + "?user="
            + user
            + "&password="
            + component(mySql.password())
            + "&sslMode=VERIFY_IDENTITY"
            + store("trustCertificate", stores.resolve(TRUST_STORE));
    return asked.clientCertificates
        ? url + store("clientCertificate", stores.resolve(CLIENT_STORE))
        : url;
  }

  private static String store(String kind, Path file) {
    return String.join(
        "",
        List.of(
            "&" + kind + "KeyStoreUrl=" + component(file.toUri().toString()),
            "&" + kind + "KeyStoreType=PKCS12",
            "&" + kind + "KeyStorePassword=" + STORE_PASSWORD));
  }

  private static String component(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public synchronized Optional<CertificateAuthority> authority() {
    return Optional.ofNullable(authority);
  }
}
