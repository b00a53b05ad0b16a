package dev.tlsbench.relay;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TappedConnection.Times;
import dev.tlsbench.relay.TappedConnection.Transfer;
import dev.tlsbench.relay.witness.TlsWitness;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A relay that observes TLS: forwards all bytes between any client and a server unchanged, and
 * reads the unencrypted part. It needs neither keys nor certificates.
 *
 * <p>Defaults: a free port of {@code 127.0.0.1}; the protocols of all databases on the class path;
 * the last 10,000 closed connections are kept.
 *
 * <pre>{@code
 * try (TlsTap tap = TlsTap.to(new InetSocketAddress("127.0.0.1", 3306)).open()) {
 *   usePool("jdbc:mysql://127.0.0.1:" + tap.port() + "/test?sslMode=REQUIRED");
 *   assertThat(tap.await(10, TappedConnection::isHandshakeCompleted, Duration.ofSeconds(30)))
 *       .filteredOn(TappedConnection::isResumed)
 *       .hasSize(9);
 * }
 * }</pre>
 *
 * <p>It recognizes TLS from the first byte, a database's request for TLS (MySQL's follows the
 * server's greeting), and the databases' protocols in plain text. A proxy's header may come before
 * these (PROXY protocol, versions 1 and 2): it provides the client's address. Other protocols pass
 * unread, even if they turn to TLS later, as after STARTTLS. Malicious input is harmless:
 * unreadable bytes are forwarded too.
 *
 * <p>A client verifies the certificate against the host that it connects to, which is the tap's:
 * {@code 127.0.0.1} instead of the server's name.
 *
 * <p>Safe to share between threads.
 */
public final class TlsTap implements AutoCloseable {
  private final Relay relay;
  private final int most;
  private final Consumer<TappedConnection> listener;
  private final InetSocketAddress server;
  private final List<Database> databases;
  private final Set<Tapped> open = new HashSet<>();
  private final Deque<TappedConnection> closed = new ArrayDeque<>();
  private long connections;

  private TlsTap(Builder builder) throws IOException {
    most = builder.most;
    listener = builder.listener;
    server = builder.server;
    databases = builder.databases;
    relay = builder.relay.watchedBy(this::opened).open();
  }

  /**
   * Returns a builder of a tap.
   *
   * @param server the address to connect to for each client
   * @return a builder with the defaults
   */
  public static Builder to(InetSocketAddress server) {
    return new Builder(server);
  }

  /**
   * {@return the address that clients connect to; by default {@code 127.0.0.1} with {@link #port}}
   */
  public InetSocketAddress address() {
    return relay.address();
  }

  /** {@return the port that clients connect to, 1 to 65535} */
  public int port() {
    return relay.port();
  }

  /**
   * {@return the observed connections, by number: the closed ones that are kept, and all open ones}
   */
  public synchronized List<TappedConnection> connections() {
    List<TappedConnection> all = new ArrayList<>(closed);
    open.forEach(connection -> all.add(connection.seen()));
    all.sort(Comparator.comparingLong(TappedConnection::number));
    return List.copyOf(all);
  }

