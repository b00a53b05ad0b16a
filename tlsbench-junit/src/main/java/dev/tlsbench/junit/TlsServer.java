package dev.tlsbench.junit;

import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.cassandra.EmbeddedCassandra;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.embedded.redis.EmbeddedRedis;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.relay.TlsTap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.AssertionFailedError;

/**
 * A database server for tests that prove how an application's own client connects: embedded, or one
 * that runs already. A JUnit extension, for a static field or one of the instance.
 *
 * <pre>{@code
 * @RegisterExtension static final TlsServer mysql = TlsServer.mysql().build();
 *
 * @Test
 * @RequireTls(protocol = "TLSv1.3")
 * void poolIsEncrypted(TlsTap tap) {
 *   try (HikariDataSource pool = pool(mysql.jdbcUrlThrough(tap))) {
 *     …
 *   }
 * }
 * }</pre>
 *
 * <p>Defaults: an embedded server with TLS, a certificate for {@code localhost} and {@code
 * 127.0.0.1} of an authority of its own, plain connections let in by MySQL and PostgreSQL, and
 * refused by MongoDB, Cassandra and Redis.
 *
 * <p>Parameters of test methods, each for one test alone:
 *
 * <ul>
 *   <li>{@link TlsTap}, a witness in front of the server, by which {@link RequireTls} is judged;
 *   <li>{@link Relay}, which injects faults and adds distance. If a method has both, the tap is in
 *       front of the relay;
 *   <li>{@link TlsLedger}, an empty one, for connections of {@code bench-core} that take one;
 *   <li>{@link TlsServer}, the server itself;
 *   <li>{@link CertificateAuthority}, which issued the certificate of an embedded server.
 * </ul>
 *
 * <p>As parameters of a method with {@code @BeforeAll} they are those of all tests of the class;
 * {@link RequireTls} then is about all connections so far, since tests may share a pool.
 * Constructors get none of them. In a class with several servers, {@link From} selects one.
 *
 * <p>Safe for tests that run in parallel: each sees its own connections. But {@link #restartWith}
 * cuts those of all tests.
 */
