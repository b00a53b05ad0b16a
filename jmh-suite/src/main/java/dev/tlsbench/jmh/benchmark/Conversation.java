package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * A client and a server over one connection of the loopback interface, in plain text or under TLS,
 * both on the same thread, so that what is measured is never how long a thread takes to wake.
 */
interface Conversation extends AutoCloseable {
  /**
   * The longest that anything waits before it fails. 256 KiB of 3DES take a JVM that has just
   * started, on a machine that does something else as well, more than ten seconds.
   */
  int TIMEOUT_MILLIS = 60_000;

  /** The address that servers listen on, by the name in their certificate. */
  static InetAddress loopback() {
    try {
      return InetAddress.getByAddress(Credentials.HOST, new byte[] {127, 0, 0, 1});
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an IPv4 address has four bytes", e);
    }
  }

  /**
   * Connects, shakes hands and checks the outcome.
   *
   * @param tls {@code null} for plain text
   * @throws IllegalStateException if another outcome was expected of the handshake
   */
  static Conversation open(String transport, @Nullable SocketTls tls, Dialogue dialogue)
      throws IOException {
    return switch (transport) {
      case "sslsocket" -> BlockingConversation.open(tls, dialogue);
      case "netty" -> new NettyConversation(tls, dialogue);
      default -> throw new IllegalArgumentException("transport: " + transport);
    };
  }

  /**
   * Sends requests, each when the reply to the one before is there, and checks every reply.
   *
   * @return all of the last reply, valid until the next call
   * @throws IllegalStateException if a reply is not the one that was asked for
   */
  byte[] roundTrips(int count) throws IOException;

  /** Ends the connection and the server. */
  @Override
  void close() throws IOException;
}
