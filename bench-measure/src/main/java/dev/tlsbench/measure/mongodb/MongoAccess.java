package dev.tlsbench.measure.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerMonitoringMode;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.socket.FactoryContext;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.TimedSocket;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.Trial;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** MongoDB, with the Java driver. */
record MongoAccess(
    TlsSettings tls,
    Route route,
    MongoConnections connections,
    MongoClientSettings settings,
    List<HostAddress> hosts,
    String database,
    String collection,
    boolean find)
    implements Access {

  static MongoAccess open(MongoUrl url, TlsSettings tls, String collection, Route route)
      throws ConnectFailedException {
    MongoConnections connections = url.open(tls, Dialer.DIRECT, new TlsLedger());
    try {
      return new MongoAccess(
          tls,
          route,
          connections,
          connections.clientSettings(),
          url.hosts(),
          connections.database().getName(),
          collection,
          canFind(connections, collection));
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  /** Returns true if the database user may read; some may only log in. */
  private static boolean canFind(MongoConnections connections, String collection)
      throws ConnectFailedException {
    try {
      connections.database().getCollection(collection).find().limit(1).first();
      return true;
    } catch (MongoCommandException e) {
      return false;
    }
  }

  @Override
  public String query() {
    return find ? database + "." + collection + ".find().limit(1)" : "ping";
  }

  private void ask(MongoClient client) throws ConnectFailedException {
    try {
      if (find) {
        client.getDatabase(database).getCollection(collection).find().limit(1).first();
      } else {
        client.getDatabase(database).runCommand(new Document("ping", 1));
      }
    } catch (MongoException e) {
      throw Access.failure(hosts, e);
    }
  }

  /** Returns the driver's settings, with sockets that use the route. */
  private MongoClientSettings.Builder settings(@Nullable TlsContext context) {
    return MongoClientSettings.builder(settings)
        .applyToSslSettings(
            ssl ->
                ssl.enabled(true)
                    .context(new FactoryContext(() -> new TimedSocket(context, route))));
  }

  /** Returns a TLS context with its own sessions; {@code null} without TLS. */
  private @Nullable TlsContext context(TlsLedger ledger) {
    return tls.enabled() ? TlsContext.open(tls, ledger) : null;
  }

  @Override
  public Opener opener() {
    return new MongoOpener(null);
  }

  @Override
  public Client client() {
    TlsContext context = context(new TlsLedger());
    MongoClient client = MongoClients.create(settings(context).build());
    return new Client() {
      @Override
      public void query() throws ConnectFailedException {
        ask(client);
      }

      @Override
      public void close() {
        client.close();
        if (context != null) {
          context.close();
        }
      }
    };
  }

  @Override
  public void close() {
    connections.close();
  }

  /**
   * Opens pooled connections of one client, each for one query: the pool replaces connections older
   * than a millisecond. A query opens its connection on its own thread, which distinguishes it from
   * the driver's monitoring connections.
   */
  private final class MongoOpener implements Opener {
    /** The pool counts whole milliseconds; a connection is too old at more than one. */
    private static final long OLD_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    private final @Nullable TlsContext tls;
    private final boolean closesTls;
    private final MongoClient client;
    private long openedNanos = System.nanoTime() - OLD_NANOS;

    /** Creates a client, with its own sessions unless a context is given. */
    MongoOpener(@Nullable TlsContext shared) {
      this.closesTls = shared == null;
      TlsLedger ledger = Timeline.ledger();
      this.tls = shared == null ? context(ledger) : shared.recordingTo(ledger);
      this.client =
          MongoClients.create(
              settings(tls)
                  .retryReads(false)
                  .applyToConnectionPoolSettings(
                      pool ->
                          pool.minSize(0)
                              .maxConnectionLifeTime(1, TimeUnit.MILLISECONDS)
                              .addConnectionPoolListener(new ReadyListener()))
                  // Monitoring must not run during measurements.
                  .applyToServerSettings(
                      server ->
                          server
                              .heartbeatFrequency(1, TimeUnit.HOURS)
                              .serverMonitoringMode(ServerMonitoringMode.POLL))
                  .build());
    }

    private static final class ReadyListener implements ConnectionPoolListener {
      @Override
      public void connectionReady(ConnectionReadyEvent event) {
        Timeline.current().ready();
      }
    }

    @Override
    public Trial open() throws ConnectFailedException {
      while (true) {
        awaitOldAge();
        Timeline timeline = new Timeline();
        ask(client);
        if (timeline.isOpen()) {
          timeline.done();
          Trial done = timeline.end();
          openedNanos = System.nanoTime();
          return done;
        }
        // The pool reused the last connection, which was still young enough.
        openedNanos = System.nanoTime();
      }
    }

    @Override
    public Opener sharing() {
      return new MongoOpener(tls);
    }

    private void awaitOldAge() {
      long left = openedNanos + OLD_NANOS - System.nanoTime();
      while (left > 0 && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(left);
        left = openedNanos + OLD_NANOS - System.nanoTime();
      }
    }

    @Override
    public void close() {
      client.close();
      if (tls != null && closesTls) {
        tls.close();
      }
    }
  }
}
