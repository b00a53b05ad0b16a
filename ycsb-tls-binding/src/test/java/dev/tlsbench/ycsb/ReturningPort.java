package dev.tlsbench.ycsb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port for a server that goes away and comes back at the same address. */
public final class ReturningPort {
  // Below the ports that Linux gives to connections and to listeners on port 0: one of those is
  // taken
  // by whoever asks for any port while the server is away.
  private static final int FIRST = 20_000;
  private static final int END = 30_000;

  private ReturningPort() {}

  /** Returns one on the loopback address that nobody listens on. */
  public static int pick() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Somebody's: try another.
      }
    }
  }
}
