package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.Binding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The address of a server, and the protocol that contains its TLS.
 *
 * @param host a name or an address, IPv6 without brackets
 */
record ServerAddress(Binding binding, String host, int port) {
  private static final int MONGODB_PORT = 27017;
  private static final int MYSQL_PORT = 3306;

  /** Parses {@code host}, {@code host:port} and {@code [address]:port}. */
  static ServerAddress of(Binding binding, String text) {
    int colon = text.lastIndexOf(':');
    boolean withPort = colon >= 0 && colon > text.lastIndexOf(']') && !isBareIpv6(text, binding);
    String host = withPort ? text.substring(0, colon) : text;
    int port = binding == Binding.MYSQL ? MYSQL_PORT : MONGODB_PORT;
    try {
      return new ServerAddress(
          binding,
          host.replaceFirst("^\\[(.*)\\]$", "$1"),
          withPort ? Integer.parseInt(text.substring(colon + 1)) : port);
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          "URL: the port of " + host + " is not a number from 1 to 65535; correct it", e);
    }
  }

  /** Returns true for an IPv6 address without brackets: MongoDB requires brackets, MySQL a port. */
  private static boolean isBareIpv6(String text, Binding binding) {
    return binding == Binding.MONGODB
        && text.indexOf(':') != text.lastIndexOf(':')
        && !text.startsWith("[");
  }

  /**
   * Opens a TCP connection, trying the addresses of the host one after the other.
   *
   * @param socket creates a socket for each attempt
   * @throws ConnectFailedException if all attempts fail
   */
  Socket connect(java.util.function.Supplier<Socket> socket, Duration timeout)
      throws ConnectFailedException {
    try {
      IOException last = new UnknownHostException(host);
      for (InetAddress address : InetAddress.getAllByName(host)) {
        Socket fresh = socket.get();
        try {
          fresh.setTcpNoDelay(true);
          fresh.connect(new InetSocketAddress(address, port), (int) timeout.toMillis());
          return fresh;
        } catch (IOException e) {
          fresh.close();
          last = e;
        }
      }
      throw last;
    } catch (IOException e) {
      throw ConnectFailedException.ofTcp(toString(), e);
    }
  }

  /** Returns true if connections to it stay on this machine. */
  boolean isLocal() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Returns the name for Server Name Indication; {@code null} for an address (RFC 6066, section 3).
   */
  byte @Nullable [] serverName() {
    if (host.indexOf(':') >= 0 || host.matches("[0-9.]+")) {
      return null;
    }
    return host.replaceFirst("\\.$", "").getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns a failure of this server, described in one line. */
  ConnectFailedException failed(String what, @Nullable Throwable cause) {
    String line = this + ": " + what;
    return cause == null
        ? new ConnectFailedException(line)
        : new ConnectFailedException(line, cause);
  }

  /** Returns the readable name of the database. */
  String database() {
    return binding == Binding.MYSQL ? "MySQL" : "MongoDB";
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** Sets a time limit for reads if there is none. */
  static void limitReads(Socket socket, Duration limit) throws SocketException {
    socket.setSoTimeout((int) Math.max(1, limit.toMillis()));
  }
}
