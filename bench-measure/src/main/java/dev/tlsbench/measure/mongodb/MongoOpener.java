package dev.tlsbench.measure.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerMonitoringMode;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Timeline;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens pooled connections of one client, each for one query: the pool replaces connections older
 * than a millisecond. A query opens its connection on its own thread, which distinguishes it from
 * the driver's monitoring connections.
 */
final class MongoOpener implements Access.Opener {
  /** The pool counts whole milliseconds; a connection is too old at more than one. */
  private static final long OLD_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

  private final MongoAccess access;
  private final @Nullable TlsContext tls;
  private final MongoClient client;
  private volatile @Nullable Thread opening;
  private volatile @Nullable Timeline current;
  private long openedNanos = System.nanoTime() - OLD_NANOS;

  MongoOpener(MongoAccess access) {
    this.access = access;
    TlsLedger ledger = new TlsLedger();
    ledger.onConnection(made -> onTimeline(timeline -> timeline.connected(made)));
    this.tls = access.context(ledger);
    this.client =
        MongoClients.create(
            access
                .settings(this::socket)
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

  private final class ReadyListener implements ConnectionPoolListener {
    @Override
    public void connectionReady(ConnectionReadyEvent event) {
      onTimeline(Timeline::ready);
    }
  }

  private Socket socket() {
    return new DriverSocket(tls, access.route(), isOpening() ? current : null);
  }

  private boolean isOpening() {
    return Thread.currentThread() == opening;
  }

  private void onTimeline(Consumer<Timeline> note) {
    Timeline timeline = current;
    if (isOpening() && timeline != null) {
      note.accept(timeline);
    }
  }

  @Override
  public Timeline open() throws ConnectFailedException {
    opening = Thread.currentThread();
    while (true) {
      awaitOldAge();
      Timeline timeline = new Timeline();
      current = timeline;
      access.ask(client);
      if (timeline.isOpen()) {
        timeline.done();
        timeline.end();
        openedNanos = System.nanoTime();
        return timeline;
      }
      // The pool reused the last connection, which was still young enough.
      openedNanos = System.nanoTime();
    }
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
    if (tls != null) {
      tls.close();
    }
  }
}
