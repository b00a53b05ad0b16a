package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ServerDescription;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import com.mongodb.spi.dns.InetAddressResolver;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.socket.FactoryContext;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A MongoDB client, plain or over TLS, and the record of its connections.
 *
 * <p>The first call of {@link #client}, {@link #database}, {@link #clientSettings} or {@link
 * #awaitConnections} connects, and waits until a server has answered and accepted the login. A call
 * that fails leaves nothing behind, and the next one tries again.
 *
 * <p>Defaults, unless the URL says otherwise: {@code connectTimeoutMS} and {@code
 * serverSelectionTimeoutMS} are 10 000. The driver checks the minimum size of pools every second
 * instead of every minute. All else is the driver's default.
 *
 * <p>Over TLS all connections share one {@link TlsContext}, so sessions resume, and the ledger
 * records every one of them: the pooled connections, and the one or two with which the driver
 * monitors each server. In plain text it records the pooled connections, without the duration of
 * their TCP connects, which the driver does not report; with a {@link Dialer} of the caller it
 * records all of them with that duration.
 *
 * <p>Safe to share between threads.
 */
public final class MongoConnections implements Connections {
  /** Added to a time-out, so that the driver's own error, which has more detail, comes first. */
  private static final Duration GRACE = Duration.ofMillis(500);

  /** The database that {@code mongosh} uses where a URL names none. */
  private static final String DEFAULT_DATABASE = "test";

  private final MongoUrl url;
  private final TlsLedger ledger;
  private final Dialer dialer;
  private final Consumer<MongoClientSettings.Builder> customizer;
  private final @Nullable TlsContext context;

  private final MongoFailure failure;
  private final Object connecting = new Object();
  private @Nullable Started pending;
  private volatile @Nullable Started ready;
  private boolean closed;

  /** The driver's client after a server has answered. */
  private record Started(
      MongoClientSettings settings,
      MongoClient client,
      ServerWatch servers,
      PoolWatch pool,
      @Nullable ConnectFailedException earlier) {}

  private MongoConnections(
      MongoUrl url,
      TlsSettings settings,
      Dialer dialer,
      TlsLedger ledger,
      Consumer<MongoClientSettings.Builder> customizer) {
    this.url = url;
    this.ledger = ledger;
    this.dialer = dialer;
    this.customizer = customizer;
    settings.requireDefaultsOfDriver("MongoDB's driver");
    this.context = settings.enabled() ? TlsContext.open(settings, ledger) : null;
    this.failure = new MongoFailure(settings, url.secrets());
  }

  /**
   * Prepares to connect as {@link MongoUrl#open} does, with driver options that a URL cannot
   * express.
   *
   * @param ledger its listeners receive the first connection too
   * @return the connections, to be closed by the caller
   * @throws InvalidSettingException if a file of the TLS settings cannot be used, or the TLS
   *     provider does not support a setting
   */
  public static MongoConnections open(
      MongoUrl url,
      TlsSettings settings,
      Dialer dialer,
      TlsLedger ledger,
      Consumer<MongoClientSettings.Builder> customizer) {
    return new MongoConnections(url, settings, dialer, ledger, customizer);
  }

  private Started started() throws ConnectFailedException {
    Started known = ready;
    if (known != null) {
      return known;
    }
    synchronized (connecting) {
      known = ready;
      return known == null ? connect() : known;
    }
  }

  /** Connects; meanwhile {@link #close} does not wait. */
  private Started connect() throws ConnectFailedException {
    requireOpen();
    Started fresh = start();
    setPending(fresh);
    try {
      requireOpen();
      awaitServer(fresh);
      ping(fresh);
      use(fresh);
      return fresh;
    } catch (ConnectFailedException | RuntimeException e) {
      fresh.client().close();
      requireOpen();
      throw e;
    } finally {
      setPending(null);
    }
  }

  private synchronized void setPending(@Nullable Started client) {
    pending = client;
  }

  private synchronized void use(Started client) throws ConnectFailedException {
    requireOpen();
    ready = client;
  }

  private synchronized void requireOpen() throws ConnectFailedException {
    if (closed) {
      throw new ConnectFailedException(hosts() + ": this MongoConnections is closed; open another");
    }
  }

  private Started start() throws ConnectFailedException {
    try {
      ConnectionString driverUrl = url.connectionString();
      ServerWatch servers = new ServerWatch(driverUrl.getRequiredReplicaSetName());
      PoolWatch pool = new PoolWatch();
      MongoClientSettings.Builder builder =
          DriverSettings.of(driverUrl, context, dialer != Dialer.DIRECT);
      dial(builder);
      builder.applyToClusterSettings(to -> to.addClusterListener(servers));
      builder.applyToServerSettings(to -> to.addServerListener(servers));
      customizer.accept(builder);
      // Last, so that a connection counts as ready only after the caller's listeners were
      // notified.
      builder.applyToConnectionPoolSettings(to -> to.addConnectionPoolListener(pool));
      MongoClientSettings settings = builder.build();
      return new Started(
          settings,
          MongoClients.create(settings),
          servers,
          pool,
          ledger.lastFailure().orElse(null));
    } catch (IllegalArgumentException | IllegalStateException | MongoException e) {
      if (e instanceof InvalidSettingException own) {
        throw own;
      }
      throw new InvalidSettingException(
          "%s: the MongoDB driver refuses these settings: %s; correct them"
              .formatted(url, url.secrets().hide(e.getMessage())));
    }
  }

  /** Records connections that the TLS context does not, and makes those of a caller's dialer. */
  private void dial(MongoClientSettings.Builder builder) {
    if (context != null && context.settings().byDriver()) {
      builder.applyToSslSettings(ssl -> ssl.context(new FactoryContext(this::socket)));
    } else if (dialer != Dialer.DIRECT) {
      // The driver takes a socket factory only for encrypted connections.
      builder.applyToSslSettings(
          ssl ->
              ssl.enabled(true)
                  .invalidHostNameAllowed(true)
                  .context(new FactoryContext(this::socket)));
    } else if (context == null) {
      builder.applyToConnectionPoolSettings(
          to -> to.addConnectionPoolListener(new PlainConnections(ledger)));
    }
    builder.applyToConnectionPoolSettings(
        to ->
            to.addConnectionPoolListener(
                new ConnectionPoolListener() {
                  @Override
                  public void connectionReady(ConnectionReadyEvent event) {
                    dialer.loggedIn();
                  }
                }));
  }

  private DialedSocket socket() {
    return new DialedSocket(context, dialer, ledger);
  }

  /**
   * Returns the driver's client.
   *
   * @throws ConnectFailedException if this is the first use and no server can be reached, TLS fails
   *     or the login is refused; within the time-outs, and at once if every server is known to fail
   * @throws InvalidSettingException if the driver refuses an option
   */
  public MongoClient client() throws ConnectFailedException {
    return started().client();
  }

  /**
   * Returns the database that the URL names; {@code test} if it names none, as in {@code mongosh}.
   *
   * @throws ConnectFailedException as {@link #client} does
   */
  public MongoDatabase database() throws ConnectFailedException {
    return client().getDatabase(url.database().orElse(DEFAULT_DATABASE));
  }

  /**
   * Returns {@link #client} for {@code MongoClient}, {@link #database} for {@code MongoDatabase}.
   */
  @Override
  public <T> T driver(Class<T> type) throws ConnectFailedException {
    if (type == MongoClient.class) {
      return type.cast(client());
    }
    if (type == MongoDatabase.class) {
      return type.cast(database());
    }
    throw new InvalidSettingException(
        type.getName() + ": MongoDB's driver has no such object; ask for MongoClient");
  }

  @Override
  public TlsLedger ledger() {
    return ledger;
  }

  /**
   * Returns the settings of {@link #client}. Another client made with them shares TLS context and
   * ledger, and must be closed before this object is.
   *
   * @throws ConnectFailedException as {@link #client} does
   */
  public MongoClientSettings clientSettings() throws ConnectFailedException {
    return started().settings();
  }

  /**
   * Waits until the pool of every server in use has that many connections ready. The driver opens
   * no more than the pool's minimum size, so set it with {@code minPoolSize} in the URL or with the
   * customizer.
   *
   * @param count 1 or more, at most the minimum size of the pool
   * @throws ConnectFailedException if no further connection becomes ready within the connect
   *     time-out, or as {@link #client} does
   * @throws IllegalArgumentException if the pool's minimum size is less
   */
  public void awaitConnections(int count) throws ConnectFailedException {
    Started client = started();
    int minSize = client.settings().getConnectionPoolSettings().getMinSize();
    if (count > Math.max(1, minSize)) {
      throw new IllegalArgumentException(
          count + " connections are awaited, but the pool's minimum size is " + minSize);
    }
    try {
      if (!client.pool().await(count, DriverSettings.connectTimeout(client.settings()))) {
        throw lastFailure(
            client,
            "only %s of %s connections could be opened in time; does the server limit their number?"
                .formatted(client.pool().total(), count));
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Closes the client with all connections, and frees the TLS context. */
  @Override
  public void close() {
    List<Started> clients;
    synchronized (this) {
      closed = true;
      clients = Stream.of(pending, ready).filter(Objects::nonNull).toList();
    }
    clients.forEach(client -> client.client().close());
    if (context != null) {
      context.close();
    }
  }

  private void awaitServer(Started fresh) throws ConnectFailedException {
    Duration timeout = DriverSettings.serverSelectionTimeout(fresh.settings());
    try {
      switch (fresh.servers().await(timeout.plus(GRACE))) {
        case ANSWERED -> {}
        case ALL_FAILED -> throw allFailed(fresh);
        case NONE_FITS ->
            throw new ConnectFailedException(
                hosts()
                    + ": no server here is a member of the replica set that the URL names; check"
                    + " replicaSet, or leave it out for a single server");
        case TIMED_OUT ->
            throw lastFailure(
                fresh,
                url.isSrv() && !fresh.servers().areKnown()
                    ? url.srvFailure().noAnswer()
                    : failure.silence());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private ConnectFailedException allFailed(Started fresh) {
    List<ServerDescription> failed = fresh.servers().failed();
    if (failed.isEmpty()) {
      Throwable lookUp = fresh.servers().lookUpFailure().orElseThrow();
      return failure.because(hosts() + ": " + url.srvFailure().ofServers(lookUp), lookUp);
    }
    ServerDescription first = failed.get(0);
    Throwable thrown = first.getException();
    String where = first.getAddress().toString();
    return thrown == null
        ? new ConnectFailedException(where + ": " + failure.noAnswer())
        : failure.explain(where, addresses(fresh, first.getAddress().getHost()), thrown);
  }

  private static List<String> addresses(Started fresh, String host) {
    InetAddressResolver resolver = fresh.settings().getInetAddressResolver();
    try {
      return resolver == null
          ? List.of()
          : resolver.lookupByName(host).stream().map(InetAddress::getHostAddress).toList();
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  /**
   * Runs an operation, since monitoring does not log in. Its time is limited from outside: the
   * driver would pass a time-out of its own to the socket, and the JDK leaves a socket that was
   * once read with a time-out in non-blocking mode, where each read costs three system calls
   * instead of one.
   */
  private void ping(Started fresh) throws ConnectFailedException {
    Duration timeout =
        DriverSettings.serverSelectionTimeout(fresh.settings())
            .plus(DriverSettings.connectTimeout(fresh.settings()));
    FutureTask<Document> ping =
        new FutureTask<>(
            () ->
                fresh
                    .client()
                    .getDatabase("admin")
                    .runCommand(new Document("ping", 1), fresh.settings().getReadPreference()));
    Thread thread = new Thread(ping, "tlsbench-ping");
    thread.setDaemon(true);
    thread.start();
    try {
      ping.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure.explain(hosts(), List.of(), Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      throw lastFailure(fresh, failure.noAnswer());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns the last failure of this client, or one with this message if it has none. */
  private ConnectFailedException lastFailure(Started client, String otherwise) {
    return ledger
        .lastFailure()
        .filter(last -> last != client.earlier())
        .orElseGet(() -> new ConnectFailedException(hosts() + ": " + otherwise));
  }

  private String hosts() {
    return HostAddress.list(url.hosts());
  }

  private ConnectFailedException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ConnectFailedException(hosts() + ": interrupted while connecting", e);
  }
}
