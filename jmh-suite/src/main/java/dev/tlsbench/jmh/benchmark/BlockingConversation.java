package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Streams of blocking sockets. The calling thread alternates between client and server and reads
 * only bytes that have arrived, so no thread has to be woken. Only the server's handshake runs in a
 * thread of its own, which then ends.
 */
final class BlockingConversation implements Conversation {
  private final Socket client;
  private final Socket server;
  private final InputStream clientIn;
  private final OutputStream clientOut;
  private final InputStream serverIn;
  private final OutputStream serverOut;
  private final Messages messages;
  private final Messages answers;
  private final byte[] request = new byte[Messages.REQUEST_BYTES];
  private final byte[] reply;

  private BlockingConversation(Socket client, Socket server, Messages messages) throws IOException {
    this.client = client;
    this.server = server;
    this.clientIn = client.getInputStream();
    this.clientOut = client.getOutputStream();
    this.serverIn = server.getInputStream();
    this.serverOut = server.getOutputStream();
    this.messages = messages;
    this.answers = messages.server();
    this.reply = new byte[messages.replyBytes()];
  }

  static BlockingConversation open(@Nullable Tls tls, Messages messages) throws IOException {
    InetAddress loopback = Conversation.loopback();
    try (ServerSocket listening =
        tls == null ? new ServerSocket(0, 1, loopback) : tls.server().listen(loopback)) {
      listening.setSoTimeout(TIMEOUT_MILLIS);
      FutureTask<Socket> accepting =
          new FutureTask<>(() -> accept(listening, messages.replyBytes()));
      Thread thread = new Thread(accepting, "tlsbench-blocking-server");
      thread.setDaemon(true);
      thread.start();
      Socket client = tls == null ? new Socket() : tls.client().socketFactory().createSocket();
      try {
        client.setTcpNoDelay(true);
        client.connect(new InetSocketAddress(loopback, listening.getLocalPort()), TIMEOUT_MILLIS);
        if (tls != null) {
          tls.checkLedger();
        }
        Socket server = Conversation.await(accepting, "the server's handshake");
        return new BlockingConversation(client, server, messages);
      } catch (IOException | RuntimeException e) {
        try (client) {
          throw e;
        }
      }
    }
  }

  private static Socket accept(ServerSocket listening, int replyBytes) throws IOException {
    Socket socket = listening.accept();
    try {
      socket.setTcpNoDelay(true);
      makeRoom(socket, 3 * replyBytes / 2);
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

  /** Makes the send buffer hold a whole reply, because the thread that writes it also reads it. */
  private static void makeRoom(Socket socket, int needed) throws IOException {
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

  @Override
  public byte[] roundTrips(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      clientOut.write(messages.request());
      clientOut.flush();
      read(serverIn, request);
      serverOut.write(answers.replyTo(request));
      serverOut.flush();
      read(clientIn, reply);
      messages.checkReply(reply);
    }
    return reply;
  }

  private static void read(InputStream in, byte[] message) throws IOException {
    int read = in.readNBytes(message, 0, message.length);
    if (read != message.length) {
      throw new IOException("a message ended after " + read + " of " + message.length + " bytes");
    }
  }

  @Override
  public void close() throws IOException {
    try (server) {
      client.close();
    }
  }
}
