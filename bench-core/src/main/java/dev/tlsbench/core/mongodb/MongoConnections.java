package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.event.ClusterDescriptionChangedEvent;
import com.mongodb.event.ClusterListener;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.socket.FactoryContext;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
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
  private volatile @Nullable Started latest;
  private boolean usable;
  private volatile boolean closed;

  /**
   * The driver's client.
   *
   * @param answer completed by the first answer of a server, or by the failure of all
   * @param earlier the last failure before this client was made
   */
  private record Started(
      MongoClientSettings settings,
      MongoClient client,
      PoolWatch pool,
      CompletableFuture<Document> answer,
      @Nullable ConnectFailedException earlier) {}

  /**
   * Prepares to connect as {@link MongoUrl#open} does, with driver options that a URL cannot
   * express.
   */
  public MongoConnections(
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

  private Started started() throws ConnectFailedException {
    synchronized (connecting) {
      requireOpen();
      Started known = latest;
      if (known != null && usable) {
        return known;
      }
      Started fresh = start();
      latest = fresh;
      try {
        requireOpen();
        awaitAnswer(fresh);
        usable = true;
        return fresh;
      } catch (ConnectFailedException | RuntimeException e) {
        fresh.client().close();
        requireOpen();
        throw e;
      }
    }
  }

  private void requireOpen() throws ConnectFailedException {
    if (closed) {
      throw new ConnectFailedException(hosts() + ": this MongoConnections is closed; open another");
    }
  }

  private ConnectionString driverUrl() throws ConnectFailedException {
    try {
      return url.isSrv() ? new ConnectionString(url.driverUrl()) : url.parsed();
    } catch (MongoException | IllegalArgumentException e) {
      throw failure.ofDns(hosts(), e);
    }
  }

  private Started start() throws ConnectFailedException {
    ConnectionString driverUrl = driverUrl();
    PoolWatch pool = new PoolWatch(this::pooled);
    CompletableFuture<Document> answer = new CompletableFuture<>();
    ConnectFailedException earlier = ledger.lastFailure().orElse(null);
    try {
      MongoClientSettings.Builder builder =
          DriverSettings.of(driverUrl, context, dialer != Dialer.DIRECT);
      dial(builder);
      builder.applyToClusterSettings(to -> to.addClusterListener(failing(answer)));
      customizer.accept(builder);
      // Last, so that a connection counts as ready only after the caller's listeners were
      // notified.
      builder.applyToConnectionPoolSettings(to -> to.addConnectionPoolListener(pool));
      MongoClientSettings settings = builder.build();
      return new Started(settings, MongoClients.create(settings), pool, answer, earlier);
    } catch (InvalidSettingException e) {
      throw e;
    } catch (IllegalArgumentException | IllegalStateException | MongoException e) {
      throw new InvalidSettingException(
          "%s: the MongoDB driver refuses these settings: %s; correct them"
              .formatted(url, url.secrets().hide(e.getMessage())));
    }
  }

  /** Ends waiting when all servers have failed, long before the driver gives up selecting one. */
  private ClusterListener failing(CompletableFuture<Document> answer) {
    return new ClusterListener() {
      @Override
      public void clusterDescriptionChanged(ClusterDescriptionChangedEvent event) {
        ClusterDescription cluster = event.getNewDescription();
        List<ServerDescription> servers = cluster.getServerDescriptions();
        Throwable lookUp = cluster.getSrvResolutionException();
        if (lookUp != null) {
          answer.completeExceptionally(failure.ofDns(hosts(), lookUp));
        } else if (!servers.isEmpty()
            && servers.stream().allMatch(server -> server.getException() != null)) {
          ServerDescription first = servers.get(0);
          answer.completeExceptionally(
              failure.explain(
                  first.getAddress().toString(), Objects.requireNonNull(first.getException())));
        }
      }
    };
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
    }
  }

  /** Handles a connection of the pool that is logged in. */
  private void pooled(ServerAddress server) {
    dialer.loggedIn();
    if (context == null && dialer == Dialer.DIRECT) {
      ledger.record(new TlsConnection(server.getHost(), server.getPort(), null, null, null, null));
    }
  }

  private DialedSocket socket() {
    return new DialedSocket(context, dialer, ledger);
  }

  /**
   * Returns the driver's client.
   *
   * @throws ConnectFailedException if this is the first use and no server can be reached, TLS fails
   *     or the login is refused; within the time-outs, and at once if every server is known to fail
   */
  public MongoClient client() throws ConnectFailedException {
    return started().client();
  }

  /**
   * Returns the database that the URL names; {@code test} if it names none, as in {@code mongosh}.
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
   * @throws ConnectFailedException if none becomes ready within the connect time-out
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
            new ConnectFailedException(
                "%s: only %s of %s connections could be opened in time; does the server limit them?"
                    .formatted(hosts(), client.pool().total(), count)));
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Closes the client with all connections, and frees the TLS context. */
  @Override
  public void close() {
    closed = true;
    Started client = latest;
    if (client != null) {
      client.client().close();
    }
    if (context != null) {
      context.close();
    }
  }

  /**
   * Runs an operation, since monitoring does not log in. Its time is limited from outside: the
   * driver would pass a time-out of its own to the socket, and the JDK leaves a socket that was
   * once read with a time-out in non-blocking mode, where each read costs three system calls
   * instead of one.
   */
  private void awaitAnswer(Started fresh) throws ConnectFailedException {
    MongoClientSettings settings = fresh.settings();
    Duration timeout =
        DriverSettings.serverSelectionTimeout(settings)
            .plus(DriverSettings.connectTimeout(settings))
            .plus(GRACE);
    CompletableFuture<Document> unused =
        fresh
            .answer()
            .completeAsync(
                () ->
                    fresh
                        .client()
                        .getDatabase("admin")
                        .runCommand(new Document("ping", 1), settings.getReadPreference()),
                MongoConnections::runApart);
    try {
      fresh.answer().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      Throwable thrown = Objects.requireNonNullElse(e.getCause(), e);
      boolean late = thrown instanceof MongoTimeoutException || thrown instanceof TimeoutException;
      if (late
          && url.isSrv()
          && fresh.client().getClusterDescription().getServerDescriptions().isEmpty()) {
        throw failure.ofDns(hosts(), thrown);
      }
      ConnectFailedException explained = failure.explain(hosts(), thrown);
      throw late ? lastFailure(fresh, explained) : explained;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns the last failure of this client's connections, which tells more than a time-out. */
  private ConnectFailedException lastFailure(Started client, ConnectFailedException otherwise) {
    return ledger.lastFailure().filter(last -> last != client.earlier()).orElse(otherwise);
  }

  private static void runApart(Runnable ping) {
    Thread thread = new Thread(ping, "tlsbench-ping");
    thread.setDaemon(true);
    thread.start();
  }

  private String hosts() {
    return HostAddress.list(url.hosts());
  }

  private ConnectFailedException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ConnectFailedException(hosts() + ": interrupted while connecting", e);
  }
}
