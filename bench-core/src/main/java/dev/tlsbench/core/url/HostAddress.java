package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A server's host and port.
 *
 * <p>Immutable.
 *
 * @param host a name, or an address of IPv4 or IPv6, the latter without brackets and possibly with
 *     a scope ({@code fe80::1%eth0}); never empty
 * @param port 1 to 65535, or 0 for a name that stands for a list of servers ({@code mongodb+srv})
 */
public record HostAddress(String host, int port) {
  private static final int HIGHEST_PORT = 65535;

  private static final Pattern IN_URL =
      Pattern.compile(
          "(?:\\[[0-9A-Fa-f:.]+(?:%[\\w.-]+)?\\]|[^\\[\\]:@\\s%=(),#]+)(?::0*[1-9]\\d{0,4})?");

  /** Refuses an empty host, and a port out of range. */
  public HostAddress {
    if (host.isEmpty()) {
      throw new InvalidSettingException("a URL: a host is empty; name a server");
    }
    if (port < 0 || port > HIGHEST_PORT) {
      throw new InvalidSettingException(
          "a URL: the port of " + host + " is not a number from 1 to 65535; correct it");
    }
  }

  /**
   * Parses {@code host}, {@code host:port}, {@code [IPv6]}, {@code [IPv6]:port} and an IPv6 address
   * without brackets, which has no port.
   *
   * @param defaultPort 0 to 65535
   */
  public static HostAddress parse(String text, int defaultPort) {
    int bracket = text.lastIndexOf(']');
    int colon = text.lastIndexOf(':');
    boolean withPort = colon > bracket && (bracket >= 0 || text.indexOf(':') == colon);
    String host = withPort ? text.substring(0, colon) : text;
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    String port = text.substring(colon + 1);
    return new HostAddress(
        host, !withPort ? defaultPort : port.matches("0*\\d{1,9}") ? Integer.parseInt(port) : -1);
  }

  /**
   * Parses {@code host}, {@code host:port}, {@code [IPv6]} and {@code [IPv6]:port} in a URL; empty
   * for other text, which may be user and password whose at-sign was forgotten: do not quote it.
   */
  public static Optional<HostAddress> inUrl(String text, int defaultPort) {
    return IN_URL.matcher(text).matches()
        ? Optional.of(parse(text, defaultPort))
        : Optional.empty();
  }

  public static String list(List<HostAddress> addresses) {
    return addresses.stream().map(HostAddress::toString).collect(Collectors.joining(","));
  }

  /** Resolves the name; returns false if it cannot be resolved. */
  public boolean isLocal() {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
  }

  /** Returns {@code host:port}, with brackets around IPv6; only the host if the port is 0. */
  @Override
  public String toString() {
    return port == 0 ? host : HostName.withPort(host, port);
  }
}
