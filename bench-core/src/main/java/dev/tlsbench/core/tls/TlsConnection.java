package dev.tlsbench.core.tls;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection and its durations.
 *
 * @param host the server's name, as given to the client
 * @param port the server's port
 * @param tcpConnect the duration of the TCP connect; {@code null} if it was made elsewhere
 * @param handshake the duration of the TLS handshake; {@code null} for plain text
 * @param negotiated the outcome of the handshake; {@code null} for plain text
 * @param bytes returns the bytes until now, exact on the thread that uses the connection; {@code
 *     null} for plain text, and for engines, whose callers move the bytes
 */
public record TlsConnection(
    String host,
    int port,
    @Nullable Duration tcpConnect,
    @Nullable Duration handshake,
    @Nullable NegotiatedTls negotiated,
    @Nullable Supplier<Bytes> bytes) {

  /**
   * The bytes of one connection on the wire, with TLS records and everything before TLS; without
   * the headers of TCP and IP.
   *
   * @param sent from the client
   * @param received from the server
   * @param clientHello all that the client sent before the server's first answer in the handshake,
   *     with the headers of its records: its first ClientHello
   */
  public record Bytes(long sent, long received, int clientHello) {}
}
