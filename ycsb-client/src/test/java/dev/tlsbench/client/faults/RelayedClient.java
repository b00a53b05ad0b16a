package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.relay.Fault;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/** A client with one TLS implementation and one protocol, which has a relay for itself alone. */
final class RelayedClient implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final long POLL_NANOS = 1_000_000;

  private final FaultTarget target;
  private final Relay relay;
  private final Properties properties;
  private final Session session;
  private long soundBefore;
  private long handshakesBefore;

  RelayedClient(
      FaultTarget target, TlsProvider provider, String protocol, Map<String, String> urlOptions)
      throws Exception {
    this.target = target;
    relay = Relay.to(target.address()).open();
    properties = target.through(relay.port(), urlOptions);
    properties.setProperty("tls.provider", provider.id());
    properties.setProperty("tls.protocols", protocol);
    Measurements.setProperties(properties);
    try {
      session = target.binding().share(properties, ConnectionListener.NONE);
    } catch (Exception e) {
      relay.close();
      throw e;
    }
  }

  Relay relay() {
    return relay;
  }

  TlsLedger ledger() {
    return session.ledger();
  }

  /** Makes a client of YCSB, which for MySQL is a connection of its own. */
  DB connect() throws Exception {
    DB db = target.binding().newClient();
    db.setProperties(properties);
    db.init();
    return db;
  }

  /** Loses all connections, and gets none. */
  void lose() {
    relay.inject(Fault.CUT);
  }

  /**
   * Gets connections again, and reads over a new one. The driver of MongoDB may learn only then of
   * the last connection that was cut, and empty its pool under a read, more often than it tries
   * again; that of Cassandra connects in the background, a second later or more. Whether a
   * handshake failed is for {@link #awaitHandshakes} to say.
   */
  void reconnect() throws Exception {
    soundBefore = sound();
    handshakesBefore = handshakes();
    relay.heal();
    DB db = connect();
    try {
      assertThat(readAgain(db, "none", new HashMap<>())).isEqualTo(Status.NOT_FOUND);
    } finally {
      db.cleanup();
    }
  }

  /** Reads a record, again and again if the driver may not have connected yet. */
  Status readAgain(DB db, String key, Map<String, ByteIterator> fields) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    Status status = read(db, key, fields);
    while (status.equals(Status.ERROR)
        && target.reconnectsInBackground()
        && System.nanoTime() < deadline) {
      // The driver needs the processor.
      LockSupport.parkNanos(POLL_NANOS);
      status = read(db, key, fields);
    }
    return status;
  }

  /**
   * Waits until each connection that came after {@link #reconnect} and was not cut has ended its
   * handshake: one that fails never does. A driver may have one under way.
   */
  void awaitHandshakes() {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (handshakes() - handshakesBefore < sound() - soundBefore) {
      assertThat(System.nanoTime()).as("a handshake has failed").isLessThan(deadline);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Connections that no fault has met with. */
  private long sound() {
    // In this order: one that comes in between is counted as sound, and none as cut twice.
    long faults = relay.faults();
    return relay.connections() - faults;
  }

  private long handshakes() {
    return ledger().fullHandshakes() + ledger().resumedHandshakes();
  }

  static Status read(DB db, String key, Map<String, ByteIterator> fields) {
    return db.read(JournalledWorkload.table(), key, null, fields);
  }

  static Status insert(DB db, String key) {
    Map<String, ByteIterator> values = new HashMap<>();
    values.put(JournalledWorkload.FIELD, new StringByteIterator(JournalledWorkload.value(key)));
    return db.insert(JournalledWorkload.table(), key, values);
  }

  @Override
  public void close() {
    target.binding().release(properties);
    relay.close();
  }
}
