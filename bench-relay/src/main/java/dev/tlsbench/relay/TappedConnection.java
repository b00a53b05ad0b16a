package dev.tlsbench.relay;

import dev.tlsbench.relay.witness.WitnessedTls;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A connection as observed by a {@link TlsTap}.
 *
 * @param number from 1, in the order of connecting
 * @param client the client's address, taken from a proxy's header if there is one (PROXY protocol,
 *     versions 1 and 2). The header is not verified
 * @param proxy the address of the proxy that sent the header; {@code null} without one
 * @param beginning what the first bytes show
 * @param tls the visible part of TLS; {@code null} if it is not TLS
 * @param unreached why the server was not reached, in one line with its address; {@code null} if it
 *     was, or the attempt goes on
 * @param times its durations
 * @param transfer the forwarded bytes
 */
public record TappedConnection(
    long number,
    InetSocketAddress client,
    @Nullable InetSocketAddress proxy,
    Beginning beginning,
    @Nullable WitnessedTls tls,
    @Nullable String unreached,
    Times times,
    Transfer transfer) {

  /** Kinds of connections. */
  public enum Kind {
    /** Not known yet: too little was sent. */
    UNKNOWN,
    /** TLS, from the first byte or after a database's request for it. */
    TLS,
    /** A database's protocol in plain text. */
    PLAIN,
    /**
     * A request in plain text to cancel a statement of another connection, as PostgreSQL's clients
     * send it: there is no log-in.
     */
    CANCEL,
    /** Another protocol. It may use TLS after a request of its own, such as STARTTLS. */
    OTHER
  }

  /**
   * The protocol of a connection, as its first bytes show it.
   *
   * @param kind the kind of connection
   * @param product the database whose protocol they are, such as {@code MySQL}; {@code null} if
   *     they do not show it, as when TLS begins with the first byte
   * @param serverVersion the version that the server announced, such as {@code 9.7.0}; {@code null}
   *     if none
   * @param greeted whether the server spoke before TLS or the login, which costs a round trip
   */
  public record Beginning(
      Kind kind, @Nullable String product, @Nullable String serverVersion, boolean greeted) {}

  /**
   * Times.
   *
   * @param started the time of connecting
   * @param connect the duration of the relay's TCP connect to the server; {@code null} before it
   *     succeeds
   * @param open from the client's connect to the end, or to now
   * @param ended true if the connection is closed
   */
  public record Times(Instant started, @Nullable Duration connect, Duration open, boolean ended) {}

  /**
   * The forwarded bytes.
   *
   * @param toServerBytes bytes of the client, including TLS
   * @param toClientBytes bytes of the server, including TLS
   * @param exchanges the number of times that the client sent first or after the server, without
   *     TLS's handshake: round trips of log-in and queries
   */
  public record Transfer(long toServerBytes, long toClientBytes, long exchanges) {}

  /** {@return the kind of connection} */
  public Kind kind() {
    return beginning.kind();
  }

  /** {@return true if both sides have ended a TLS handshake} */
  public boolean isHandshakeCompleted() {
    return tls != null && tls.handshake().completed();
  }

  /** {@return true if a session was resumed in a completed handshake} */
  public boolean isResumed() {
    return isHandshakeCompleted() && tls != null && tls.choice() != null && tls.choice().resumed();
  }
}
