package dev.tlsbench.relay;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;

/** A connection through a relay: two sockets and a pipe each way. Guarded by its loop's monitor. */
final class Connection {
  /** SYN, SYN and ACK, ACK. */
  private static final int WAYS_OF_TCP_HANDSHAKE = 3;

  private static final Logger LOGGER = System.getLogger(Connection.class.getName());

  private final Loop loop;
  private final SocketChannel client;
  private final SocketChannel server;
  private final Watcher.View view;
  private final SelectionKey serverKey;
  private final long oneWayNanos;
  private final Pipe toServer;
  private final Pipe toClient;
  private long lastHit;
  private boolean closed;
  private volatile boolean blind;

  /** Registers both sockets; the server's socket is not connected yet. */
  Connection(Loop loop, SocketChannel client, Watcher.View view, long oneWayNanos)
      throws IOException {
    this.loop = loop;
    this.client = client;
    this.view = view;
    this.oneWayNanos = oneWayNanos;
    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
    SelectionKey clientKey = loop.register(client, this::ready);
    server = SocketChannel.open();
    serverKey = loop.register(server, this::ready);
    server.setOption(StandardSocketOptions.TCP_NODELAY, true);
    toServer = new Pipe(loop, this, clientKey, serverKey, oneWayNanos, Fault.CORRUPT_TO_SERVER);
    toClient = new Pipe(loop, this, serverKey, clientKey, oneWayNanos, Fault.CORRUPT_FROM_SERVER);
  }

  /**
   * Reads from the client at once, since its bytes are already on their way, and connects to the
   * server when TCP's handshake would have crossed the line.
   */
  void open(InetSocketAddress to) {
    toServer.startReading();
    toClient.startWriting();
    suffer();
    if (oneWayNanos == 0) {
      connect(to);
    } else {
      loop.at(System.nanoTime() + WAYS_OF_TCP_HANDSHAKE * oneWayNanos, () -> connect(to));
    }
  }

  private void connect(InetSocketAddress to) {
    synchronized (loop) {
      try {
        if (server.connect(to)) {
          connected();
        } else {
          loop.watch(serverKey, SelectionKey.OP_CONNECT, true);
        }
      } catch (IOException | UnresolvedAddressException e) {
        failed(e);
      }
    }
  }

  private void connected() {
    view.connected();
    toClient.startReading();
    toServer.startWriting();
  }

  private void ready(SelectionKey key, int operations) {
    boolean ofServer = key == serverKey;
    if ((operations & SelectionKey.OP_CONNECT) != 0) {
      finishConnect();
    }
    if ((operations & SelectionKey.OP_READ) != 0) {
      (ofServer ? toClient : toServer).read(loop.buffer());
    }
    if ((operations & SelectionKey.OP_WRITE) != 0) {
      (ofServer ? toServer : toClient).pass();
    }
  }

  private void finishConnect() {
    synchronized (loop) {
      try {
        server.finishConnect();
        loop.watch(serverKey, SelectionKey.OP_CONNECT, false);
        connected();
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  private void failed(Exception reason) {
    if (!closed) {
      view.failed(reason);
      lost(toServer);
    }
  }

  /** Applies a fault, or its end. */
  void suffer() {
    Fault fault = loop.fault();
    if (fault == Fault.CUT && hit()) {
      close();
    } else if (fault == Fault.RESET && hit()) {
      resetWhenClosed(client);
      resetWhenClosed(server);
      close();
    } else if (fault == Fault.HALF_CLOSE && hit()) {
      toClient.endEarly();
    }
    toServer.pass();
    toClient.pass();
  }

  /**
   * Counts a fault when it first affects this connection, and returns whether it was counted now.
   */
  boolean hit() {
    boolean first = lastHit != loop.faultNumber();
    if (first) {
      lastHit = loop.faultNumber();
      loop.countFault();
    }
    return first;
  }

  /**
   * Handles the loss of the socket that a pipe writes to: the other end is notified with the delay
   * of the bytes before.
   */
  void lost(Pipe pipe) {
    Pipe other = pipe == toServer ? toClient : toServer;
    pipe.discard();
    other.endAfterTheRest();
  }

  /** Closes the connection if both directions have ended. */
  void ended() {
    if (toServer.isOver() && toClient.isOver()) {
      close();
    }
  }

  /** Passes received bytes to the view. */
  void show(Pipe pipe, ByteBuffer bytes) {
    if (blind) {
      return;
    }
    int start = bytes.position();
    int end = bytes.limit();
    try {
      if (pipe == toServer) {
        view.fromClient(bytes);
      } else {
        view.fromServer(bytes);
      }
    } catch (RuntimeException | Error e) {
      // An error in the view, or lack of memory for it, must not stop the forwarding.
      blind = true;
      LOGGER.log(Level.WARNING, "the bytes of a connection are no longer read", e);
    }
    bytes.limit(end).position(start);
  }

  void close() {
    if (!closed) {
      closed = true;
      try {
        view.closed();
      } finally {
        toServer.discard();
        toClient.discard();
        closeQuietly(client);
        closeQuietly(server);
        loop.remove(this);
      }
    }
  }

  /** Sets a linger time of 0, so that closing resets the socket (RFC 9293, section 3.10.4). */
  private static void resetWhenClosed(SocketChannel socket) {
    try {
      socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      // The socket is already closed.
    }
  }

  static void closeQuietly(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing more can be done with the socket.
    }
  }
}
