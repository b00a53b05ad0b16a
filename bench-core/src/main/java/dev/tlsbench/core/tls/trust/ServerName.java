package dev.tlsbench.core.tls.trust;

import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;

/** The host name of a connection in the form that TLS uses (RFC 6066, section 3). */
public final class ServerName {
  private static final Pattern DIGITS = Pattern.compile("[0-9.]+");

  private ServerName() {}

  /** Returns the host without a dot at its end, which stands for the root of the DNS. */
  public static String withoutRoot(String host) {
    return host.length() > 1 && host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  /**
   * Returns the Server Name Indication: empty for an address, and for a connectable name that is
   * not a host name, such as {@code my_db}.
   *
   * @param host {@linkplain #withoutRoot without the root's dot}
   */
  public static Optional<SNIServerName> of(String host) {
    try {
      return isAddress(host) ? Optional.empty() : Optional.of(new SNIHostName(host));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns whether this is an IP address: no top-level domain is a number (RFC 3696, 2). */
  public static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || DIGITS.matcher(host).matches();
  }
}
