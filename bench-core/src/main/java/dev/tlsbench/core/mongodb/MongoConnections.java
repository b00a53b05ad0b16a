package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ServerDescription;
import com.mongodb.spi.dns.InetAddressResolver;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
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
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A MongoDB client, plain or over TLS, and the record of its connections.
 *
 * <p>Defaults, unless the URL says otherwise: {@code connectTimeoutMS} and {@code
 * serverSelectionTimeoutMS} are 10 000. The driver checks the minimum size of pools every second
 * instead of every minute. All else is the driver's default.
 *
 * <p>Over TLS all connections share one {@link TlsContext}, so sessions resume, and the ledger
 * records every one of them: the pooled connections, and the one or two with which the driver
 * monitors each server. In plain text the ledger stays empty, as the driver does not report how
 * long its TCP connects take; a {@link com.mongodb.event.ConnectionPoolListener} receives the time
 * until a pooled connection could be used, plain or not.
 *
 * <p>Safe to share between threads.
 */
public final class MongoConnections implements AutoCloseable {
  /** Added to a time-out, so that the driver's own error, which has more detail, comes first. */
  private static final Duration GRACE = Duration.ofMillis(500);

  /** The database that {@code mongosh} uses where a URL names none. */
  private static final String DEFAULT_DATABASE = "test";

  private final MongoUrl url;
  private final TlsLedger ledger;
  private final @Nullable TlsContext context;
  private final MongoFailure failure;
  private final ServerWatch servers;
  private final PoolWatch pool = new PoolWatch();
  private final MongoClientSettings clientSettings;
  private final MongoClient client;

  private MongoConnections(
      MongoUrl url,
      TlsSettings settings,
      TlsLedger ledger,
      Consumer<MongoClientSettings.Builder> customizer)
      throws ConnectFailedException {
    this.url = url;
    this.ledger = ledger;
    this.context = settings.enabled() ? TlsContext.open(settings, ledger) : null;
    this.failure = new MongoFailure(context == null ? null : settings, url.secrets());
    try {
      ConnectionString driverUrl = url.connectionString();
      this.servers = new ServerWatch(driverUrl.getRequiredReplicaSetName());
      MongoClientSettings.Builder builder = DriverSettings.of(driverUrl, context);
      builder.applyToClusterSettings(to -> to.addClusterListener(servers));
      builder.applyToServerSettings(to -> to.addServerListener(servers));
      customizer.accept(builder);
      // Last, so that a connection counts as ready only after the caller's listeners were
      // notified.
      builder.applyToConnectionPoolSettings(to -> to.addConnectionPoolListener(pool));
      this.clientSettings = builder.build();
      this.client = MongoClients.create(clientSettings);
    } catch (ConnectFailedException | InvalidSettingException e) {
      closeContext();
      throw e;
    } catch (IllegalArgumentException | IllegalStateException | MongoException e) {
      closeContext();
      throw new InvalidSettingException(
          "%s: the MongoDB driver refuses these settings: %s; correct them"
              .formatted(url, url.secrets().hide(e.getMessage())));
    }
  }

  /**
   * Connects, and waits until a server has answered and accepted the login.
   *
   * @param url the servers and the user
   * @param settings TLS settings, usually from {@link MongoUrl#settings}; the URL's own are not
   *     read again
   * @return the connections, to be closed by the caller
   * @throws ConnectFailedException if no server can be reached, TLS fails or the login is refused;
   *     within the time-outs, and at once if every server is known to fail
   * @throws InvalidSettingException if a file of the TLS settings cannot be used, the TLS provider
   *     does not support a setting, or the driver refuses an option
   */
  public static MongoConnections open(MongoUrl url, TlsSettings settings)
      throws ConnectFailedException {
    return open(url, settings, new TlsLedger(), builder -> {});
  }

