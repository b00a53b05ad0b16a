package dev.tlsbench.embedded;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The common options of embedded servers. Defaults: TLS with a new authority and a {@link
 * KeyType#P_256} key, the protocols and suites of the server's TLS implementation, any free port,
 * and a temporary directory, deleted when the server is closed.
 *
 * <p>Each kind of server extends it, and is registered as a service by its builder, which {@link
 * #of} finds.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <B> the builder itself, so that calls chain
 */
public abstract class EmbeddedServerBuilder<B extends EmbeddedServerBuilder<B>> {
  private static final int HIGHEST_PORT = 65535;

  /** True if the server offers TLS. */
  protected boolean tls = true;

  /** The authority; null for a new one. */
  protected @Nullable CertificateAuthority authority;

  /** The server's certificate; null for one of the authority. */
  protected @Nullable IssuedCertificate serverCertificate;

  /** The type of key of the server's certificate. */
  protected KeyType keyType = KeyType.P_256;

  /** The accepted protocols; empty for the server's own choice. */
  protected List<String> protocols = List.of();

  /** The IANA names of the accepted cipher suites; empty for the server's own choice. */
  protected List<String> cipherSuites = List.of();

  /** The caller's directory; null for a temporary one. */
  protected @Nullable Path directory;

  /** The port; 0 for a free one. */
  protected int port;

  /** True if plain clients are let in beside those with TLS. */
  protected boolean plainAllowed;

  /** True if clients that do not start TLS are refused. */
  protected boolean secureTransportRequired;

  /** True if the URL requires a client certificate. */
  protected boolean clientCertificateRequired;

  /** Creates a builder with the defaults. */
  protected EmbeddedServerBuilder() {}

  /** {@return this} */
  protected abstract B self();

  /**
   * Returns a builder of the embedded server that speaks a database's protocol, found as a service.
   *
   * @param database the kind of database
   * @return a builder with the defaults; empty if there is no such server on the class path
   */
  public static Optional<EmbeddedServerBuilder<?>> of(Database database) {
    return all().filter(builder -> builder.databaseId().equals(database.id())).findFirst();
  }

  /** {@return builders of all embedded servers on the class path, with the defaults} */
  public static Stream<EmbeddedServerBuilder<?>> all() {
    return ServiceLoader.load(
            EmbeddedServerBuilder.class, EmbeddedServerBuilder.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get);
  }

  /**
   * {@return the beginnings of the names of jars that only this server needs} A program that starts
   * no server can leave them out.
   */
  public List<String> libraries() {
    return List.of();
  }

  /** {@return the {@link Database#id} of the database whose protocol the server speaks} */
  public abstract String databaseId();

  /**
   * {@return the name under which reports present the server, which may differ from what it claims
   * to be} It fits after an article, as in "an embedded test server".
   */
  public abstract String description();

  /**
   * {@return how the cost of this server's TLS differs from a real server's, in one or two
   * sentences; empty if it does not}
   */
  public Optional<String> tlsRemark() {
    return Optional.empty();
  }

  /**
   * {@return whether a server needs so long until its code is compiled that measurements keep its
   * process, instead of starting one for each of their own}
   */
  public boolean isSlowToWarmUp() {
    return false;
  }

  /**
   * Accepts plain clients too, on the same port, so that both can be compared on one server. A
   * server that does so anyway ignores it. {@link EmbeddedServer#url} still asks for TLS, and only
   * clients that use TLS need a required client certificate.
   *
   * @return this
   */
  public B allowPlain() {
    this.plainAllowed = true;
    return self();
  }

  /**
   * {@return this, for a server that refuses clients that do not start TLS} A server that does so
   * anyway ignores it.
   */
  public B requireSecureTransport() {
    this.secureTransportRequired = true;
    return self();
  }

  /**
   * {@return this, for a {@linkplain EmbeddedServer#url URL} with which only clients that present a
   * certificate of the authority are accepted}
   */
  public B requireClientCertificate() {
    this.clientCertificateRequired = true;
    return self();
  }

  /**
   * {@return this, with port and password of an earlier server of the same kind}
   *
   * @param earlier a server, running or closed
   */
  public B like(EmbeddedServer earlier) {
    return port(earlier.port());
  }

  /** {@return this, with TLS off} */
  public B plain() {
    this.tls = false;
    return self();
  }

  /**
   * Issues the server's and the client's certificate by this authority instead of a new one.
   *
   * @param ca the authority; the server also checks the certificates of clients against it
   * @return this
   */
  public B authority(CertificateAuthority ca) {
    this.authority = ca;
    return self();
  }

  /**
   * Sets the server's certificate, for example an expired one, or one for another host. {@link
   * #authority} must be set too, since {@link EmbeddedServer#caFile} comes from it.
   *
   * @param certificate the server's certificate
   * @return this
   */
  public B serverCertificate(IssuedCertificate certificate) {
    this.serverCertificate = certificate;
    return self();
  }

  /**
   * {@return this, with a key of the server's certificate}
   *
   * @param type default {@link KeyType#P_256}
   */
  public B keyType(KeyType type) {
    this.keyType = type;
    return self();
  }

  /**
   * {@return this, with the protocols that the server accepts}
   *
   * @param names such as {@code TLSv1.2} and {@code TLSv1.3}; none, the default, for the server's
   *     own choice
   */
  public B protocols(String... names) {
    this.protocols = List.of(names);
    return self();
  }

  /**
   * {@return this, with the cipher suites that the server accepts}
   *
   * @param names IANA names; none, the default, for the server's own choice
   */
  public B cipherSuites(String... names) {
    this.cipherSuites = List.of(names);
    return self();
  }

  /**
   * Keeps data, certificates and log in the caller's directory, for the next server that is started
   * on it. Only one server can use a directory at a time.
   *
   * @param path created (mode 0700) if it does not exist
   * @return this
   */
  public B directory(Path path) {
    this.directory = path;
    return self();
  }

  /**
   * Sets the port.
   *
   * @param number 1 to 65535, or 0, the default, for a free port
   * @return this
   * @throws InvalidSettingException if the port is out of range
   */
  public B port(int number) {
    if (number < 0 || number > HIGHEST_PORT) {
      throw new InvalidSettingException("port: " + number + " is not between 0 and 65535");
    }
    this.port = number;
    return self();
  }

  /**
   * Starts the server.
   *
   * @return a server that accepts connections
   * @throws InvalidSettingException if options contradict each other, or the server does not
   *     support one
   * @throws StartFailedException if the server does not start, or its directory is in use
   * @throws IOException if its files cannot be written
   */
  public abstract EmbeddedServer start() throws IOException;

  /**
   * Checks the common options.
   *
   * @throws InvalidSettingException if they contradict each other
   */
  protected final void check() {
    if (!tls
        && (secureTransportRequired
            || clientCertificateRequired
            || authority != null
            || !protocols.isEmpty()
            || !cipherSuites.isEmpty())) {
      throw new InvalidSettingException(
          "plain: a server without TLS requires none, and has no authority, protocols or cipher"
              + " suites; leave them out");
    }
    if (serverCertificate != null && authority == null) {
      throw new InvalidSettingException(
          "serverCertificate: the authority that clients should trust is missing; give it too");
    }
  }
}
