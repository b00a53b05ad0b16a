package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import java.time.Duration;
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
 * Records the outcomes of a client's connections, and the durations of TCP connect and handshake.
 *
 * <p>The ledger counts instead of keeping one entry for each connection, so its size is bounded.
 * {@link #onConnection Listeners} receive each connection. Durations are kept in nanoseconds with
 * three significant digits, up to one hour.
 *
 * <p>Safe to share between threads.
 */
public final class TlsLedger {
  /**
   * The beginning of a log-in whose client asked for TLS and waited for the answer: a round trip.
   */
  public static final String BY_REQUEST = "TLS by request";

  private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int DIGITS = 3;

  private final Map<NegotiatedTls, Long> handshakes = new LinkedHashMap<>();
  private final Map<String, Long> logins = new LinkedHashMap<>();
  private final Histogram tcpConnect = new Histogram(LONGEST_NANOS, DIGITS);
  private final Histogram full = new Histogram(LONGEST_NANOS, DIGITS);
  private final Histogram resumed = new Histogram(LONGEST_NANOS, DIGITS);
  private final List<Consumer<TlsConnection>> listeners = new CopyOnWriteArrayList<>();
  private @Nullable String lastLogin;
  private @Nullable ConnectFailedException lastFailure;

  /** Creates an empty ledger. */
  public TlsLedger() {}

  /**
   * Adds a listener for every further connection, on the thread that connects.
   *
   * @param listener called after the handshake, before the connection is used; must not throw
   */
  public void onConnection(Consumer<TlsConnection> listener) {
    listeners.add(listener);
  }

  /**
   * Records a connection.
   *
   * @param connection a connection that is ready to be used
   */
  public void record(TlsConnection connection) {
    synchronized (this) {
      Duration connect = connection.tcpConnect();
      if (connect != null) {
        record(tcpConnect, connect.toNanos());
      }
      NegotiatedTls negotiated = connection.negotiated();
      if (negotiated != null && connection.handshake() != null) {
        handshakes.merge(negotiated, 1L, Long::sum);
        record(negotiated.resumed() ? resumed : full, connection.handshake().toNanos());
      }
    }
    listeners.forEach(listener -> listener.accept(connection));
  }

  /**
   * Records how a log-in was made, where the protocol has more than one way.
   *
   * @param how without a secret, such as {@code TLS by request, SCRAM-SHA-256}
   */
  public synchronized void recordLogin(String how) {
    logins.merge(how, 1L, Long::sum);
    lastLogin = how;
  }

  /** {@return the number of log-ins by their way, in the order of their first occurrence} */
  public synchronized Map<String, Long> logins() {
    return new LinkedHashMap<>(logins);
  }

  /** {@return how the latest log-in was made; empty if none was recorded} */
  public synchronized Optional<String> lastLogin() {
    return Optional.ofNullable(lastLogin);
  }

  /**
   * Records a failed attempt, so that a caller that waits for a driver can report the cause.
   *
   * @param failure the cause
   */
  public synchronized void recordFailure(ConnectFailedException failure) {
    lastFailure = failure;
  }

  /** {@return the latest attempt that failed; empty if none did} */
  public synchronized Optional<ConnectFailedException> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /** {@return the number of handshakes by outcome, in the order of their first occurrence} */
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

  /** {@return a copy of the durations of TCP connects, in nanoseconds} */
  public synchronized Histogram tcpConnectNanos() {
    return tcpConnect.copy();
  }

  /** {@return a copy of the durations of full handshakes, in nanoseconds} */
  public synchronized Histogram fullHandshakeNanos() {
    return full.copy();
  }

  /** {@return a copy of the durations of handshakes that resumed a session, in nanoseconds} */
  public synchronized Histogram resumedHandshakeNanos() {
    return resumed.copy();
  }

  /**
   * {@return one line for each outcome that the settings do not allow; empty if nothing differs}
   *
   * @param asked the settings of the client
   */
  public synchronized List<String> differences(TlsSettings asked) {
    return handshakes.keySet().stream()
        .flatMap(negotiated -> negotiated.differences(asked).stream())
        .distinct()
        .toList();
  }

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.max(0, Math.min(LONGEST_NANOS, nanos)));
  }
}
