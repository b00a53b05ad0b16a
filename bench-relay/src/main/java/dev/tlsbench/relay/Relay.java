package dev.tlsbench.relay;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A TCP relay that makes a server more distant and injects faults. It listens on a port of {@code
 * 127.0.0.1}, connects to the server for each client, and forwards bytes without reading them.
 *
 * <p>Defaults: no added round trip, no fault.
 *
 * <pre>{@code
 * InetAddress localhost = InetAddress.getLoopbackAddress();
 * InetSocketAddress server = new InetSocketAddress(localhost, mySql.port());
 * try (Relay relay = Relay.to(server).roundTrip(Duration.ofMillis(5)).open()) {
 *   Connection connection = connect(relay.port());
 *   relay.inject(Fault.CUT); // the connection is lost, and no other can be made
 *   relay.heal(); // the next one can
 * }
 * }</pre>
 *
 * <p><b>Distance.</b> Every byte is delayed by half a round trip, in both directions. Bandwidth is
 * not limited: the relay reads on while pieces wait, up to 32 MiB in each direction of a
 * connection. At a round trip of 10 ms that is 6.7 GB/s; a faster sender is slowed down, as by
 * TCP's own window. Losses, slow start and jitter are not simulated. Without a round trip the relay
 * buffers at most one piece of 64 KiB in each direction.
 *
 * <p>The kernel answers TCP's own handshake at once. So the relay connects to the server one and a
 * half round trips after it has accepted, when a server at that distance would see the connection.
 * The first answer thus comes as late as over a real line, whichever side sends first. A client
 * that is to include TCP's round trip waits for that time after it has connected; its bytes then
 * have half a round trip to go, and no delay counts twice.
 *
 * <p>A half-close, a close and a reset are forwarded with the same delay as bytes; a reset as a
 * close. If the server cannot be reached, or its address leads back to the relay, the client's
 * connection is closed.
 *
 * <p><b>Faults.</b> A fault affects all connections, open and new ones, until it is healed or
 * replaced. It acts where bytes leave the relay, after the delay.
 *
 * <p>All connections share a few threads, two for each processor and at most eight. A connection
 * uses two descriptors in this process; without them a client is closed at once.
 *
 * <p>Safe to share between threads.
 */
