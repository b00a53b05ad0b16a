package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthProvider;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.auth.Authenticator;
import com.datastax.oss.driver.api.core.auth.SyncAuthenticator;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * A client of a Cassandra cluster, plain or over TLS, and the record of its connections.
 *
 * <p>The first call of {@link #session} connects, and waits until a server has answered a query. A
 * call that fails leaves nothing behind, and the next one tries again.
 *
 * <p>Defaults, unless the URL says otherwise: {@code connectTimeoutMS} is 10 000, and the local
 * data centre is that of the hosts. All else is the driver's default: one control connection, and
 * one connection to each server of the local data centre.
 *
 * <p>Over TLS all connections share one {@link TlsContext}, so sessions resume. The ledger records
 * every connection, the control connection too, without the duration of its TCP connect, which the
 * driver does not report; and how each log-in was made. Servers that the driver discovers are
 * checked against their addresses, those of the URL against the names there.
 *
 * <p>A {@link Dialer} chooses the address to which the driver connects, for the servers of the URL:
 * its {@code connect} gets a socket that keeps the address and does not connect; no other method is
 * called.
 *
 * <p>Safe to share between threads.
 */
public final class CassandraConnections implements Connections {
  private final CassandraUrl url;
  private final Dialer dialer;
  private final TlsSettings settings;
  private final TlsLedger ledger;
  private final @Nullable TlsContext context;
  private final Consumer<ProgrammaticDriverConfigLoaderBuilder> customizer;
  private final Consumer<Duration> connected;
  private final CassandraFailure failure;

  private final Object connecting = new Object();
  private volatile @Nullable CqlSession ready;
  private volatile boolean closed;

  /**
   * Prepares to connect as {@link CassandraUrl#open} does, with driver options that a URL cannot
   * express.
   *
   * @param connected receives the time of each connection, from the start of its TCP connect until
   *     the driver can use it; called on the driver's threads, before {@link #session} returns for
   *     those that it opens
   */
  public CassandraConnections(
      CassandraUrl url,
      TlsSettings settings,
      Dialer dialer,
      TlsLedger ledger,
      Consumer<ProgrammaticDriverConfigLoaderBuilder> customizer,
      Consumer<Duration> connected) {
    this.url = url;
    this.dialer = dialer;
    this.settings = settings;
    this.ledger = ledger;
    this.customizer = customizer;
    this.connected = connected;
    settings.requireDefaultsOfDriver("Cassandra's driver");
    this.context = settings.enabled() ? TlsContext.open(settings, ledger) : null;
    this.failure = new CassandraFailure(url, settings);
  }

  /**
   * Returns the driver's session.
   *
   * @throws ConnectFailedException if this is the first use and no server can be reached, TLS
   *     fails, the log-in is refused, or keyspace or data centre do not exist
   */
  public CqlSession session() throws ConnectFailedException {
    synchronized (connecting) {
      requireOpen();
      CqlSession session = ready;
      if (session == null) {
        session = connect();
        ready = session;
        if (closed) {
          session.close();
          requireOpen();
        }
      }
      return session;
    }
  }

  private void requireOpen() throws ConnectFailedException {
    if (closed) {
      throw new ConnectFailedException(
          hosts() + ": this CassandraConnections is closed; open another");
    }
  }

  private CqlSession connect() throws ConnectFailedException {
    ConnectFailedException earlier = ledger.lastFailure().orElse(null);
    Throwable thrown;
    try {
      CqlSession session = start().toCompletableFuture().get();
      try {
        // With a data centre that does not exist, the driver has connected to no server for this.
        session.execute("SELECT release_version FROM system.local");
        return session;
      } catch (RuntimeException e) {
        session.close();
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectFailedException(hosts() + ": interrupted while connecting", e);
    } catch (ExecutionException e) {
      thrown = Objects.requireNonNullElse(e.getCause(), e);
    } catch (RuntimeException e) {
      thrown = e;
    }
    throw failure.explain(thrown, ledger.lastFailure().filter(last -> last != earlier));
  }

  private CompletionStage<CqlSession> start() {
    int timeout = (int) url.connectTimeout().toMillis();
    CqlSessionBuilder builder =
        new TimedSessionBuilder(connected, settings.handshakeTimeout())
            .withConfigLoader(options())
            .withAuthProvider(new LogIn(url, this::loggedIn));
    url.hosts()
        .forEach(host -> builder.addContactEndPoint(new ServerEndPoint(host, dialer, timeout)));
    url.database().ifPresent(builder::withKeyspace);
    if (context != null) {
      builder.withSslEngineFactory(new TlsEngines(context));
    }
    return builder.buildAsync();
  }

  /** Records a log-in, and a plain connection, of which the driver has no other news. */
  private void loggedIn(EndPoint endPoint, String how) {
    if (context == null) {
      HostAddress server = ServerEndPoint.server(endPoint);
      ledger.record(new TlsConnection(server.host(), server.port(), null, null, null, null));
    }
    ledger.recordLogin(how);
  }

  private DriverConfigLoader options() {
    Duration timeout = url.connectTimeout();
    ProgrammaticDriverConfigLoaderBuilder options =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, timeout)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, timeout)
            .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, timeout)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, timeout)
            // The exception says it.
            .withBoolean(DefaultDriverOption.CONNECTION_WARN_INIT_ERROR, false)
            // Unless one is named, the data centre of the contact points.
            .withString(
                DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, "DcInferringLoadBalancingPolicy")
            .withBoolean(DefaultDriverOption.NETTY_DAEMON, true)
            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
            // With none, the driver uses these threads after their end, and Netty logs an error.
            .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 20)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, 15_000);
    url.localDatacenter()
        .ifPresent(
            name -> options.withString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, name));
    url.requestTimeout()
        .ifPresent(limit -> options.withDuration(DefaultDriverOption.REQUEST_TIMEOUT, limit));
    url.protocolVersion()
        .ifPresent(
            version -> options.withString(DefaultDriverOption.PROTOCOL_VERSION, "V" + version));
    customizer.accept(options);
    return options.build();
  }

  /** Returns {@link #session} for {@code CqlSession}. */
  @Override
  public <T> T driver(Class<T> type) throws ConnectFailedException {
    if (type == CqlSession.class) {
      return type.cast(session());
    }
    throw new InvalidSettingException(
        type.getName() + ": Cassandra's driver has no such object; ask for CqlSession");
  }

  @Override
  public TlsLedger ledger() {
    return ledger;
  }

  /** Describes the failure of a request in one line, without secrets. */
  public String explain(Exception thrown) {
    return failure.ofRequest(thrown);
  }

  /** Closes the session with all connections, and frees the TLS context. */
  @Override
  public void close() {
    closed = true;
    CqlSession session = ready;
    if (session != null) {
      session.close();
    }
    if (context != null) {
      context.close();
    }
  }

  private String hosts() {
    return HostAddress.list(url.hosts());
  }

  /**
   * Logs in by SASL PLAIN (RFC 4616) where a server asks for it.
   *
   * @param accepted called with the server and the way of the log-in, such as {@code
   *     PasswordAuthenticator}, on the thread that logs in
   */
  private record LogIn(CassandraUrl url, BiConsumer<EndPoint, String> accepted)
      implements AuthProvider {
    @Override
    public Authenticator newAuthenticator(EndPoint server, String authenticator) {
      String user = url.user().orElse(null);
      if (user == null) {
        throw new AuthenticationException(
            server, "the server asks for a password, and none is given");
      }
      byte[] token =
          ("\0" + user + "\0" + url.password().orElse("")).getBytes(StandardCharsets.UTF_8);
      return new SyncAuthenticator() {
        @Override
        public ByteBuffer initialResponseSync() {
          return ByteBuffer.wrap(token);
        }

        @Override
        public @Nullable ByteBuffer evaluateChallengeSync(@Nullable ByteBuffer challenge) {
          return null;
        }

        @Override
        public void onAuthenticationSuccessSync(@Nullable ByteBuffer last) {
          // The class of the server that checks the password.
          accepted.accept(server, authenticator.substring(authenticator.lastIndexOf('.') + 1));
        }
      };
    }

    @Override
    public void onMissingChallenge(EndPoint server) {
      accepted.accept(server, "no password asked for");
    }

    @Override
    public void close() {}
  }

  /**
   * The engines of a client's connections: of a {@link TlsContext}, or with {@code
   * tls.provider=driver} the driver's own, as an application has them that gives it an {@code
   * SSLContext}. The context's ledger records both.
   */
  private static final class TlsEngines implements SslEngineFactory {
    private final TlsContext context;
    private final @Nullable SslEngineFactory driver;

    TlsEngines(TlsContext context) {
      this.context = context;
      TlsSettings settings = context.settings();
      this.driver =
          settings.byDriver()
              ? new ProgrammaticSslEngineFactory(
                  context.driverStores().context(), null, !settings.trust().allowInvalidHostnames())
              : null;
    }

    @Override
    public SSLEngine newSslEngine(EndPoint endPoint) {
      HostAddress server = ServerEndPoint.server(endPoint);
      return driver == null
          ? context.engine(server.host(), server.port())
          : TlsEngine.ofDriver(
              context,
              server.host(),
              server.port(),
              driver.newSslEngine(new ServerEndPoint(server, Dialer.DIRECT, 0)));
    }

    @Override
    public void close() {}
  }
}