  /**
   * Waits for a number of connections that match.
   *
   * @param count 0 or more
   * @param wanted called repeatedly, also with connections that it was called with before
   * @param limit the maximum time to wait
   * @return the matching connections, at least {@code count}
   * @throws TimeoutException if fewer match at the end of the limit; its message has their number
   * @throws InterruptedException if the thread is interrupted
   */
  public synchronized List<TappedConnection> await(
      int count, Predicate<TappedConnection> wanted, Duration limit)
      throws InterruptedException, TimeoutException {
    long end = System.nanoTime() + limit.toNanos();
    List<TappedConnection> found = found(wanted);
    while (found.size() < count) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        throw new TimeoutException(
            "the tap saw %d such connections of %d within %d ms, not %d"
                .formatted(found.size(), connections, limit.toMillis(), count));
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
      found = found(wanted);
    }
    return found;
  }

  private List<TappedConnection> found(Predicate<TappedConnection> wanted) {
    return connections().stream().filter(wanted).toList();
  }

  /** Forgets closed connections; numbers continue. */
  public synchronized void forget() {
    closed.clear();
  }

  /** Closes all connections, notifying the listener, and waits for the relay's threads. */
  @Override
  public void close() {
    relay.close();
  }

  private synchronized Watcher.View opened(InetSocketAddress client) {
    Tapped connection = new Tapped(++connections, client);
    open.add(connection);
    return connection;
  }

  private synchronized void changed() {
    notifyAll();
  }

  private void ended(Tapped connection) {
    TappedConnection seen = connection.seen();
    synchronized (this) {
      open.remove(connection);
      closed.add(seen);
      if (closed.size() > most) {
        closed.remove();
      }
      notifyAll();
    }
    try {
      listener.accept(seen);
    } catch (RuntimeException | Error e) {
      // Not even an AssertionError may end the relay's thread, and with it other
      // connections.
      System.getLogger(TlsTap.class.getName())
          .log(System.Logger.Level.WARNING, "the tap's listener failed", e);
    }
  }

  /** A connection; guarded by its own monitor. */
  private final class Tapped implements Watcher.View {
    private final long number;
    private final InetSocketAddress client;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final ProtocolDetector detector = new ProtocolDetector(databases);
    private @Nullable TlsWitness witness;
    private @Nullable Duration connect;
    private @Nullable String unreached;
    private @Nullable Duration whole;
    private long toServer;
    private long toClient;
    private long exchanges;
    private boolean clientSpoke;
    private boolean settled;

    Tapped(long number, InetSocketAddress client) {
      this.number = number;
      this.client = client;
    }

    @Override
    public synchronized void connected() {
      connect = age();
    }

    @Override
    public synchronized void failed(Exception reason) {
      unreached = ConnectFailedException.ofTcp(server, reason).getMessage();
    }

    private Duration age() {
      return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    @Override
    public void fromClient(ByteBuffer bytes) {
      boolean news;
      synchronized (this) {
        toServer += bytes.remaining();
        ByteBuffer held = detector.fromClient(bytes);
        // The server's answer to a request may have been the last byte before TLS.
        if (detector.kind() == Kind.TLS && witness == null) {
          witness = new TlsWitness();
          witness.fromClient(held, System.nanoTime());
        }
        if (witness != null) {
          witness.fromClient(bytes, System.nanoTime());
        }
        if (!clientSpoke && detector.kind() == Kind.PLAIN) {
          clientSpoke = true;
          exchanges++;
        }
        news = isNews();
      }
      if (news) {
        changed();
      }
    }

    @Override
    public void fromServer(ByteBuffer bytes) {
      boolean news;
      synchronized (this) {
        toClient += bytes.remaining();
        clientSpoke = false;
        if (detector.kind() == Kind.UNKNOWN) {
          detector.fromServer(bytes);
        } else if (witness != null) {
          witness.fromServer(bytes, System.nanoTime());
        }
        news = isNews();
      }
      if (news) {
        changed();
      }
    }

    /** Waking waiting threads for each piece of a bulk transfer would cost more than reading it. */
    private boolean isNews() {
      boolean news = !settled;
      settled =
          witness == null ? detector.kind() != Kind.UNKNOWN : settled || witness.isCompleted();
      return news;
    }

    @Override
    public void closed() {
      synchronized (this) {
        if (whole != null) {
          return;
        }
        whole = age();
        if (connect == null && unreached == null) {
          failed(new SocketTimeoutException());
        }
      }
      ended(this);
    }

    synchronized TappedConnection seen() {
      InetSocketAddress source = detector.source();
      return new TappedConnection(
          number,
          source == null ? client : source,
          source == null ? null : client,
          detector.seen(),
          witness == null ? null : witness.seen(),
          unreached,
          new Times(started, connect, whole == null ? age() : whole, whole != null),
          new Transfer(toServer, toClient, witness == null ? exchanges : witness.exchanges()));
    }
  }

  /** Options of a tap. Not safe to share between threads. */
  public static final class Builder {
    private static final int USUALLY_KEPT = 10_000;

    private final InetSocketAddress server;
    private final Relay.Builder relay;
    private int most = USUALLY_KEPT;
    private Consumer<TappedConnection> listener = connection -> {};
    private List<Database> databases = Database.all();

    private Builder(InetSocketAddress server) {
      this.server = server;
      this.relay = Relay.to(server);
    }

    /**
     * Sets the address that clients connect to. Default: a free port of {@code 127.0.0.1}.
     *
     * @param local an address of this machine, or the wildcard address; port 0 for a free one
     * @return this builder
     */
    public Builder listenOn(InetSocketAddress local) {
      relay.listenOn(local);
      return this;
    }

    /**
     * Sets the databases whose protocol the server may speak; any other counts as {@link
     * Kind#OTHER}. Default: {@link Database#all}.
     *
     * @param spoken one or more
     * @return this builder
     */
    public Builder databases(List<Database> spoken) {
      databases = List.copyOf(spoken);
      return this;
    }

    /**
     * Sets the number of closed connections to keep, a few kilobytes each, whatever clients send.
     * Default: 10,000.
     *
     * @param closed 0 or more; the oldest are forgotten first
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public Builder keep(int closed) {
      if (closed < 0) {
        throw new IllegalArgumentException("keep: " + closed + " is negative");
      }
      most = closed;
      return this;
    }

    /**
     * Sets the listener for closed connections. Default: none.
     *
     * @param ofClosed called by the relay's threads, which it must not block: other connections
     *     wait meanwhile. It must not close the tap. Its exceptions are logged
     * @return this builder
     */
    public Builder onClosed(Consumer<TappedConnection> ofClosed) {
      listener = ofClosed;
      return this;
    }

    /**
     * Opens the tap.
     *
     * @return a tap that accepts connections
     * @throws IOException if it cannot listen: the port is taken, the host is unknown or another
     *     machine's, or there are no descriptors
     * @throws InvalidSettingException if the server's address is the tap's own
     */
    public TlsTap open() throws IOException {
      return new TlsTap(this);
    }
  }
}
