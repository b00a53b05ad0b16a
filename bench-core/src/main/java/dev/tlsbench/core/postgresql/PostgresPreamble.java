package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.database.Preamble;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * PostgreSQL's protocol before TLS: the client asks for it, and the server answers with one byte.
 * Servers from version 17 on also take TLS from the first byte, with ALPN. See <a
 * href="https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-SSL">SSL Session
 * Encryption</a>.
 */
final class PostgresPreamble implements Preamble {
  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;
  private static final int CANCEL_REQUEST = 80877102;
  private static final int PROTOCOL_3 = 3 << 16;
  private static final int REQUEST_LENGTH = 8;
  private static final int LONGEST_ERROR = 4096;

  @Override
  public Optional<String> startTls(InputStream in, OutputStream out) throws IOException {
    try {
      out.write(
          ByteBuffer.allocate(REQUEST_LENGTH).putInt(REQUEST_LENGTH).putInt(SSL_REQUEST).array());
      out.flush();
      int answer = in.read();
      // Bytes in front of TLS may be of someone in between (CVE-2021-23222).
      if (answer == 'S' && in.available() == 0) {
        return Optional.empty();
      }
      throw switch (answer) {
        case 'S' ->
            new ProtocolException(
                "the server, or someone in between, sent unencrypted bytes behind its consent to"
                    + " TLS; the connection was closed");
        case 'N' ->
            new ProtocolException(
                "the server offers no TLS, only plain text; switch it on there (ssl = on), or say"
                    + " sslmode=disable for plain text");
        // Its text comes from an unknown server, so it is not shown (CVE-2024-10977).
        case 'E' ->
            new ProtocolException(
                "the server answers the request for TLS with an error; see its log");
        case -1 -> new EOFException();
        default ->
            new ProtocolException(
                "the server does not speak PostgreSQL's protocol; check host, port and the kind of"
                    + " URL");
      };
    } catch (IOException e) {
      throw ProtocolException.of("PostgreSQL", e);
    }
  }

  /**
   * Sends a log-in without a user name, which every server refuses with an error (PostgreSQL writes
   * it to its log).
   */
  @Override
  public void exchange(InputStream in, OutputStream out) throws IOException {
    out.write(ByteBuffer.allocate(9).putInt(9).putInt(PROTOCOL_3).array());
    out.flush();
    int type = in.read();
    byte[] length = in.readNBytes(Integer.BYTES);
    int size = length.length < Integer.BYTES ? 0 : ByteBuffer.wrap(length).getInt();
    if (type != 'E' || size <= Integer.BYTES || size > LONGEST_ERROR) {
      throw new IOException("no answer of PostgreSQL's protocol");
    }
    in.readNBytes(size - Integer.BYTES);
  }

  @Override
  public boolean answerMeansPlainLogin() {
    return false;
  }

  @Override
  public Recognizer recognizer() {
    return new OfRequest();
  }

  /** Recognizes the client's first message, and the server's answer to a request for TLS. */
  private static final class OfRequest implements Recognizer {
    private final ByteBuffer first = ByteBuffer.allocate(REQUEST_LENGTH);

    @Override
    public State fromClient(byte next) {
      if (!first.hasRemaining() || (first.position() == 0 && next != 0)) {
        // A request that is not answered yet, or too long for a first message.
        return State.OTHER;
      }
      first.put(next);
      if (first.hasRemaining() || isRequest()) {
        return State.MORE;
      }
      int code = first.getInt(Integer.BYTES);
      if (code == CANCEL_REQUEST) {
        return State.CANCEL;
      }
      return (code >> Short.SIZE) == (PROTOCOL_3 >> Short.SIZE) ? State.PLAIN : State.OTHER;
    }

    private boolean isRequest() {
      int code = first.getInt(Integer.BYTES);
      return first.getInt(0) == REQUEST_LENGTH && (code == SSL_REQUEST || code == GSS_REQUEST);
    }

    @Override
    public State fromServer(byte next) {
      if (first.hasRemaining() || !isRequest()) {
        return State.OTHER;
      }
      if (next == 'S' && first.getInt(Integer.BYTES) == SSL_REQUEST) {
        return State.TLS;
      }
      // After a refusal the client asks for something else, or logs in.
      first.clear();
      return next == 'N' ? State.MORE : State.OTHER;
    }
  }
}
