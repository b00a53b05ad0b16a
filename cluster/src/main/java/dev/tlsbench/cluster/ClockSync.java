package dev.tlsbench.cluster;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * Compares clocks of machines by Cristian's algorithm (Distributed Computing 3, 1989): the other
 * clock is read over a connection in many round trips. The reading of the fastest one is assigned
 * to its middle, with an error of half its duration.
 */
final class ClockSync {
  private static final int ROUND_TRIPS = 50;
  private static final int MILLIS = 10_000;

  /** The number of executors that may wait for a connection. */
  private static final int BACKLOG = 1_000;

  private ClockSync() {}

  /** Returns the time in nanoseconds since 1970. */
  static long now() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }

  /**
   * The difference between two clocks.
   *
   * @param offsetNanos added to the own clock, gives the other one
   * @param errorNanos half of the fastest round trip
   */
  record Difference(long offsetNanos, long errorNanos) {
    static final Difference NONE = new Difference(0, 0);

    /**
     * Returns the error of a correction by this difference: the error of the comparison, plus the
     * drift of the clocks since then as far as it exceeds the errors of both comparisons. On a busy
     * machine a round trip may take longer than the clocks are apart.
     *
     * @param later the difference when the correction was used last
     */
    long errorUntil(Difference later) {
      long change = Math.abs(later.offsetNanos - offsetNanos);
      return errorNanos + Math.max(0, change - errorNanos - later.errorNanos);
    }
  }

  /** Serves the clock of this machine to other machines. */
  static final class Server implements AutoCloseable {
    private final LongSupplier clock;
    private final ServerSocket listener;
    private final long token = new SecureRandom().nextLong();

    /**
     * @param clock such as {@link ClockSync#now}
     */
    Server(LongSupplier clock) throws IOException {
      this.clock = clock;
      listener = new ServerSocket(0, BACKLOG);
      Thread thread = new Thread(this::serve, "tlsbench-clock");
      thread.setDaemon(true);
      thread.start();
    }

    /** Returns the text that {@link #compare} takes. */
    String address(String host) {
      return host + " " + listener.getLocalPort() + " " + token;
    }

    private void serve() {
      while (!listener.isClosed()) {
        try (Socket socket = listener.accept()) {
          socket.setSoTimeout(MILLIS);
          socket.setTcpNoDelay(true);
          answer(socket);
        } catch (IOException e) {
          // Wait for the next one, unless this server is closed.
        }
      }
    }

    private void answer(Socket socket) throws IOException {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      if (in.readLong() != token) {
        return;
      }
      while (in.read() >= 0) {
        out.writeLong(clock.getAsLong());
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }

  /** Compares the own clock with a server's. */
  static Difference compare(String address) throws IOException {
    String[] parts = address.split(" ", -1);
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1])),
          Math.toIntExact(Duration.ofMillis(MILLIS).toMillis()));
      socket.setSoTimeout(MILLIS);
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeLong(Long.parseLong(parts[2]));
      Difference best = new Difference(0, Long.MAX_VALUE);
      for (int i = 0; i < ROUND_TRIPS; i++) {
        long start = now();
        out.write(0);
        long other = in.readLong();
        long half = (now() - start + 1) / 2;
        if (half < best.errorNanos()) {
          best = new Difference(other - (start + half), half);
        }
      }
      return best;
    }
  }
}
