package dev.tlsbench.core.mysql;

import dev.tlsbench.core.database.Preamble;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.BufferUnderflowException;
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
    } catch (ProtocolException e) {
      throw e;
    } catch (SocketTimeoutException e) {
      throw new ProtocolException(
          "the server accepted the connection but did not greet in time; check that MySQL listens"
              + " there, or allow more time (tls.handshakeTimeoutMs)",
          e);
    } catch (IOException e) {
      throw new ProtocolException(
          "the server closed the connection instead of a MySQL greeting; check that MySQL listens"
              + " there",
          e);
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
    try {
      int first = packet.get() & 0xFF;
      if (first == ERROR) {
        int code = packet.getShort() & 0xFFFF;
        String words =
            new String(body, packet.position(), packet.remaining(), StandardCharsets.UTF_8);
        throw new ProtocolException(
            "the server turns this client away before any log-in: error " + code + ", " + words);
      }
      if (first != VERSION_10) {
        throw noMySql();
      }
      String version = version(packet);
      packet.position(packet.position() + BETWEEN_VERSION_AND_FLAGS);
      if ((packet.getShort() & CLIENT_SSL) == 0) {
        throw new ProtocolException(
            "the server (MySQL "
                + version
                + ") offers no TLS, only plain text; give it a certificate (ssl_cert, ssl_key)");
      }
      return version;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw noMySql();
    }
  }

  /** Reads a version that ends with a zero. */
  private static String version(ByteBuffer packet) {
    ByteArrayOutputStream version = new ByteArrayOutputStream();
    for (byte next = packet.get(); next != 0; next = packet.get()) {
      version.write(next);
    }
    return version.toString(StandardCharsets.UTF_8);
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

  /** The server waits for a login. */
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
        version = printableVersion();
      }
      return State.MORE;
    }

    private String printableVersion() {
      int end = HEADER + 1;
      while (end < greeting.position() && greeting.get(end) != 0) {
        end++;
      }
      String text =
          new String(greeting.array(), HEADER + 1, end - HEADER - 1, StandardCharsets.US_ASCII);
      // A terminal may obey unprintable characters.
      return text.replaceAll("[^!-~]", "?");
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