public final class TlsServer
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterTestExecutionCallback,
        ParameterResolver {
  private static final Set<Class<?>> PARAMETERS =
      Set.of(
          TlsServer.class, TlsTap.class, Relay.class, TlsLedger.class, CertificateAuthority.class);
  private static final Namespace ALL_SERVERS = Namespace.create(TlsServer.class);
  private static final String REGISTERED = "registered";
  private static final String TAPPED = "tapped";
  private static final String USED = "used";

  private final Backend backend;
  private final String name;
  private final Namespace namespace = Namespace.create(TlsServer.class, this);
  private int users;

  private TlsServer(Backend backend, String name) {
    this.backend = backend;
    this.name = name;
  }

  /** {@return a builder of a MariaDB, which speaks MySQL's protocol, with the defaults} */
  public static Builder<EmbeddedMySql.Builder> mysql() {
    return new Builder<>(EmbeddedMySql::builder);
  }

  /** {@return a builder of a PostgreSQL with the defaults} */
  public static Builder<EmbeddedPostgres.Builder> postgresql() {
    return new Builder<>(EmbeddedPostgres::builder);
  }

  /** {@return a builder of a server that speaks MongoDB's protocol, with the defaults} */
  public static Builder<EmbeddedMongo.Builder> mongodb() {
    return new Builder<>(EmbeddedMongo::builder);
  }

  /**
   * {@return a builder of a Cassandra with the defaults; its library {@code cassandra-server} must
   * be on the class path}
   */
  public static Builder<EmbeddedCassandra.Builder> cassandra() {
    return new Builder<>(EmbeddedCassandra::builder);
  }

  /**
   * {@return a builder of a Redis with the defaults; its library {@code redis-server} must be on
   * the class path}
   */
  public static Builder<EmbeddedRedis.Builder> redis() {
    return new Builder<>(EmbeddedRedis::builder);
  }

  /**
   * Returns a server that runs already.
   *
   * @param url {@code mysql://…}, {@code postgresql://…}, either with {@code jdbc:} before it,
   *     {@code mongodb://…}, {@code cassandra://…} or {@code rediss://…}, with one host
   * @return an extension that neither starts nor stops it
   * @throws IllegalArgumentException if the URL has another form
   */
  public static TlsServer url(String url) {
    return new TlsServer(GivenBackend.of(url), "");
  }

  /**
   * Returns a server that something else starts, such as Testcontainers. Its taps recognize TLS,
   * and plain text of MySQL, PostgreSQL, MongoDB, Cassandra and Redis; a connection of another
   * protocol fails a test that has {@link RequireTls#plain} {@code NEVER}.
   *
   * @param address called for each test; for a container {@code () -> new
   *     InetSocketAddress(container.getHost(), container.getMappedPort(3306))}
   * @return an extension that neither starts nor stops it
   */
  public static TlsServer at(Supplier<InetSocketAddress> address) {
    return new TlsServer(GivenBackend.of(address), "");
  }

  /**
   * Names the server, so that {@link From} can select it in a class with several.
   *
   * @param other any text; empty by default
   * @return an extension of that name, to register in place of this one
   */
  public TlsServer named(String other) {
    return new TlsServer(backend, other);
  }

  /**
   * Returns the server's URL, for {@code bench-core} and for drivers that take its form.
   *
   * @return a URL that may hold a password, so it is not for output
   * @throws IllegalStateException if the server does not run, or only its address is known
   */
  public String url() {
    return backend.url(backend.address());
  }

  /**
   * Returns the URL of a tap in front of the server.
   *
   * @param tap of the test
   * @return a URL that may hold a password, so it is not for output
   * @throws IllegalStateException if the server does not run, or only its address is known
   */
  public String urlThrough(TlsTap tap) {
    return backend.url(tap.address());
  }

  /**
   * Returns the URL of a relay in front of the server.
   *
   * @param relay of the test
   * @return a URL that may hold a password, so it is not for output
   * @throws IllegalStateException if the server does not run, or only its address is known
   */
  public String urlThrough(Relay relay) {
    return backend.url(relay.address());
  }

  /**
   * Returns the JDBC driver's URL of a tap in front of the server: the {@code jdbc:…} that {@link
   * #url(String)} was given, or that of an embedded MariaDB or PostgreSQL, with user, password, and
   * {@code sslMode=VERIFY_IDENTITY} with a trust store, or {@code sslmode=verify-full} with the
   * authority's file.
   *
   * @param tap of the test
   * @return a URL that may hold a password, so it is not for output
   * @throws IllegalStateException if it is neither of them, or does not run
   */
  public String jdbcUrlThrough(TlsTap tap) {
    return backend.jdbcUrl(tap.address());
  }

  /**
   * Returns the server's own address.
   *
   * @return the address without any tap
   * @throws IllegalStateException if the server does not run
   */
  public InetSocketAddress address() {
    return backend.address();
  }

  /**
   * Starts an embedded server again with a new certificate, on the same port and with the same
   * data. Open connections are cut.
   *
   * @param certificate the kind of certificate; {@link ServerCertificate#VALID} to renew it
   * @throws UncheckedIOException if the server cannot write its files
   * @throws IllegalStateException if it is not an embedded server that runs
   */
  public void restartWith(ServerCertificate certificate) {
    try {
      backend.restart(certificate);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void beforeAll(ExtensionContext context) throws IOException {
    use(context);
  }

  @Override
  public synchronized void beforeEach(ExtensionContext context) throws IOException {
    context.getStore(ALL_SERVERS).put(REGISTERED, true);
    if (context.getStore(namespace).get(USED) == null) {
      // A field of the instance: nothing was called before for this test.
      use(context);
    }
  }

  /** Returns whether a server belongs to a test, and so judges {@link RequireTls}. */
  static boolean isRegistered(ExtensionContext context) {
    return context.getStore(ALL_SERVERS).get(REGISTERED) != null;
  }

  /** Names the server without its URL, which may hold a password. */
  @Override
  public String toString() {
    return "TlsServer " + (name.isEmpty() ? "" : name + ", ") + backend;
  }

  private void use(ExtensionContext context) throws IOException {
    if (users == 0) {
      backend.start();
    }
    users++;
    context.getStore(namespace).put(USED, new StoredResource(this, this::leave));
  }

  private synchronized void leave() {
    users--;
    if (users == 0) {
      backend.stop();
    }
  }

  @Override
  public void afterTestExecution(ExtensionContext context) throws InterruptedException {
    RequireTls required = Requirements.annotation(context).orElse(null);
    if (required == null || context.getExecutionException().isPresent()) {
      return;
    }
    StoredResource stored = context.getStore(namespace).get(TapRoute.class, StoredResource.class);
    if (stored != null && stored.value() instanceof TapRoute route) {
      Requirements.broken(Requirements.of(required), Requirements.settled(route.tap()))
          .ifPresent(
              broken -> {
                throw new AssertionFailedError("@RequireTls: " + broken);
              });
    } else if (context.getStore(ALL_SERVERS).get(TAPPED) == null) {
      throw new AssertionFailedError(
          "@RequireTls: the test has no tap; give it a parameter of type TlsTap, and connect through"
              + " it");
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    boolean isHere =
        parameter.findAnnotation(From.class).map(from -> from.value().equals(name)).orElse(true);
    return isHere
        && PARAMETERS.contains(type)
        // A constructor may run before the server, and once for several tests.
        && !(parameter.getDeclaringExecutable() instanceof Constructor)
        && (type != CertificateAuthority.class || backend.authority().isPresent());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    Store store = context.getStore(namespace);
    if (type == TlsServer.class) {
      return this;
    }
    if (type == CertificateAuthority.class) {
      return backend.authority().orElseThrow();
    }
    if (type == TlsLedger.class) {
      return StoredResource.in(store, TlsLedger.class, TlsLedger::new, ledger -> {});
    }
    if (type == Relay.class) {
      return TapRoute.relay(store, backend);
    }
    context.getStore(ALL_SERVERS).put(TAPPED, true);
    Class<?>[] all = parameter.getDeclaringExecutable().getParameterTypes();
    return TapRoute.in(store, backend, Arrays.asList(all).contains(Relay.class)).tap();
  }

  /**
   * Options of an embedded server. Not safe to share between threads.
   *
   * @param <B> the builder of the server, with the options that only it has
   */
  public static final class Builder<B extends EmbeddedServerBuilder<B>> {
    private Supplier<B> builder;
    ServerCertificate certificate = ServerCertificate.VALID;
    boolean clientCertificates;
    @Nullable CertificateAuthority authority;

    private Builder(Supplier<B> builder) {
      this.builder = builder;
    }

    private Builder(Builder<B> other) {
      this.builder = other.builder;
      this.certificate = other.certificate;
      this.clientCertificates = other.clientCertificates;
      this.authority = other.authority;
    }

    /** Returns a new builder of the server, with the user's options. */
    B builder() {
      return builder.get();
    }

    /**
     * Sets if clients show a certificate. MongoDB and Cassandra then refuse clients without one;
     * MySQL and PostgreSQL refuse them as the user that their URLs name.
     *
     * @param shown default false
     * @return this
     */
    public Builder<B> clientCertificates(boolean shown) {
      clientCertificates = shown;
      return this;
    }

    /**
     * Sets the certificate that the server shows.
     *
     * @param kind default {@link ServerCertificate#VALID}
     * @return this
     */
    public Builder<B> certificate(ServerCertificate kind) {
      certificate = kind;
      return this;
    }

    /**
     * Sets the authority that issues the certificates.
     *
     * @param ca default a new one for each server
     * @return this
     */
    public Builder<B> authority(CertificateAuthority ca) {
      authority = ca;
      return this;
    }

    /**
     * Sets further options of the server, such as protocols and cipher suites.
     *
     * @param options applied before each start, after those of earlier calls; directory, port,
     *     authority and certificate are set after it
     * @return this
     */
    public Builder<B> options(UnaryOperator<B> options) {
      Supplier<B> before = builder;
      builder = () -> options.apply(before.get());
      return this;
    }

    /**
     * Describes the server; JUnit starts it.
     *
     * @return an extension, to register with {@code @RegisterExtension}
     */
    public TlsServer build() {
      return new TlsServer(new EmbeddedBackend(new Builder<>(this)), "");
    }
  }
}
