package dev.tlsbench.experiment.connect;

import dev.tlsbench.core.tls.NegotiatedTls;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One connection as it is made, by the nanosecond. Each part ends where the next one begins, so
 * that the parts are the whole.
 *
 * <p>Belongs to the thread that connects.
 */
final class Timeline {
  private final Map<Part, Long> nanos = new EnumMap<>(Part.class);
  private long startNanos;
  private long lapNanos;
  private long lastReadNanos;
  private long cpuNanos;
  private @Nullable NegotiatedTls negotiated;

  Timeline() {}

  /** The TCP connect begins; what was noted before, of another address of the host, is dropped. */
  void start() {
    nanos.clear();
    lastReadNanos = 0;
    negotiated = null;
    startNanos = System.nanoTime();
    lapNanos = startNanos;
  }

  /** Whether a connection was made. */
  boolean isOpen() {
    return has(Part.TCP_CONNECT);
  }

  /** A part ends now. */
  void end(Part part) {
    end(part, System.nanoTime());
  }

  private void end(Part part, long atNanos) {
    nanos.put(part, atNanos - lapNanos);
    lapNanos = atNanos;
  }

  /** A handshake ends now, after the server has greeted the client in plain text. */
  void endHandshakeAfterGreeting(Duration handshake) {
    long now = System.nanoTime();
    end(Part.HELLO, now - handshake.toNanos());
    end(Part.TLS_HANDSHAKE, now);
  }

  void negotiated(NegotiatedTls outcome) {
    negotiated = outcome;
  }

  @Nullable NegotiatedTls negotiated() {
    return negotiated;
  }

  /** Something was read off the connection. */
  void read() {
    lastReadNanos = System.nanoTime();
  }

  /** The client is about to answer; with the first time, the server's first words have ended. */
  void write() {
    if (lastReadNanos != 0 && !has(Part.HELLO)) {
      end(Part.HELLO, lastReadNanos);
    }
  }

  /** The connection is the application's now: after the log-in, or after hello if there is none. */
  void ready() {
    end(has(Part.HELLO) ? Part.AUTHENTICATION : Part.HELLO);
  }

  /** The first query was answered. */
  void done() {
    end(Part.FIRST_QUERY);
    nanos.put(Part.TOTAL, lapNanos - startNanos);
  }

  private boolean has(Part part) {
    return nanos.containsKey(part);
  }

  /** How long a part took; empty if the connection has none of the kind. */
  OptionalLong nanos(Part part) {
    Long taken = nanos.get(part);
    return taken == null ? OptionalLong.empty() : OptionalLong.of(taken);
  }

  void cpuNanos(long used) {
    cpuNanos = used;
  }

  /** CPU time of the thread that connected, closing included. */
  long cpuNanos() {
    return cpuNanos;
  }
}
