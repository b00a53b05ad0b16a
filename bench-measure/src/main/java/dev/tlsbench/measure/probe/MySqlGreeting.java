package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The part of MySQL's protocol before TLS: the server greets, and the client asks for TLS instead
 * of logging in. See <a
 * href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_handshake_v10.html">Protocol::HandshakeV10</a>
 * and <a
 * href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_ssl_request.html">Protocol::SSLRequest</a>.
 *
 * @param version of the server
 */
record MySqlGreeting(String version) {
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

  /**
   * Reads the greeting and asks for TLS: the next byte on the connection belongs to a ClientHello.
   *
   * @throws ConnectFailedException if the server rejects the client, has no TLS, or uses another
   *     protocol
   */
  static MySqlGreeting askForTls(InputStream in, OutputStream out, ServerAddress server)
      throws ConnectFailedException {
    try {
      String version = read(in, server);
      out.write(sslRequest());
      out.flush();
      return new MySqlGreeting(version);
    } catch (ConnectFailedException e) {
      throw e;
    } catch (SocketTimeoutException e) {
      throw server.failed(
          "the server accepted the connection but did not greet in time; check that MySQL listens"
              + " there, or allow more time (tls.handshakeTimeoutMs)",
          e);
    } catch (IOException e) {
      throw server.failed(
          "the server closed the connection instead of a MySQL greeting; check that MySQL listens"
              + " there",
          e);
    }
  }

  private static String read(InputStream in, ServerAddress server) throws IOException {
    byte[] header = in.readNBytes(HEADER);
    if (header.length < HEADER) {
      throw new EOFException();
    }
    int length = (header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
    if (length == 0 || length > LONGEST_GREETING || header[3] != 0) {
      throw noMySql(server);
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
        throw server.failed(
            "the server turns this client away before any log-in: error " + code + ", " + words,
            null);
      }
      if (first != VERSION_10) {
        throw noMySql(server);
      }
      int start = packet.position();
      while (packet.get() != 0) {
        // The version ends with a zero.
      }
      String version =
          new String(body, start, packet.position() - 1 - start, StandardCharsets.UTF_8);
      packet.position(packet.position() + BETWEEN_VERSION_AND_FLAGS);
      if ((packet.getShort() & CLIENT_SSL) == 0) {
        throw server.failed(
            "the server (MySQL "
                + version
                + ") offers no TLS, only plain text; give it a certificate (ssl_cert, ssl_key)",
            null);
      }
      return version;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw noMySql(server);
    }
  }

  private static ConnectFailedException noMySql(ServerAddress server) {
    return server.failed(
        "the server does not speak MySQL's protocol; check host, port and the kind of URL", null);
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
}
