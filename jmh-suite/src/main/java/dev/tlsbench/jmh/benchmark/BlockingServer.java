package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** Answers the requests of one client, in a thread that blocks. */
final class BlockingServer implements AutoCloseable {
  private final ServerSocket listening;
  private final Messages messages;
  private final Thread thread = new Thread(this::run, "tlsbench-blocking-server");
  private volatile @Nullable Socket accepted;
  private volatile @Nullable Exception failure;
  private volatile boolean closing;

  /** Starts; the socket is closed with the server. */
  BlockingServer(ServerSocket listening, Messages messages) throws IOException {
    this.listening = listening;
    this.messages = messages;
    listening.setSoTimeout(Conversation.TIMEOUT_MILLIS);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  private void run() {
    try (Socket socket = listening.accept()) {
      accepted = socket;
      serve(socket);
    } catch (IOException e) {
      fail(e);
    }
  }

  /** Notes a failure before the socket is closed, since the client may then close the server. */
  private void serve(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(Conversation.TIMEOUT_MILLIS);
      answer(socket.getInputStream(), socket.getOutputStream());
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  private void fail(Exception cause) {
    if (!closing) {
      failure = cause;
    }
  }

  /** Returns when the client has closed its side. */
  private void answer(InputStream in, OutputStream out) throws IOException {
    byte[] request = new byte[Messages.REQUEST_BYTES];
    for (long number = 0; ; number++) {
      int length = in.readNBytes(request, 0, request.length);
      if (length == 0) {
        return;
      }
      Expected.bytes("a request", request.length, length);
      messages.checkRequest(number, request);
      out.write(messages.reply(number));
      out.flush();
    }
  }

  /** Closes what the thread waits on, and waits for its end. */
  @Override
  public void close() throws IOException {
    closing = true;
    listening.close();
    Socket socket = accepted;
    if (socket != null) {
      socket.close();
    }
    try {
      thread.join(Conversation.TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      throw new IOException("the server's thread does not end");
    }
    if (failure != null) {
      throw new IOException("the server failed", failure);
    }
  }
}
