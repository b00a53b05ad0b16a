package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** Streams of sockets that block, as most drivers use them. */
final class BlockingConversation implements Conversation {
  private final Socket client;
  private final BlockingServer server;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] reply;

  private BlockingConversation(Socket client, BlockingServer server, int replyBytes)
      throws IOException {
    this.client = client;
    this.server = server;
    this.in = client.getInputStream();
    this.out = client.getOutputStream();
    this.reply = new byte[replyBytes];
  }

  /**
   * Connects, shakes hands and checks the outcome.
   *
   * @param tls {@code null} for plain text
   */
  static BlockingConversation open(@Nullable SocketTls tls, int replyBytes) throws IOException {
    InetAddress loopback = Conversation.loopback();
    ServerSocket listening =
        tls == null ? new ServerSocket(0, 1, loopback) : tls.server().listen(loopback);
    BlockingServer server = new BlockingServer(listening, new Messages(replyBytes));
    Socket client = tls == null ? new Socket() : tls.client().socketFactory().createSocket();
    try {
      client.setTcpNoDelay(true);
      client.setSoTimeout(TIMEOUT_MILLIS);
      client.connect(new InetSocketAddress(loopback, server.port()), TIMEOUT_MILLIS);
      if (tls != null) {
        tls.checkLedger();
      }
      return new BlockingConversation(client, server, replyBytes);
    } catch (IOException | RuntimeException e) {
      try (server;
          client) {
        throw e;
      }
    }
  }

  @Override
  public byte[] roundTrip(byte[] request) throws IOException {
    out.write(request);
    out.flush();
    Expected.bytes("a reply", reply.length, in.readNBytes(reply, 0, reply.length));
    return reply;
  }

  @Override
  public void close() throws IOException {
    try (server) {
      client.close();
    }
  }
}