public final class Relay implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final int MOST_LOOPS = 4;
  private static final Duration MOST_ROUND_TRIP = Duration.ofDays(1);

  /** A pause after a failed accept, for example without free descriptors. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final List<Loop> loops = new ArrayList<>();
  private final ServerSocketChannel listener = ServerSocketChannel.open();
  private final InetSocketAddress address;
  private final AtomicLong connections = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();

  /**
   * A descriptor to refuse clients with when there are no others, so that they are counted, and do
   * not wait unseen.
   */
  private volatile SocketChannel spare = SocketChannel.open();

  private Relay(Builder builder) throws IOException {
    try {
      address = listen(builder.listen);
      if (leadsTo(builder.server, address)) {
        throw new InvalidSettingException(
            "port %d of %s is the address to listen on, so connections would never end; give the server's"
                .formatted(address.getPort(), builder.server.getHostString()));
      }
      int count = Math.min(MOST_LOOPS, Runtime.getRuntime().availableProcessors());
      for (int i = 0; i < count; i++) {
        loops.add(
            new Loop(builder.server, builder.roundTrip.toNanos() / 2, builder.watcher, faults));
      }
      Loop first = loops.get(0);
      first.watch(first.register(listener, this::accept), SelectionKey.OP_ACCEPT, true);
    } catch (IOException | InvalidSettingException e) {
      close();
      throw e;
    }
    loops.forEach(Loop::start);
  }

  private InetSocketAddress listen(InetSocketAddress requested) throws IOException {
    if (requested.isUnresolved()) {
      throw new UnknownHostException(requested.getHostString());
    }
    listener.bind(requested, BACKLOG);
    return (InetSocketAddress) listener.getLocalAddress();
  }

  /** Returns true if connections to the server would arrive at the relay. */
  private static boolean leadsTo(InetSocketAddress server, InetSocketAddress own)
      throws SocketException {
    InetAddress to = server.getAddress();
    if (to == null || server.getPort() != own.getPort()) {
      return false;
    }
    return to.equals(own.getAddress())
        || (own.getAddress().isAnyLocalAddress()
            && (to.isAnyLocalAddress()
                || to.isLoopbackAddress()
                || NetworkInterface.getByInetAddress(to) != null));
  }

  /**
   * Returns a builder of a relay.
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
    return address;
  }

  /** {@return the port that clients connect to, 1 to 65535} */
  public int port() {
    return address.getPort();
  }

  /**
   * Injects a fault into all connections, in place of the current one. It is in effect when this
   * method returns, and until it is healed. Does nothing once the relay is closed.
   *
   * @param fault the fault
   */
  public void inject(Fault fault) {
    set(fault);
  }

  /**
   * Ends the fault: everything that it held back passes, and new connections are not affected.
   * Connections that it has broken stay broken. Does nothing without a fault.
   */
  public void heal() {
    set(null);
  }

  private void set(@Nullable Fault fault) {
    loops.forEach(loop -> loop.apply(fault));
  }

  /** {@return the number of connections accepted so far} */
  public long connections() {
    return connections.get();
  }

  /**
   * Returns the number of times that a fault affected a connection: each injected fault counts once
   * for each connection that it broke, changed, or kept waiting.
   *
   * @return 0 or more
   */
  public long faults() {
    return faults.get();
  }

  /**
   * Stops listening, cuts all connections, and waits for the threads to end, up to a second for
   * each. Further calls have no effect.
   */
  @Override
  public void close() {
    Connection.closeQuietly(listener);
    Connection.closeQuietly(spare);
    loops.forEach(Loop::close);
  }

  private void accept(SelectionKey key, int operations) {
    try {
      if (!spare.isOpen() && listener.isOpen()) {
        spare = SocketChannel.open();
      }
      for (SocketChannel client = listener.accept(); client != null; client = listener.accept()) {
        loops.get((int) (connections.getAndIncrement() % loops.size())).add(client);
      }
    } catch (IOException e) {
      Loop first = loops.get(0);
      if (listener.isOpen()) {
        refuseOne(e);
        first.watch(key, SelectionKey.OP_ACCEPT, false);
        first.at(
            System.nanoTime() + PAUSE_NANOS, () -> first.watch(key, SelectionKey.OP_ACCEPT, true));
      }
    }
  }

  private void refuseOne(IOException reason) {
    Connection.closeQuietly(spare);
    try {
      SocketChannel client = listener.accept();
      if (client != null) {
        connections.getAndIncrement();
        loops.get(0).refuse(client, reason);
      }
      spare = SocketChannel.open();
    } catch (IOException e) {
      // Something else has taken the descriptor.
    }
  }

  /** Options of a relay. Not safe to share between threads. */
  public static final class Builder {
    private final InetSocketAddress server;
    private Duration roundTrip = Duration.ZERO;

    @SuppressWarnings("AddressSelection") // no name; the JVM's own loopback address may be IPv6
    private InetSocketAddress listen = new InetSocketAddress("127.0.0.1", 0);

    private Watcher watcher = client -> Watcher.BLIND;

    private Builder(InetSocketAddress server) {
      this.server = server;
    }

    /**
     * Sets the time to add to each round trip, half of it in each direction. Default: zero.
     *
     * @param added 0 to 24 hours
     * @return this builder
     * @throws IllegalArgumentException if the time is out of range
     */
    public Builder roundTrip(Duration added) {
      if (added.isNegative() || added.compareTo(MOST_ROUND_TRIP) > 0) {
        throw new IllegalArgumentException("roundTrip: " + added + " is not from 0 to 24 hours");
      }
      roundTrip = added;
      return this;
    }

    /**
     * Sets the address that clients connect to. Default: a free port of {@code 127.0.0.1}.
     *
     * @param local an address of this machine, or the wildcard address; port 0 for a free one
     * @return this builder
     */
    public Builder listenOn(InetSocketAddress local) {
      listen = local;
      return this;
    }

    Builder watchedBy(Watcher all) {
      watcher = all;
      return this;
    }

    /**
     * Opens the relay.
     *
     * @return a relay that accepts connections
     * @throws IOException if it cannot listen: the port is taken, the host is unknown or another
     *     machine's, or there are no descriptors
     * @throws InvalidSettingException if the server's address is the relay's own
     */
    public Relay open() throws IOException {
      return new Relay(this);
    }
  }
}
