package dev.tlsbench.core.mysql;

import dev.tlsbench.core.database.Preamble;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's protocol before TLS: the server greets, and the client asks for TLS instead of logging
 * in. See <a
 * href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_handshake_v10.html">Protocol::HandshakeV10</a>
 * and <a
 * href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_ssl_request.html">Protocol::SSLRequest</a>.
 */
final class MySqlPreamble implements Preamble {
  /** The header of a packet: three bytes of length, and a sequence number. */
  private static final int HEADER = 4;

  private static final int ERROR = 0xFF;

  /** The position of an error's text, behind its code. */
  private static final int AFTER_CODE = 3;

  private static final int VERSION_10 = 10;
  private static final int LONGEST_GREETING = 4096;

  /** Thread id, the first part of the authentication data, a filler. */
  private static final int BETWEEN_VERSION_AND_FLAGS = 4 + 8 + 1;

  private static final int CLIENT_LONG_PASSWORD = 1;
  private static final int CLIENT_PROTOCOL_41 = 1 << 9;
  private static final int CLIENT_SSL = 1 << 11;
  private static final int CLIENT_SECURE_CONNECTION = 1 << 15;
  private static final int CLIENT_PLUGIN_AUTH = 1 << 19;

  private static final int LARGEST_PACKET = 1 << 24;
  private static final byte UTF8MB4 = 45;
  private static final int RESERVED = 23;

  @Override
  public Optional<String> startTls(InputStream in, OutputStream out) throws IOException {
    try {
      String version = greeting(in);
      out.write(sslRequest());
      out.flush();
      return Optional.of(version);
    } catch (IOException e) {
      throw ProtocolException.of("MySQL", e);
    }
  }

  private static String greeting(InputStream in) throws IOException {
    byte[] header = in.readNBytes(HEADER);
    if (header.length < HEADER) {
      throw new EOFException();
    }
    int length = length(ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN));
    if (length == 0 || length > LONGEST_GREETING || header[3] != 0) {
      throw noMySql();
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    ByteBuffer packet = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    if ((body[0] & 0xFF) == ERROR && length >= AFTER_CODE) {
      int code = packet.getShort(1) & 0xFFFF;
      throw new ProtocolException(
          "the server turns this client away before any log-in: error "
              + code
              + ", "
              + new String(body, AFTER_CODE, length - AFTER_CODE, StandardCharsets.UTF_8));
    }
    String version = versionIn(body, 1, length);
    int flags = 1 + version.length() + 1 + BETWEEN_VERSION_AND_FLAGS;
    if (body[0] != VERSION_10 || length < flags + Short.BYTES) {
      throw noMySql();
    }
    if ((packet.getShort(flags) & CLIENT_SSL) == 0) {
      throw new ProtocolException(
          "the server (MySQL "
              + version
              + ") offers no TLS, only plain text; give it a certificate (ssl_cert, ssl_key)");
    }
    return version;
  }

  /** Reads a version that ends with a zero; a terminal may obey unprintable characters. */
  private static String versionIn(byte[] packet, int from, int to) {
    String text = new String(packet, from, to - from, StandardCharsets.US_ASCII);
    return text.split("\0", 2)[0].replaceAll("[^!-~]", "?");
  }

  private static int length(ByteBuffer packet) {
    return packet.getInt(0) & 0xFFFFFF;
  }

  private static ProtocolException noMySql() {
    return new ProtocolException(
        "the server does not speak MySQL's protocol; check host, port and the kind of URL");
  }

  /** Contains no user name and no password, which would follow in the next packet. */
  private static byte[] sslRequest() {
    int flags =
        CLIENT_LONG_PASSWORD
            | CLIENT_PROTOCOL_41
            | CLIENT_SSL
            | CLIENT_SECURE_CONNECTION
            | CLIENT_PLUGIN_AUTH;
    int length = 4 + 4 + 1 + RESERVED;
    return ByteBuffer.allocate(HEADER + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length | 1 << 24) // the sequence number is 1
        .putInt(flags)
        .putInt(LARGEST_PACKET)
        .put(UTF8MB4)
        .array();
  }

  @Override
  public boolean answersBeforeLogin() {
    return false;
  }

  @Override
  public void exchange(InputStream in, OutputStream out) {
    throw new UnsupportedOperationException("the server waits for a login");
  }

  @Override
  public boolean allowsDirectTls() {
    return false;
  }

  @Override
  public Recognizer recognizer() {
    return new OfGreeting();
  }

  /** Recognizes the server's greeting and the client's first packet, up to the capabilities. */
  private static final class OfGreeting implements Recognizer {
    /** The bytes kept of a greeting, which begins with the server's version. */
    private static final int KEPT = 128;

    private final ByteBuffer greeting = ByteBuffer.allocate(KEPT).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer request =
        ByteBuffer.allocate(HEADER + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private @Nullable String version;

    /** The bytes left of the client's packet; negative before its capabilities. */
    private int left = -1;

    @Override
    public State fromServer(byte next) {
      if (greeting.position() == 0 && request.position() > 0) {
        return State.OTHER;
      }
      if (version != null) {
        return State.MORE;
      }
      greeting.put(next);
      int length = greeting.position();
      if (length <= HEADER) {
        return State.MORE;
      }
      if (greeting.get(3) != 0 || greeting.get(HEADER) != VERSION_10) {
        return State.OTHER;
      }
      if (length >= Math.min(KEPT, HEADER + length(greeting))) {
        version = versionIn(greeting.array(), HEADER + 1, length);
      }
      return State.MORE;
    }

    @Override
    public State fromClient(byte next) {
      if (greeting.position() == 0) {
        return State.OTHER;
      }
      if (left > 0) {
        left--;
        return left == 0 ? State.TLS : State.MORE;
      }
      request.put(next);
      if (request.hasRemaining()) {
        return State.MORE;
      }
      if ((request.getInt(HEADER) & CLIENT_SSL) == 0) {
        return State.PLAIN;
      }
      left = Math.max(0, length(request) - Integer.BYTES);
      return left == 0 ? State.TLS : State.MORE;
    }

    @Override
    public Optional<String> version() {
      return Optional.ofNullable(version);
    }
  }
}
