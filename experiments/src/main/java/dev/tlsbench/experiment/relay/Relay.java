package dev.tlsbench.experiment.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes a server farther away: listens on a port of {@code 127.0.0.1}, connects to the server for
 * each client, and holds every byte back for half a round trip, in both directions, whatever the
 * bytes are.
 *
 * <p>Bandwidth is left alone: a piece that waits does not keep the next one from being read, so as
 * much is on its way as a real line would hold, up to 32 MiB for each direction of a connection. At
 * a round trip of 10 ms that is 6.7 GB/s; a sender that is faster is slowed down, as by TCP's own
 * window. Losses, slow start and jitter are not simulated.
 *
 * <p>TCP's own handshake ends at the relay, on this machine, at once. The relay makes up for it: it
 * connects to the server one and a half round trips after it has accepted, which is when a server
 * so far away would see the connection, and gives no byte to it before. So the first answer comes
 * as late as it would over a real line, whoever speaks first. A client that wants its TCP connect
 * to take a round trip, too, waits so long after it has connected; then the bytes that follow have
 * half a round trip to go, and nothing is counted twice.
 *
 * <p>A half-close and a close are passed on, as late as bytes are. A server that cannot be reached
 * shows as a connection that is closed, since it was accepted already.
 *
 * <p>Safe to share between threads.
 */
public final class Relay implements AutoCloseable {
  private static final int BACKLOG = 512;
  private static final long CLOSE_MILLIS = 1_000;

  private final InetSocketAddress server;
  private final long oneWayNanos;
  private final ServerSocket listener;
  private final Set<Line> lines = ConcurrentHashMap.newKeySet();
  private final Thread acceptor;

  private Relay(InetSocketAddress server, Duration rtt, ServerSocket listener) {
    this.server = server;
    this.oneWayNanos = rtt.toNanos() / 2;
    this.listener = listener;
    this.acceptor = Line.thread("accept", this::accept);
  }

  /**
   * Starts to listen.
   *
   * @param server where to connect to, for each client
   * @param rtt what to add to a round trip, 0 or more; half of it in each direction
   * @return a relay that accepts connections
   * @throws IOException if there is no port to listen on
   * @throws IllegalArgumentException if {@code rtt} is negative
   */
  public static Relay open(InetSocketAddress server, Duration rtt) throws IOException {
    if (rtt.isNegative()) {
      throw new IllegalArgumentException("rtt: " + rtt + " is negative");
    }
    Relay relay =
        new Relay(server, rtt, new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
    relay.acceptor.start();
    return relay;
  }

  /**
   * Where clients connect to.
   *
   * @return an address of this machine
   */
  public InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  /** Stops to listen, and cuts all connections. Closing twice does nothing. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      // A socket that does not close cannot be helped; connections are cut all the same.
    }
    lines.forEach(Line::cut);
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
        Line line = new Line(listener.accept(), oneWayNanos, lines::remove);
        lines.add(line);
        line.open(server);
      } catch (IOException e) {
        // The relay was closed, or the client has gone already: neither is of this thread's making.
      }
    }
    // A connection may have come in while the others were cut.
    lines.forEach(Line::cut);
  }
}
