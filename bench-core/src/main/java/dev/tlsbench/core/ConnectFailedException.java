package dev.tlsbench.core;

import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.text.OneLine;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;

/**
 * A failure to connect: the server could not be reached, TLS failed, or the server refused the
 * client.
 *
 * <p>The message is one line that names the server, what failed and what to do about it. It never
 * holds a password, a key or the credentials of a URL.
 */
public final class ConnectFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** The kind of failure, for callers that decide by it. */
  public enum Reason {
    /** There is no TCP connection. */
    UNREACHABLE,
    /** The server does not speak TLS on this port. */
    NO_TLS,
    /** The client refuses the server's certificate. */
    CERTIFICATE_REFUSED,
    /** The server refuses the client's certificate, or misses it. */
    CLIENT_CERTIFICATE_REFUSED,
    /** The TLS handshake has begun and failed for another reason. */
    HANDSHAKE,
    /** The server did not answer in time. */
    TIMEOUT,
    /** The server refuses the user, or the password. */
    LOGIN,
    /** Anything else, such as a limit of the client. */
    OTHER
  }

  /**
   * Creates an exception without a cause, for {@link Reason#OTHER}.
   *
   * @param message server, what failed, remedy; becomes one line
   */
  public ConnectFailedException(String message) {
    this(message, null);
  }

  /**
   * Creates an exception with a cause, for {@link Reason#OTHER}.
   *
   * @param message server, what failed, remedy; becomes one line
   * @param cause the exception of the driver or of the TLS implementation; {@code null} for none
   */
  public ConnectFailedException(String message, @Nullable Throwable cause) {
    this(Reason.OTHER, message, cause);
  }

  /**
   * Creates an exception.
   *
   * @param reason what has failed
   * @param message server, what failed, remedy; becomes one line
   * @param cause the exception of the driver or of the TLS implementation; {@code null} for none
   */
  public ConnectFailedException(Reason reason, String message, @Nullable Throwable cause) {
    super(OneLine.of(message), cause);
    this.reason = reason;
  }

  /** {@return what has failed} */
  public Reason reason() {
    return reason;
  }

  /**
   * {@return this failure with more in its message}
   *
   * @param more follows the message
   */
  public ConnectFailedException and(String more) {
    return new ConnectFailedException(reason, getMessage() + more, this);
  }

  /**
   * Describes a failed TCP connection.
   *
   * @param server host and port, as in {@code db:3306}
   * @param failure the socket's exception, or an exception around it
   * @return the failure in one line
   */
  public static ConnectFailedException ofTcp(String server, Throwable failure) {
    return new ConnectFailedException(
        Reason.UNREACHABLE, server + ": " + tcpReason(failure), failure);
  }

  /**
   * Describes a failed TCP connection.
   *
   * @param server the address, by name if it has one; IPv6 addresses are shown in brackets
   * @param failure the socket's exception, or an exception around it
   * @return the failure in one line
   */
  public static ConnectFailedException ofTcp(InetSocketAddress server, Throwable failure) {
    return ofTcp(HostName.withPort(server.getHostString(), server.getPort()), failure);
  }

  private static String tcpReason(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof UnknownHostException || t instanceof UnresolvedAddressException) {
        return "this host name cannot be resolved; check its spelling";
      }
      if (t instanceof SocketTimeoutException || isTimeout(t)) {
        return "no answer to the TCP connect in time; check address and firewall";
      }
      if (t instanceof NoRouteToHostException) {
        return "no route to this host; check address and network";
      }
      if (String.valueOf(t.getMessage()).contains("Too many open files")) {
        return "this process may open no more files and sockets; raise the limit (ulimit -n)";
      }
      if (t instanceof ConnectException) {
        return "connection refused; check that the server runs and listens there";
      }
    }
    return "TCP connect failed: " + failure.getMessage() + "; check address and network";
  }

  /** The kernel's own limit and Netty's have the class of a refused connection. */
  private static boolean isTimeout(Throwable failure) {
    return failure instanceof ConnectException
        && failure.getMessage() != null
        && failure.getMessage().contains("timed out");
  }
}