  /**
   * Connects as {@link #open(MongoUrl, TlsSettings)} does, with driver options that a URL cannot
   * express, and with a ledger whose listeners receive the first connection too.
   *
   * @param url the servers and the user
   * @param settings TLS settings
   * @param ledger records the connections
   * @param customizer changes the driver's settings, after URL and TLS settings were applied
   * @return the connections, to be closed by the caller
   * @throws ConnectFailedException if no connection can be made
   * @throws InvalidSettingException if URL or settings cannot be used
   */
  public static MongoConnections open(
      MongoUrl url,
      TlsSettings settings,
      TlsLedger ledger,
      Consumer<MongoClientSettings.Builder> customizer)
      throws ConnectFailedException {
    MongoConnections connections = new MongoConnections(url, settings, ledger, customizer);
    try {
      connections.awaitServer();
      connections.ping();
      return connections;
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  /** {@return the driver's client, which {@link #close} closes} */
  public MongoClient client() {
    return client;
  }

  /**
   * {@return the database that the URL names; {@code test} if it names none, as in {@code mongosh}}
   */
  public MongoDatabase database() {
    return client.getDatabase(url.database().orElse(DEFAULT_DATABASE));
  }

  /** {@return the outcomes of the connections' handshakes; empty for plain text} */
  public TlsLedger ledger() {
    return ledger;
  }

  /**
   * {@return the settings of {@link #client}} Another client made with them shares TLS context and
   * ledger, and must be closed before this object is.
   */
  public MongoClientSettings clientSettings() {
    return clientSettings;
  }

  /**
   * Waits until the pool of every server in use has that many connections ready. The driver opens
   * no more than the pool's minimum size, so set it with {@code minPoolSize} in the URL or with the
   * customizer.
   *
   * @param count 1 or more, at most the minimum size of the pool
   * @throws ConnectFailedException if no further connection becomes ready within the connect
   *     time-out
   * @throws IllegalArgumentException if the pool's minimum size is less
   */
  public void awaitConnections(int count) throws ConnectFailedException {
    int minSize = clientSettings.getConnectionPoolSettings().getMinSize();
    if (count > Math.max(1, minSize)) {
      throw new IllegalArgumentException(
          count + " connections are awaited, but the pool's minimum size is " + minSize);
    }
    try {
      if (!pool.await(count, DriverSettings.connectTimeout(clientSettings))) {
        throw lastFailure(
            "only %s of %s connections could be opened in time; does the server limit their number?"
                .formatted(pool.total(), count));
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Closes the client with all connections, and frees the TLS context. */
  @Override
  public void close() {
    client.close();
    closeContext();
  }

  private void closeContext() {
    if (context != null) {
      context.close();
    }
  }

  private void awaitServer() throws ConnectFailedException {
    Duration timeout = DriverSettings.serverSelectionTimeout(clientSettings);
    try {
      switch (servers.await(timeout.plus(GRACE))) {
        case ANSWERED -> {}
        case ALL_FAILED -> throw allFailed();
        case NONE_FITS ->
            throw new ConnectFailedException(
                hosts()
                    + ": no server here is a member of the replica set that the URL names; check"
                    + " replicaSet, or leave it out for a single server");
        case TIMED_OUT ->
            throw lastFailure(
                url.isSrv() && !servers.areKnown()
                    ? url.srvFailure().noAnswer()
                    : failure.silence());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private ConnectFailedException allFailed() {
    List<ServerDescription> failed = servers.failed();
    if (failed.isEmpty()) {
      Throwable lookUp = servers.lookUpFailure().orElseThrow();
      return failure.because(hosts() + ": " + url.srvFailure().ofServers(lookUp), lookUp);
    }
    ServerDescription first = failed.get(0);
    Throwable thrown = first.getException();
    String where = first.getAddress().toString();
    return thrown == null
        ? new ConnectFailedException(where + ": " + failure.noAnswer())
        : failure.explain(where, addresses(first.getAddress().getHost()), thrown);
  }

  private List<String> addresses(String host) {
    InetAddressResolver resolver = clientSettings.getInetAddressResolver();
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
  private void ping() throws ConnectFailedException {
    Duration timeout =
        DriverSettings.serverSelectionTimeout(clientSettings)
            .plus(DriverSettings.connectTimeout(clientSettings));
    FutureTask<Document> ping =
        new FutureTask<>(
            () ->
                client
                    .getDatabase("admin")
                    .runCommand(new Document("ping", 1), clientSettings.getReadPreference()));
    Thread thread = new Thread(ping, "tlsbench-ping");
    thread.setDaemon(true);
    thread.start();
    try {
      ping.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure.explain(hosts(), List.of(), Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      throw lastFailure(failure.noAnswer());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns the TLS context's last failure, or one with this message if it has none. */
  private ConnectFailedException lastFailure(String otherwise) {
    return ledger
        .lastFailure()
        .orElseGet(() -> new ConnectFailedException(hosts() + ": " + otherwise));
  }

  private String hosts() {
    return String.join(",", url.hosts());
  }

  private ConnectFailedException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ConnectFailedException(hosts() + ": interrupted while connecting", e);
  }
}
