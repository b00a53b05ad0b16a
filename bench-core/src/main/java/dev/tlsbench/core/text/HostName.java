package dev.tlsbench.core.text;

import dev.tlsbench.core.InvalidSettingException;
import java.net.IDN;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;

/** Host names with non-ASCII letters in their {@code xn--} form, as in DNS and certificates. */
public final class HostName {
  private static final int LAST_ASCII = 0x7F;

  /**
   * Letters that IDNA 2003 maps or drops and IDNA 2008 keeps: two names (RFC 5894, section 7.2).
   */
  private static final String AMBIGUOUS = "ßς\u200C\u200D";

  private static final Pattern DIGITS = Pattern.compile("[0-9.]+");

  private HostName() {}

  /** Encodes a name by IDNA (RFC 3490): {@code bücher.example} is {@code xn--bcher-kva.example}. */
  public static String toAscii(String option, String host) {
    if (host.chars().allMatch(letter -> letter <= LAST_ASCII)) {
      return host;
    }
    // Unquoted, since in a damaged URL it may be the rest of a password.
    if (host.chars().anyMatch(letter -> AMBIGUOUS.indexOf(letter) >= 0)) {
      throw new InvalidSettingException(
          option
              + ": the host has a letter that two versions of IDNA encode differently, such as 'ß';"
              + " write the name as it is registered, with xn--");
    }
    try {
      return IDN.toASCII(host);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          option
              + ": the host has a character that no host name has; write it with xn--, or set"
              + " LC_ALL=C.UTF-8 if the locale does not know its letters");
    }
  }

  /** Returns {@code host:port}, with brackets around an IPv6 address. */
  public static String withPort(String host, int port) {
    boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
    return (bare ? "[" + host + "]" : host) + ":" + port;
  }

  /** Returns the host without a dot at its end, which stands for the root of the DNS. */
  public static String withoutRoot(String host) {
    return host.length() > 1 && host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  /**
   * Returns the Server Name Indication: empty for an address, and for a connectable name that is
   * not a host name, such as {@code my_db}. The host has no {@linkplain #withoutRoot root's dot}.
   */
  public static Optional<SNIServerName> indication(String host) {
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
