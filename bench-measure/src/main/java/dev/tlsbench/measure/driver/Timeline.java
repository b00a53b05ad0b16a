package dev.tlsbench.measure.driver;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsConnection.Bytes;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of opening one connection, in nanoseconds. Each part ends where the next one begins, so
 * that they add up to the whole.
 *
 * <p>Used only by the connecting thread.
 */
public final class Timeline {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long startCpuNanos = threadCpuNanos();
  private final Map<Part, Long> nanos = new EnumMap<>(Part.class);
  private long startNanos;
  private long lapNanos;
  private long lastReadNanos;
  private long cpuNanos;
  private @Nullable NegotiatedTls negotiated;
  private @Nullable String login;
  private @Nullable Supplier<Bytes> count;
  private @Nullable Bytes bytes;

  /** Starts the TCP connect; drops the records of an earlier attempt at another address. */
  public void start() {
    nanos.clear();
    lastReadNanos = 0;
    negotiated = null;
    count = null;
    login = null;
    startNanos = System.nanoTime();
    lapNanos = startNanos;
  }

  public boolean isOpen() {
    return has(Part.TCP_CONNECT);
  }

  public void end(Part part) {
    end(part, System.nanoTime());
  }

  private void end(Part part, long atNanos) {
    nanos.put(part, atNanos - lapNanos);
    lapNanos = atNanos;
  }

  /** Ends a handshake now, after the server's greeting in plain text. */
  public void endHandshakeAfterGreeting(Duration handshake) {
    long now = System.nanoTime();
    end(Part.HELLO, now - handshake.toNanos());
    end(Part.TLS_HANDSHAKE, now);
  }

  /** Records the outcome of the handshake, if there was one. */
  public void connected(TlsConnection made) {
    negotiated = made.negotiated();
    count = made.bytes();
  }

  /** Returns the outcome of the handshake; {@code null} without one. */
  public @Nullable NegotiatedTls negotiated() {
    return negotiated;
  }

  /** Records how the log-in was made. */
  public void login(String how) {
    login = how;
  }

  /** Returns how the log-in was made; {@code null} if the protocol has only one way. */
  public @Nullable String login() {
    return login;
  }

  public void read() {
    lastReadNanos = System.nanoTime();
  }

  /** Records a write, the first of which ends the server's greeting. */
  public void write() {
    if (lastReadNanos != 0 && !has(Part.HELLO) && !has(Part.START_UP)) {
      end(Part.HELLO, lastReadNanos);
    }
  }

  /** Ends the log-in, or the greeting if there is none: the application can use the connection. */
  public void ready() {
    end(has(Part.HELLO) || has(Part.START_UP) ? Part.AUTHENTICATION : Part.HELLO);
  }

  /** Records the answer to the first query. */
  public void done() {
    end(Part.FIRST_QUERY);
    nanos.put(Part.TOTAL, lapNanos - startNanos);
  }

  private boolean has(Part part) {
    return nanos.containsKey(part);
  }

  /** Returns the duration of a part; empty if the connection lacks it. */
  public OptionalLong nanos(Part part) {
    Long taken = nanos.get(part);
    return taken == null ? OptionalLong.empty() : OptionalLong.of(taken);
  }

  /** Ends the connection: CPU time of the thread and bytes count until now. */
  public void end() {
    cpuNanos = threadCpuNanos() - startCpuNanos;
    bytes = count == null ? null : count.get();
    count = null;
  }

  private static long threadCpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
  }

  /** Returns the bytes on the wire; {@code null} without TLS. */
  public @Nullable Bytes bytes() {
    return bytes;
  }

  /** Returns the CPU time of the connecting thread, including the closing; 0 if unknown. */
  public long cpuNanos() {
    return cpuNanos;
  }
}
