package dev.tlsbench.experiment.connect;

import dev.tlsbench.embedded.relay.Relay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The way to the servers: the network as it is, or a relay in front of each server. TLS checks the
 * server's own name either way, for only the address changes.
 *
 * <p>Safe to share between threads.
 */
final class Route implements AutoCloseable {
  private final Duration rtt;
  private final Map<InetSocketAddress, Relay> relays = new ConcurrentHashMap<>();

  /**
   * Makes a route.
   *
   * @param rtt what to add to each round trip; zero for no relay
   */
  Route(Duration rtt) {
    this.rtt = rtt;
  }

  /**
   * Connects a socket. The kernel answers a connect to the relay at once, so the round trip that
   * SYN and its answer would take is waited for here, where it is timed as the TCP connect.
   */
  void connect(Socket socket, InetSocketAddress server, int timeoutMillis) throws IOException {
    if (rtt.isZero()) {
      socket.connect(server, timeoutMillis);
      return;
    }
    long start = System.nanoTime();
    socket.connect(relayTo(server).address(), timeoutMillis);
    long left = rtt.toNanos();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = start + rtt.toNanos() - System.nanoTime();
    }
  }

  private Relay relayTo(InetSocketAddress server) throws IOException {
    try {
      return relays.computeIfAbsent(
          server,
          address -> {
            try {
              return Relay.to(address).roundTrip(rtt).open();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Ends the relays, with all connections through them. */
  @Override
  public void close() {
    relays.values().forEach(Relay::close);
  }
}
