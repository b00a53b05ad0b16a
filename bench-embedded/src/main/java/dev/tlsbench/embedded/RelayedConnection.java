package dev.tlsbench.embedded;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link FaultRelay}: two sockets, and a thread for each direction. */
final class RelayedConnection {
  private static final int PIECE = 1 << 16;
  private static final int DIRECTIONS = 2;

  /** What passes at a time when it is slow, every 125 ms: 1024 bytes a second. */
  private static final int PORTION = 128;

  private static final int PORTION_MILLIS = 125;

  private final Socket client;
  private final Socket server = new Socket();
  private final FaultSwitch faults;
  private final Consumer<RelayedConnection> whenOver;
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicReference<FaultSwitch.@Nullable Setting> lastHit = new AtomicReference<>();
  private volatile boolean deaf;

  /**
   * Takes a client in.
   *
   * @param client the accepted socket
   * @param faults what to do to it
   * @param whenOver told when both sockets are closed
   */
  RelayedConnection(Socket client, FaultSwitch faults, Consumer<RelayedConnection> whenOver) {
    this.client = client;
    this.faults = faults;
    this.whenOver = whenOver;
  }

  static Thread thread(String job, Runnable work) {
    Thread thread = new Thread(work, "tlsbench-faults-" + job);
    thread.setDaemon(true);
    return thread;
  }

  /** Connects to the server and starts to pass on what comes, unless a fault forbids it. */
  void open(InetSocketAddress to) throws IOException {
    client.setTcpNoDelay(true);
    InputStream fromClient = client.getInputStream();
    OutputStream toClient = client.getOutputStream();
    suffer(faults.get());
    thread(
            "to-server",
            () -> {
              try {
                server.setTcpNoDelay(true);
                server.connect(to);
                InputStream fromServer = server.getInputStream();
                OutputStream toServer = server.getOutputStream();
                thread("to-client", () -> pass(fromServer, client, toClient)).start();
                pass(fromClient, server, toServer);
              } catch (IOException e) {
                close();
              }
            })
        .start();
  }

  /** Does what a fault does at once, and not to the next piece. */
  void suffer(FaultSwitch.Setting setting) {
    if (setting.is(Fault.CUT) && hit(setting)) {
      close();
    } else if (setting.is(Fault.RESET) && hit(setting)) {
      resetWhenClosed(client);
      resetWhenClosed(server);
      close();
    } else if (setting.is(Fault.HALF_CLOSE) && hit(setting)) {
      deaf = true;
      try {
        client.shutdownOutput();
      } catch (IOException e) {
        // The client has gone already.
        close();
      }
    }
  }

  /** Closes both sockets; the threads then end. */
  void close() {
    if (closed.compareAndSet(false, true)) {
      closeQuietly(client);
      closeQuietly(server);
      whenOver.accept(this);
    }
  }

  /** Passes on what comes until the stream ends, and then that it has ended. */
  private void pass(InputStream in, Socket to, OutputStream out) {
    try {
      passAll(in, to, out);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
    }
  }

  private void passAll(InputStream in, Socket to, OutputStream out) throws InterruptedException {
    byte[] piece = new byte[PIECE];
    try {
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        pass(piece, length, out, to == client);
      }
      awaitPassage();
      if (!to.isOutputShutdown()) {
        to.shutdownOutput();
      }
      if (ended.incrementAndGet() == DIRECTIONS) {
        close();
      }
    } catch (IOException e) {
      // One end was reset; while connections are stalled the other must not notice.
      awaitPassage();
      close();
    }
  }

  /** Waits while connections are stalled, and returns the setting that ended it. */
  @CanIgnoreReturnValue
  private FaultSwitch.Setting awaitPassage() throws InterruptedException {
    FaultSwitch.Setting now = faults.get();
    while (now.is(Fault.STALL) && !closed.get()) {
      hit(now);
      faults.awaitChange(now);
      now = faults.get();
    }
    return now;
  }

  private void pass(byte[] piece, int length, OutputStream out, boolean toClient)
      throws IOException, InterruptedException {
    Fault corruption = toClient ? Fault.CORRUPT_FROM_SERVER : Fault.CORRUPT_TO_SERVER;
    int passed = 0;
    while (passed < length && !closed.get()) {
      FaultSwitch.Setting now = awaitPassage();
      if (now.is(Fault.CUT) || now.is(Fault.RESET)) {
        // Whoever injected it closes this connection.
        return;
      }
      boolean slow = now.is(Fault.SLOW);
      int portion = slow ? Math.min(PORTION, length - passed) : length - passed;
      if (now.is(corruption) && hit(now)) {
        piece[passed + portion - 1] ^= 1;
      }
      if (!(toClient && deaf)) {
        out.write(piece, passed, portion);
      }
      passed += portion;
      if (slow) {
        hit(now);
        faults.awaitChange(now, PORTION_MILLIS);
      }
    }
  }

  /** Counts a setting of the switch if it is the first time that it meets with this connection. */
  @CanIgnoreReturnValue
  private boolean hit(FaultSwitch.Setting setting) {
    boolean first = lastHit.getAndSet(setting) != setting;
    if (first) {
      faults.countHit();
    }
    return first;
  }

  /** With a linger time of 0 a socket is reset when it is closed (RFC 9293, section 3.10.4). */
  private static void resetWhenClosed(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It is closed already.
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
