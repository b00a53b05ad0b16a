package dev.tlsbench.experiment.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One connection through a relay: the client's part, the server's, and a pipe each way. */
final class Line {
  /** How many bytes may be on their way in one direction: what bounds the memory. */
  static final int MOST_BYTES = 1 << 25;

  private static final int PIPES = 2;

  /** SYN, SYN and ACK, ACK. */
  private static final int WAYS_OF_TCP_HANDSHAKE = 3;

  private final Socket client;
  private final Socket server = new Socket();
  private final Pipe toServer;
  private final Pipe toClient;
  private final long oneWayNanos;
  private final long acceptedNanos = System.nanoTime();
  private final Consumer<Line> whenOver;
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicBoolean cut = new AtomicBoolean();

  /**
   * Takes a client in.
   *
   * @param client the accepted socket
   * @param oneWayNanos how long a byte waits
   * @param whenOver told when both sockets are closed
   */
  Line(Socket client, long oneWayNanos, Consumer<Line> whenOver) {
    this.client = client;
    this.oneWayNanos = oneWayNanos;
    this.whenOver = whenOver;
    this.toServer = new Pipe(client, server, oneWayNanos, this::pipeEnded);
    this.toClient = new Pipe(server, client, oneWayNanos, this::pipeEnded);
  }

  static Thread thread(String job, Runnable work) {
    Thread thread = new Thread(work, "tlsbench-relay-" + job);
    thread.setDaemon(true);
    return thread;
  }

  private static void start(String job, Runnable work) {
    thread(job, work).start();
  }

  /** Waits until the nanosecond has come; at once if the thread is interrupted. */
  static void await(long dueNanos) {
    long left = dueNanos - System.nanoTime();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = dueNanos - System.nanoTime();
    }
  }

  /**
   * Reads from the client at once, since what it sends is on its way already, and connects to the
   * server when SYN, its answer and the acknowledgement would have crossed the line.
   */
  void open(InetSocketAddress to) throws IOException {
    client.setTcpNoDelay(true);
    start("client-in", toServer::read);
    start(
        "server-out",
        () -> {
          await(acceptedNanos + WAYS_OF_TCP_HANDSHAKE * oneWayNanos);
          try {
            server.setTcpNoDelay(true);
            server.connect(to);
          } catch (IOException e) {
            cut();
            return;
          }
          start("server-in", toClient::read);
          start("client-out", toClient::write);
          toServer.write();
        });
  }

  private void pipeEnded(boolean orderly) {
    if (!orderly || finished.incrementAndGet() == PIPES) {
      cut();
    }
  }

  /** Closes both sockets; every thread of the line then ends. */
  void cut() {
    if (cut.compareAndSet(false, true)) {
      closeQuietly(client);
      closeQuietly(server);
      toServer.stop();
      toClient.stop();
      whenOver.accept(this);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is left to be done with it, and nobody to be told.
    }
  }
}
