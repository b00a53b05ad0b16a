package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of a client's connections, and the durations of TCP connect and handshake.
 *
 * <p>The ledger counts; it does not keep one entry for each connection, so it stays small however
 * many are made. {@link #onConnection} hands each one to who wants to keep it. Times are kept in
 * nanoseconds with three significant digits, up to one hour.
 *
 * <p>Safe to share between threads.
 */
public final class TlsLedger {
  private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int DIGITS = 3;

  private final Map<NegotiatedTls, Long> handshakes = new LinkedHashMap<>();
  private final Histogram tcpConnect = new Histogram(LONGEST_NANOS, DIGITS);
  private final Histogram full = new Histogram(LONGEST_NANOS, DIGITS);
  private final Histogram resumed = new Histogram(LONGEST_NANOS, DIGITS);
  private final List<Consumer<TlsConnection>> listeners = new CopyOnWriteArrayList<>();
  private @Nullable ConnectFailedException lastFailure;

  /** Makes an empty ledger. */
  public TlsLedger() {}

  /**
   * Hands every connection made from now on to a listener, on the thread that connects.
   *
   * @param listener called after the handshake, before the connection is used; must not throw
   */
  public void onConnection(Consumer<TlsConnection> listener) {
    listeners.add(listener);
  }

  /**
   * Enters a connection.
   *
   * @param connection a connection that is ready to be used
   */
  public void record(TlsConnection connection) {
    synchronized (this) {
      record(tcpConnect, connection.tcpConnect().toNanos());
      NegotiatedTls negotiated = connection.negotiated();
      if (negotiated != null && connection.handshake() != null) {
        handshakes.merge(negotiated, 1L, Long::sum);
        record(negotiated.resumed() ? resumed : full, connection.handshake().toNanos());
      }
    }
    listeners.forEach(listener -> listener.accept(connection));
  }

  /**
   * Enters an attempt that failed, so that who waits for a driver can say why.
   *
   * @param failure what went wrong
   */
  public synchronized void recordFailure(ConnectFailedException failure) {
    lastFailure = failure;
  }

  /** {@return the latest attempt that failed; empty if none did} */
  public synchronized Optional<ConnectFailedException> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /**
   * {@return how many handshakes so far ended in each outcome, in the order in which these first
   * came}
   */
  public synchronized Map<NegotiatedTls, Long> handshakes() {
    return new LinkedHashMap<>(handshakes);
  }

  /** {@return the number of full handshakes} */
  public synchronized long fullHandshakes() {
    return full.getTotalCount();
  }

  /** {@return the number of handshakes that resumed a session} */
  public synchronized long resumedHandshakes() {
    return resumed.getTotalCount();
  }

  /** {@return a copy of how long TCP connects took, in nanoseconds} */
  public synchronized Histogram tcpConnectNanos() {
    return tcpConnect.copy();
  }

  /** {@return a copy of how long full handshakes took, in nanoseconds} */
  public synchronized Histogram fullHandshakeNanos() {
    return full.copy();
  }

  /** {@return a copy of how long handshakes that resumed a session took, in nanoseconds} */
  public synchronized Histogram resumedHandshakeNanos() {
    return resumed.copy();
  }

  /**
   * Compares what was negotiated with what was asked for.
   *
   * @param asked the settings of the client
   * @return one line for each outcome outside of what was asked for; empty if all is as it should
   *     be
   */
  public synchronized List<String> differences(TlsSettings asked) {
    return handshakes.keySet().stream()
        .flatMap(negotiated -> TlsDifference.between(asked, negotiated).stream())
        .distinct()
        .toList();
  }

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.max(0, Math.min(LONGEST_NANOS, nanos)));
  }
}
