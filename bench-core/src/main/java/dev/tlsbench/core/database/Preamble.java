package dev.tlsbench.core.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.Optional;

/**
 * The bytes before TLS in a database's protocol, and the first ones without TLS. None of the
 * methods sends a user name or a password.
 *
 * <p>Safe to share between threads.
 */
public interface Preamble {
  /**
   * Performs the exchange before TLS, as a client; reads nothing of TLS. Does nothing by default.
   */
  default Optional<String> startTls(InputStream in, OutputStream out) throws IOException {
    return Optional.empty();
  }

  /**
   * Exchanges one message and its answer, over TLS or in plain text, without a login.
   *
   * @throws UnsupportedOperationException if {@link #answersBeforeLogin} is false
   */
  void exchange(InputStream in, OutputStream out) throws IOException;

  /** {@return whether the protocol has a message that is answered without a login} */
  default boolean answersBeforeLogin() {
    return true;
  }

  /**
   * {@return whether an answer to {@link #exchange} in plain text means that the server also takes
   * log-ins in plain text} Some servers decide that only when they know the user.
   */
  default boolean answerMeansPlainLogin() {
    return true;
  }

  /** {@return whether a client's first byte may be of TLS} */
  default boolean allowsDirectTls() {
    return true;
  }

  /** {@return a new recognizer of this protocol for one connection} */
  Recognizer recognizer();

  /** A refusal or an answer of another protocol, described in words that may follow a host name. */
  final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
      super(message);
    }

    /** Says in words why a server did not answer, unless the failure does. */
    public static ProtocolException of(String product, IOException failure) {
      if (failure instanceof ProtocolException known) {
        return known;
      }
      ProtocolException unanswered =
          new ProtocolException(
              failure instanceof SocketTimeoutException
                  ? "the server accepted the connection but did not answer in time; is this a "
                      + product
                      + " port? If so, allow more time (tls.handshakeTimeoutMs)"
                  : "the server closed the connection instead of answering; check that "
                      + product
                      + " listens there");
      unanswered.initCause(failure);
      return unanswered;
    }
  }

  /**
   * Recognizes a connection's protocol, and the beginning of TLS, from the bytes that both sides
   * send. Not safe for use by several threads.
   */
  interface Recognizer {
    /** The result of reading the bytes so far. */
    enum State {
      /** Not decided. */
      MORE,
      /** The next byte of the client is the first of TLS. */
      TLS,
      /** The protocol in plain text. */
      PLAIN,
      /** A request in plain text to cancel a statement of another connection, without a log-in. */
      CANCEL,
      /** Another protocol. */
      OTHER
    }

    State fromClient(byte next);

    State fromServer(byte next);

    /** {@return the server's version, if it was announced; safe to print} */
    default Optional<String> version() {
      return Optional.empty();
    }
  }
}
