package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * Streams of sockets that block, as most drivers use them. The calling thread plays client and
 * server in turns, and reads only what has been sent, so that no thread has to be woken.
 */
final class BlockingConversation implements Conversation {
  private final Socket client;
  private final Socket server;
  private final InputStream clientIn;
  private final OutputStream clientOut;
  private final InputStream serverIn;
  private final OutputStream serverOut;
  private final Dialogue dialogue;
  private final Messages answers;
  private final byte[] request = new byte[Messages.REQUEST_BYTES];
  private final byte[] reply;
  private long answered;

  private BlockingConversation(Socket client, Socket server, Dialogue dialogue) throws IOException {
    this.client = client;
    this.server = server;
    this.clientIn = client.getInputStream();
    this.clientOut = client.getOutputStream();
    this.serverIn = server.getInputStream();
    this.serverOut = server.getOutputStream();
    this.dialogue = dialogue;
    this.answers = new Messages(dialogue.replyBytes());
    this.reply = new byte[dialogue.replyBytes()];
  }

  /**
   * Connects, shakes hands and checks the outcome.
   *
   * @param tls {@code null} for plain text
   */
  static BlockingConversation open(@Nullable SocketTls tls, Dialogue dialogue) throws IOException {
    InetAddress loopback = Conversation.loopback();
    ServerSocket listening =
        tls == null ? new ServerSocket(0, 1, loopback) : tls.server().listen(loopback);
    try (Acceptor acceptor = new Acceptor(listening, dialogue.replyBytes())) {
      Socket client = tls == null ? new Socket() : tls.client().socketFactory().createSocket();
      try {
        client.setTcpNoDelay(true);
        client.connect(new InetSocketAddress(loopback, acceptor.port()), TIMEOUT_MILLIS);
        if (tls != null) {
          tls.checkLedger();
        }
        return new BlockingConversation(client, acceptor.accepted(), dialogue);
      } catch (IOException | RuntimeException e) {
        try (client) {
          throw e;
        }
      }
    }
  }

  @Override
  public byte[] roundTrips(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      clientOut.write(dialogue.nextRequest());
      clientOut.flush();
      answer();
      Expected.bytes("a reply", reply.length, clientIn.readNBytes(reply, 0, reply.length));
      dialogue.check(reply);
    }
    return reply;
  }

  private void answer() throws IOException {
    Expected.bytes("a request", request.length, serverIn.readNBytes(request, 0, request.length));
    answers.checkRequest(answered, request);
    serverOut.write(answers.reply(answered++));
    serverOut.flush();
  }

  @Override
  public void close() throws IOException {
    try (server) {
      client.close();
    }
  }
}
