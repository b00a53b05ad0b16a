package dev.tlsbench.relay;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header of the PROXY protocol, versions 1 and 2, by which a proxy such as HAProxy sends its
 * client's address before anything else. It may arrive in pieces.
 *
 * <p>Follows HAProxy's proxy-protocol.txt, sections 2.1 and 2.2.
 */
final class ProxyHeader {
  private static final byte[] TEXT = "PROXY ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BINARY = {13, 10, 13, 10, 0, 13, 10, 'Q', 'U', 'I', 'T', 10};

  /** The longest line of version 1, CR and LF included. */
  private static final int LONGEST_LINE = 107;

  private static final String PORT = "(0|[1-9]\\d{0,4})";
  private static final Pattern LINE =
      Pattern.compile(
          "PROXY (?:UNKNOWN(?: .*)?|TCP([46]) (\\S+) (\\S+) " + PORT + " " + PORT + ")\r\n",
          Pattern.DOTALL);
  private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");
  private static final int MOST_PORT = 65_535;

  /** The part of version 2 before the addresses. */
  private static final int FIXED = 16;

  private static final int VERSION = 2;
  private static final int LOCAL = 0;
  private static final int PROXY = 1;
  private static final int UNSPECIFIED = 0;
  private static final int DATAGRAM = 2;

  /** Lengths of an address by family: unspecified, IPv4, IPv6, a socket's path. */
  private static final int[] ADDRESS = {0, 4, 16, 108};

  private static final int PATH = 3;

  private final ByteBuffer read = ByteBuffer.allocate(LONGEST_LINE);
  private State state = State.INCOMPLETE;
  private int needed = FIXED;
  private int toSkip;
  private @Nullable InetSocketAddress source;

  /** States of a header. */
  enum State {
    /** All bytes so far can belong to a header. */
    INCOMPLETE,
    /** The connection begins without a header. */
    ABSENT,
    /** A header was read. */
    COMPLETE,
    /** It begins like a header, but breaks the rules. */
    MALFORMED
  }

  State state() {
    return state;
  }

  /**
   * Returns the address of the proxy's client; {@code null} before the end of the header, without a
   * header, and if it names no address, as in a proxy's own health check.
   */
  @Nullable InetSocketAddress source() {
    return state == State.COMPLETE ? source : null;
  }

  /**
   * Reads bytes up to the end of the header.
   *
   * @return bytes of this and earlier calls that do not belong to a header; the rest of {@code
   *     bytes} follows them
   */
  ByteBuffer take(ByteBuffer bytes) {
    if (state != State.INCOMPLETE) {
      return ByteBuffer.allocate(0);
    }
    while (state == State.INCOMPLETE && bytes.hasRemaining()) {
      if (toSkip > 0) {
        int skipped = Math.min(toSkip, bytes.remaining());
        bytes.position(bytes.position() + skipped);
        toSkip -= skipped;
        state = toSkip == 0 ? State.COMPLETE : State.INCOMPLETE;
      } else {
        read.put(bytes.get());
        state = next();
      }
    }
    return state == State.ABSENT ? read.flip() : ByteBuffer.allocate(0);
  }

  private State next() {
    if (begins(BINARY)) {
      return read.position() < needed ? State.INCOMPLETE : binary();
    }
    if (!begins(TEXT)) {
      return State.ABSENT;
    }
    if (read.get(read.position() - 1) != '\n') {
      return read.hasRemaining() ? State.INCOMPLETE : State.MALFORMED;
    }
    return line(StandardCharsets.US_ASCII.decode(read.duplicate().flip()).toString());
  }

  private boolean begins(byte[] signature) {
    int length = Math.min(read.position(), signature.length);
    return read.slice(0, length).equals(ByteBuffer.wrap(signature, 0, length));
  }

  private State line(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      return State.MALFORMED;
    }
    if (parts.group(1) == null) {
      return State.COMPLETE;
    }
    Pattern form = parts.group(1).equals("4") ? IPV4 : IPV6;
    source = address(form, parts.group(2), parts.group(4));
    InetSocketAddress destination = address(form, parts.group(3), parts.group(5));
    return source == null || destination == null ? State.MALFORMED : State.COMPLETE;
  }

  private static @Nullable InetSocketAddress address(Pattern form, String host, String port) {
    int number = Integer.parseInt(port);
    if (number > MOST_PORT || !form.matcher(host).matches()) {
      return null;
    }
    try {
      // Both forms are addresses, so no name is looked up.
      return new InetSocketAddress(InetAddress.getByName(host), number);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private State binary() {
    int command = read.get(12) & 0x0F;
    int family = (read.get(13) & 0xF0) >> 4;
    int transport = read.get(13) & 0x0F;
    int length = read.getShort(14) & 0xFFFF;
    if ((read.get(12) & 0xF0) >> 4 != VERSION || command > PROXY) {
      return State.MALFORMED;
    }
    int addresses = 0;
    if (command != LOCAL) {
      if (family >= ADDRESS.length || transport > DATAGRAM) {
        return State.MALFORMED;
      }
      if (transport != UNSPECIFIED && family != UNSPECIFIED) {
        int each = ADDRESS[family];
        addresses = family == PATH ? 2 * each : 2 * (each + Short.BYTES);
        if (length < addresses) {
          return State.MALFORMED;
        }
        if (family != PATH) {
          needed = FIXED + addresses;
          if (read.position() < needed) {
            return State.INCOMPLETE;
          }
          source = binaryAddress(each);
        }
      }
    }
    toSkip = FIXED + length - read.position();
    return toSkip == 0 ? State.COMPLETE : State.INCOMPLETE;
  }

  private @Nullable InetSocketAddress binaryAddress(int length) {
    byte[] host = new byte[length];
    read.get(FIXED, host);
    try {
      int port = read.getShort(FIXED + 2 * length) & 0xFFFF;
      return new InetSocketAddress(InetAddress.getByAddress(host), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
