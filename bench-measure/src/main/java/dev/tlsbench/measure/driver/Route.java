package dev.tlsbench.measure.driver;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.relay.Relay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The way to the servers: direct, or through a relay in front of each server. TLS verifies the
 * server's own name in both cases, because a relay changes only the address. The {@link Timeline}
 * of the connecting thread has the time of TCP connect, and of the log-in behind it.
 *
 * <p>Thread-safe.
 */
public final class Route implements Dialer, AutoCloseable {
  /** A read time-out for a server that hangs; longer than every delay of a route. */
  public static final int READ_TIMEOUT_MILLIS = 60_000;

  private final Duration rtt;
  private final Map<InetSocketAddress, Relay> relays = new HashMap<>();

  /** Adds a time to each round trip; none needs no relay. */
  public Route(Duration rtt) {
    this.rtt = rtt;
  }

  /**
   * Connects a socket. The kernel answers a connect to the relay at once, so the round trip of SYN
   * and its answer is simulated here by a wait, which is timed as part of the TCP connect.
   */
  @Override
  public void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
      throws IOException {
    Timeline timeline = Timeline.current();
    timeline.start();
    long start = System.nanoTime();
    socket.connect(rtt.isZero() ? server : relayTo(server).address(), timeoutMillis);
    long left = rtt.toNanos();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = start + rtt.toNanos() - System.nanoTime();
    }
    timeline.end(Part.TCP_CONNECT);
  }

  @Override
  public void loggedIn() {
    Timeline.current().end(Part.AUTHENTICATION);
  }

  private synchronized Relay relayTo(InetSocketAddress server) throws IOException {
    Relay relay = relays.get(server);
    if (relay == null) {
      relay = Relay.to(server).roundTrip(rtt).open();
      relays.put(server, relay);
    }
    return relay;
  }

  @Override
  public synchronized void close() {
    relays.values().forEach(Relay::close);
  }
}
