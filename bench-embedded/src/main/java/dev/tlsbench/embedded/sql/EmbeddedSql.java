package dev.tlsbench.embedded.sql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.process.LocalServer;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.UrlEncoding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An embedded server of an SQL database, with one database and two users. */
public abstract class EmbeddedSql extends LocalServer {
  /** The initial database. */
  protected static final String DATABASE = "ycsb";

  /** The user with a password. */
  protected static final String USER = "ycsb";

  /** The user with a password and a certificate. */
  protected static final String X509_USER = "ycsb_x509";

  private final String password;

  /**
   * Creates a server that runs.
   *
   * @param mutual true if its URL has a client certificate
   */
  protected EmbeddedSql(ServerHome home, int port, String password, boolean mutual) {
    super(home, port, mutual);
    this.password = password;
  }

  /** {@return the initial database, {@code ycsb}} */
  public final String database() {
    return DATABASE;
  }

  /** Returns the user with a password that has all rights on the {@link #database}. */
  public final String user() {
    return USER;
  }

  /**
   * Returns the user with a password that must also present a {@linkplain #clientCertificateFile
   * certificate}, and has all rights on the {@link #database}.
   */
  public final String x509User() {
    return X509_USER;
  }

  /** {@return the password of both users, random unless the builder has set it} */
  public final String password() {
    return password;
  }

  /**
   * {@return a URL with user and password, without options}
   *
   * @param scheme without colon and slashes
   */
  protected final String url(String scheme) {
    return scheme + "://" + login() + ":" + UrlEncoding.component(password) + "@" + place();
  }

  /**
   * {@return a JDBC URL with user and password as its first options}
   *
   * @param scheme the driver's, without colon and slashes
   */
  protected final String jdbcUrl(String scheme) {
    return "jdbc:%s://%s?user=%s&password=%s"
        .formatted(scheme, place(), login(), UrlEncoding.component(password));
  }

  private String login() {
    return mutual ? X509_USER : USER;
  }

  private String place() {
    return host() + ":" + port() + "/" + DATABASE;
  }

  /** Options of a server of an SQL database. */
  public abstract static class Builder<B extends Builder<B>> extends EmbeddedServerBuilder<B> {
    /** The maximum number of concurrent clients. */
    protected int maxConnections;

    private @Nullable String password;

    /**
     * Creates a builder with the defaults.
     *
     * @param maxConnections the default number of concurrent clients
     */
    protected Builder(int maxConnections) {
      this.maxConnections = maxConnections;
    }

    @Override
    public B like(EmbeddedServer earlier) {
      return super.like(earlier).password(((EmbeddedSql) earlier).password());
    }

    /** Sets the maximum number of concurrent clients ({@code max_connections}). */
    public B maxConnections(int count) {
      this.maxConnections = count;
      return self();
    }

    /**
     * Sets the password of both users.
     *
     * @param text default 18 random bytes, in Base64
     */
    public B password(String text) {
      this.password = text;
      return self();
    }

    /**
     * Refuses protocols and suites that the server would pass over in silence.
     *
     * @param server in messages
     * @param suites the IANA names of those that it has
     * @throws InvalidSettingException if one is none of these
     */
    protected final void requireKnown(String server, List<String> suites) {
      requireKnown(server, "protocols", protocols, List.of("TLSv1.2", "TLSv1.3"));
      requireKnown(server, "cipherSuites", cipherSuites, suites);
    }

    private static void requireKnown(
        String server, String option, List<String> given, List<String> all) {
      for (String name : given) {
        if (!all.contains(name)) {
          throw new InvalidSettingException(
              "%s: %s has no '%s'; choose from %s"
                  .formatted(option, server, name, String.join(", ", all)));
        }
      }
    }

    /** {@return the password, or a new one if none was set} */
    protected final String secret() {
      return password == null ? UrlEncoding.random() : password;
    }
  }
}
