package dev.tlsbench.measure.cassandra;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.url.Secrets;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A connection of CQL's native protocol on a blocking socket: one request at a time, each awaiting
 * its answer.
 *
 * @see <a href="https://github.com/apache/cassandra/blob/trunk/doc/native_protocol_v4.spec">CQL
 *     Binary Protocol v4</a>
 */
final class CqlConnection implements AutoCloseable {
  private static final byte VERSION = 4;
  private static final int HEADER = 9;

  private static final byte ERROR = 0x00;
  private static final byte STARTUP = 0x01;
  private static final byte READY = 0x02;
  private static final byte AUTHENTICATE = 0x03;
  private static final byte QUERY = 0x07;
  private static final byte RESULT = 0x08;
  private static final byte AUTH_RESPONSE = 0x0F;
  private static final byte AUTH_SUCCESS = 0x10;

  private static final short CONSISTENCY_ONE = 1;

  private final Socket socket;
  private final String server;
  private final DataInputStream in;
  private final OutputStream out;

  CqlConnection(Socket socket, String server) throws IOException {
    this.socket = socket;
    this.server = server;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /** Returns true if the server asks for a log-in. */
  boolean startUp() throws IOException {
    ByteBuffer body = ByteBuffer.allocate(64).putShort((short) 1);
    string(body, "CQL_VERSION");
    string(body, "3.0.0");
    return ask(STARTUP, body) == AUTHENTICATE;
  }

  /** Logs in by SASL's mechanism PLAIN (RFC 4616), without an identity to act as. */
  void logIn(String user, String password) throws IOException {
    byte[] token = ("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8);
    ByteBuffer body = ByteBuffer.allocate(Integer.BYTES + token.length);
    body.putInt(token.length).put(token);
    ask(AUTH_RESPONSE, body);
  }

  /** Runs a statement at consistency ONE, and reads its result without looking at it. */
  void query(String cql) throws IOException {
    byte[] text = cql.getBytes(StandardCharsets.UTF_8);
    ByteBuffer body = ByteBuffer.allocate(Integer.BYTES + text.length + Short.BYTES + 1);
    body.putInt(text.length).put(text).putShort(CONSISTENCY_ONE).put((byte) 0);
    ask(QUERY, body);
  }

  private static void string(ByteBuffer body, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    body.putShort((short) bytes.length).put(bytes);
  }

  /** Sends a request in one piece, and returns the operation of the answer. */
  private byte ask(byte operation, ByteBuffer body) throws IOException {
    body.flip();
    ByteBuffer frame = ByteBuffer.allocate(HEADER + body.remaining());
    frame.put(VERSION).put((byte) 0).putShort((short) 0).put(operation);
    frame.putInt(body.remaining()).put(body);
    out.write(frame.array());
    out.flush();
    byte[] header = in.readNBytes(HEADER);
    if (header.length < HEADER) {
      throw new EOFException("the server closed the connection");
    }
    byte answered = header[4];
    int length = ByteBuffer.wrap(header).getInt(5);
    byte[] answer = in.readNBytes(Math.max(0, length));
    if (answer.length != length) {
      throw new EOFException("the server closed the connection");
    }
    return switch (answered) {
      case READY, AUTHENTICATE, RESULT, AUTH_SUCCESS -> answered;
      case ERROR -> throw refused(ByteBuffer.wrap(answer));
      default ->
          throw new ConnectFailedException(
              server + ": the answer has the unknown operation " + answered + "; check the server");
    };
  }

  private ConnectFailedException refused(ByteBuffer error) {
    int code = error.getInt();
    byte[] text = new byte[Math.min(Short.toUnsignedInt(error.getShort()), error.remaining())];
    error.get(text);
    String said = Secrets.NONE.hide(new String(text, StandardCharsets.UTF_8));
    return new ConnectFailedException(
        "%s: the server refuses: %s (error 0x%04X); check user, password and keyspace"
            .formatted(server, said, code));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The measurement is over; a failed close has closed the connection, too.
    }
  }
}
