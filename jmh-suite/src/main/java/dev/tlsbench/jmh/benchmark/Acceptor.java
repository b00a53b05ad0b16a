package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocket;

/**
 * Takes one client's connection and shakes hands with it, in a thread that ends with the handshake.
 */
final class Acceptor implements AutoCloseable {
  private final ServerSocket listening;
  private final int replyBytes;
  private final FutureTask<Socket> accepting = new FutureTask<>(this::accept);

  /**
   * Starts to wait for the client.
   *
   * @param listening is closed with this
   * @param replyBytes the most that will be written before anything of it is read
   */
  Acceptor(ServerSocket listening, int replyBytes) throws IOException {
    this.listening = listening;
    this.replyBytes = replyBytes;
    listening.setSoTimeout(Conversation.TIMEOUT_MILLIS);
    Thread thread = new Thread(accepting, "tlsbench-blocking-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  private Socket accept() throws IOException {
    Socket socket = listening.accept();
    try {
      socket.setTcpNoDelay(true);
      makeRoomForAReply(socket);
      if (socket instanceof SSLSocket tls) {
        tls.startHandshake();
      }
      return socket;
    } catch (IOException | RuntimeException e) {
      try (socket) {
        throw e;
      }
    }
  }

  /** The thread that writes a reply reads it afterwards, so that all of it must find room. */
  private void makeRoomForAReply(Socket socket) throws IOException {
    int needed = 3 * replyBytes / 2;
    if (socket.getSendBufferSize() < needed) {
      socket.setSendBufferSize(needed);
    }
    if (socket.getSendBufferSize() < needed) {
      throw new IOException(
          "a reply needs a send buffer of "
              + needed
              + " bytes, and the socket's has "
              + socket.getSendBufferSize());
    }
  }

  /**
   * Waits for the client and the end of the handshake.
   *
   * @return the server's end, which is the caller's to close
   */
  Socket accepted() throws IOException {
    try {
      return accepting.get(Conversation.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the server waited for its client", e);
    } catch (ExecutionException e) {
      throw new IOException("the server failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("the server's handshake does not end", e);
    }
  }

  /** Stops waiting for a client that has not come. */
  @Override
  public void close() throws IOException {
    listening.close();
  }
}
