package dev.tlsbench.measure.driver;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.measure.result.Negotiated;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
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
  private static final ThreadLocal<Timeline> CURRENT = ThreadLocal.withInitial(Timeline::new);

  private final long startCpuNanos = threadCpuNanos();
  private final Map<Part, Long> nanos = new EnumMap<>(Part.class);
  private long startNanos;
  private long lapNanos;
  private long lastReadNanos;
  private @Nullable NegotiatedTls negotiated;
  private @Nullable String login;
  private @Nullable Supplier<TlsConnection.Bytes> count;

  /** Begins the timeline of the connection that this thread opens next. */
  public Timeline() {
    CURRENT.set(this);
  }

  /** Returns the timeline that this thread began last. */
  public static Timeline current() {
    return CURRENT.get();
  }

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

  /** Returns a ledger whose handshakes end in the timeline of the thread that connects. */
  public static TlsLedger ledger() {
    TlsLedger ledger = new TlsLedger();
    ledger.onConnection(
        made -> {
          if (made.negotiated() != null) {
            current().end(Part.TLS_HANDSHAKE);
            current().connected(made);
          }
        });
    return ledger;
  }

  public void connected(TlsConnection made) {
    negotiated = made.negotiated();
    count = made.bytes();
  }

  public void login(String how) {
    login = how;
  }

  /** Returns a stream that records the end of each read. */
  public InputStream watch(InputStream stream) {
    return new FilterInputStream(stream) {
      @Override
      public int read() throws IOException {
        int read = in.read();
        Timeline.this.read();
        return read;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        Timeline.this.read();
        return read;
      }
    };
  }

  /** Returns a stream that records the start of each write. */
  public OutputStream watch(OutputStream stream) {
    return new FilterOutputStream(stream) {
      @Override
      public void write(int b) throws IOException {
        Timeline.this.write();
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        Timeline.this.write();
        out.write(bytes, offset, length);
      }
    };
  }

  void read() {
    lastReadNanos = System.nanoTime();
  }

  /** Records a write, the first of which ends the server's greeting. */
  void write() {
    if (lastReadNanos != 0 && !has(Part.HELLO) && !has(Part.START_UP)) {
      end(Part.HELLO, lastReadNanos);
    }
  }

  /** Ends the log-in, or the greeting if there is none: the application can use the connection. */
  public void ready() {
    end(has(Part.HELLO) || has(Part.START_UP) ? Part.AUTHENTICATION : Part.HELLO);
  }

  public void done() {
    end(Part.FIRST_QUERY);
    nanos.put(Part.TOTAL, lapNanos - startNanos);
  }

  private boolean has(Part part) {
    return nanos.containsKey(part);
  }

  /** Ends the connection: CPU time of the thread and bytes count until now. */
  public Trial end() {
    long cpuNanos = threadCpuNanos() - startCpuNanos;
    Map<String, Long> byId = new TreeMap<>();
    nanos.forEach((part, taken) -> byId.put(part.id(), taken));
    return new Trial(
        byId,
        cpuNanos,
        negotiated == null ? null : Negotiated.of(negotiated, 1),
        negotiated != null && negotiated.helloRetryRequest(),
        login,
        count == null ? null : count.get());
  }

  private static long threadCpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
  }
}
