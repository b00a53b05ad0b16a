package dev.tlsbench.core.mysql;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server that gets as far as the greeting of the MySQL protocol (MySQL Internals, "Protocol
 * Handshake"), and then says one thing, or nothing.
 */
final class FakeMySqlServer implements AutoCloseable {
  private static final int CLIENT_PROTOCOL_41 = 1 << 9;
  private static final int CLIENT_SECURE_CONNECTION = 1 << 15;
  private static final int CLIENT_PLUGIN_AUTH = 1 << 19;
  private static final int NO_TLS =
      CLIENT_PROTOCOL_41 | CLIENT_SECURE_CONNECTION | CLIENT_PLUGIN_AUTH;

  private final ServerSocket server;
  private final byte[] greeting;
  private final byte[] afterLogin;

  private FakeMySqlServer(byte[] greeting, byte[] afterLogin) throws IOException {
    this.greeting = greeting;
    this.afterLogin = afterLogin;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve);
    thread.setDaemon(true);
    thread.start();
  }

  /** Greets without offering TLS, and keeps silent after the login. */
  static FakeMySqlServer silentAfterGreeting() throws IOException {
    return new FakeMySqlServer(greeting(), new byte[0]);
  }

  /** Greets without offering TLS, and answers the login with an error. */
  static FakeMySqlServer refusing(int code, String message) throws IOException {
    return new FakeMySqlServer(greeting(), error(code, "#28000" + message));
  }

  /** Says an error where the greeting belongs, as a server does that has no connection left. */
  static FakeMySqlServer refusingAtOnce(int code, String message) throws IOException {
    return new FakeMySqlServer(error(code, message), new byte[0]);
  }

  private static byte[] error(int code, String message) {
    ByteArrayOutputStream error = new ByteArrayOutputStream();
    error.write(0xff);
    writeInteger(error, code, 2);
    error.writeBytes(message.getBytes(StandardCharsets.UTF_8));
    return error.toByteArray();
  }

  int port() {
    return server.getLocalPort();
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.setTcpNoDelay(true);
        serve(socket);
      } catch (IOException e) {
        // The client hung up, or the test is over: both end this conversation only.
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    OutputStream out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    send(out, 0, greeting);
    byte[] header = in.readNBytes(4);
    if (header.length == 4) {
      in.readNBytes((header[0] & 0xff) | ((header[1] & 0xff) << 8));
      if (afterLogin.length > 0) {
        send(out, header[3] + 1, afterLogin);
      }
    }
    // Until the client hangs up.
    in.transferTo(OutputStream.nullOutputStream());
  }

  private static byte[] greeting() {
    ByteArrayOutputStream greeting = new ByteArrayOutputStream();
    greeting.write(10);
    greeting.writeBytes("9.7.0-fake\0".getBytes(StandardCharsets.US_ASCII));
    greeting.writeBytes(new byte[] {1, 0, 0, 0});
    greeting.writeBytes("12345678\0".getBytes(StandardCharsets.US_ASCII));
    writeInteger(greeting, NO_TLS & 0xffff, 2);
    greeting.write(45);
    greeting.writeBytes(new byte[] {2, 0});
    writeInteger(greeting, NO_TLS >>> 16, 2);
    greeting.write(21);
    greeting.writeBytes(new byte[10]);
    greeting.writeBytes("123456789012\0".getBytes(StandardCharsets.US_ASCII));
    greeting.writeBytes("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
    return greeting.toByteArray();
  }

  private static void send(OutputStream out, int sequence, byte[] payload) throws IOException {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    writeInteger(packet, payload.length, 3);
    packet.write(sequence);
    packet.writeBytes(payload);
    out.write(packet.toByteArray());
    out.flush();
  }

  /** The protocol's integers have their lowest byte first. */
  private static void writeInteger(ByteArrayOutputStream out, int value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write(value >>> (8 * i));
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
