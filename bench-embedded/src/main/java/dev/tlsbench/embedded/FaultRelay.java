package dev.tlsbench.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a client and a server, passes on what they say, and breaks their connections in a
 * way of the caller's choice: listens on a port of {@code 127.0.0.1}, and connects to the server
 * for each client.
 *
 * <pre>{@code
 * InetAddress localhost = InetAddress.getLoopbackAddress();
 * try (FaultRelay relay = FaultRelay.open(new InetSocketAddress(localhost, mySql.port()))) {
 *   Connection connection = connect(relay.port());
 *   relay.inject(Fault.CUT); // the connection is lost, and no other can be made
 *   relay.heal(); // the next one can
 * }
 * }</pre>
 *
 * <p>A fault holds for all connections, open ones and new ones, until it is healed or another one
 * takes its place. The relay knows nothing of what it passes on: half-closes and closes are passed
 * on too, and a server that cannot be reached shows as a connection that is closed.
 *
 * <p>Safe to share between threads.
 */
public final class FaultRelay implements AutoCloseable {
  private static final int BACKLOG = 512;
  private static final long CLOSE_MILLIS = 1_000;

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final Thread acceptor;
  private final FaultSwitch current = new FaultSwitch();
  private final Set<RelayedConnection> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong connections = new AtomicLong();

  private FaultRelay(InetSocketAddress server, ServerSocket listener) {
    this.server = server;
    this.listener = listener;
    this.acceptor = RelayedConnection.thread("accept", this::accept);
  }

  /**
   * Starts to listen, without a fault.
   *
   * @param server where to connect to, for each client
   * @return a relay that accepts connections
   * @throws IOException if there is no port to listen on
   */
  public static FaultRelay open(InetSocketAddress server) throws IOException {
    // Always IPv4, which the JVM's own loopback address need not be.
    InetAddress localhost = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    FaultRelay relay = new FaultRelay(server, new ServerSocket(0, BACKLOG, localhost));
    relay.acceptor.start();
    return relay;
  }

  /**
   * The port of {@code 127.0.0.1} that clients connect to.
   *
   * @return 1 to 65535
   */
  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Makes a fault happen to all connections, from now on and until it is healed. It takes the place
   * of one that is there.
   *
   * @param fault what is to go wrong
   */
  public void inject(Fault fault) {
    FaultSwitch.Setting setting = current.set(fault);
    open.forEach(connection -> connection.suffer(setting));
  }

  /**
   * Ends the fault: what it held back passes, new connections are sound. Those that it has broken
   * stay so. Without a fault it does nothing.
   */
  public void heal() {
    current.set(null);
  }

  /**
   * How many connections were accepted so far.
   *
   * @return 0 or more
   */
  public long connections() {
    return connections.get();
  }

  /**
   * How many times a fault met with a connection: each fault that was injected counts once for each
   * connection that it broke, changed, or kept waiting.
   *
   * @return 0 or more
   */
  public long faults() {
    return current.hits();
  }

  /** Stops to listen, and cuts all connections. Closing twice does nothing. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      // A socket that does not close cannot be helped; connections are cut all the same.
    }
    open.forEach(RelayedConnection::close);
    heal();
    try {
      // The kernel goes on to listen for as long as a thread accepts.
      acceptor.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        connections.incrementAndGet();
        RelayedConnection connection = new RelayedConnection(client, current, open::remove);
        open.add(connection);
        connection.open(server);
      } catch (IOException e) {
        // The relay was closed, or the client has gone already: neither is of this thread's making.
      }
    }
    // A connection may have come in while the others were cut.
    open.forEach(RelayedConnection::close);
  }
}
