package dev.tlsbench.relay.witness;

import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.wire.ServerHello;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A client's offer in its ClientHello (RFC 8446, section 4.1.2). GREASE values (RFC 8701) are left
 * out. Lists are limited to 256 values, and names to 255 characters (names of ALPN to 32): no
 * client needs more, and a hostile one could fill the memory.
 *
 * @param serverName the name of Server Name Indication (RFC 6066, section 3); {@code null} if none
 * @param protocols in order of preference, as the JDK spells them
 * @param cipherSuites by their IANA names, in order of preference
 * @param namedGroups by their IANA names, in order of preference
 * @param applicationProtocols of ALPN (RFC 7301)
 * @param earlyData true if data follow before the server has answered (0-RTT)
 * @param ja4 the fingerprint <a
 *     href="https://github.com/FoxIO-LLC/ja4/blob/main/technical_details/JA4.md">JA4</a>, such as
 *     {@code t13d1516h2_8daaf6152771_e5627efa2ab1}
 * @param program the same fingerprint without the extensions that resumption adds or removes, so
 *     that all connections of a program have one
 */
public record ClientOffer(
    @Nullable String serverName,
    List<String> protocols,
    List<String> cipherSuites,
    List<String> namedGroups,
    List<String> keyShares,
    List<String> applicationProtocols,
    Session session,
    boolean earlyData,
    String ja4,
    String program) {

  /** Ways of offering a session for resumption. */
  public enum Session {
    /** Offers none. */
    NONE,
    /** Offers an id, which the server remembers (RFC 5246, section 7.4.1.2). */
    ID,
    /** Offers a ticket, which holds the session (RFC 5077). */
    TICKET,
    /** Offers a pre-shared key of TLS 1.3 (RFC 8446, section 4.2.11). */
    PRE_SHARED_KEY
  }

  private static final int MOST_VALUES = 256;

  /** The longest host name (RFC 1035, section 2.3.4), and the longest name of ALPN. */
  private static final int LONGEST_NAME = 255;

  /** The maximum number of ALPN names; together they are then as long as all other lists. */
  private static final int MOST_NAMES = 32;

  private static final int RANDOM_LENGTH = 32;
  private static final int SERVER_NAME = 0;
  private static final int SUPPORTED_GROUPS = 10;
  private static final int SIGNATURE_ALGORITHMS = 13;
  private static final int ALPN = 16;
  private static final int SESSION_TICKET = 35;
  private static final int PRE_SHARED_KEY = 41;
  private static final int EARLY_DATA = 42;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;

  /** Parses the body of the message; returns {@code null} if it is malformed. */
  static @Nullable ClientOffer parse(byte[] body) {
    try {
      return new Parser().parse(ByteBuffer.wrap(body));
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  private static final class Parser {
    private @Nullable String serverName;
    private List<String> protocols = List.of();
    private List<String> namedGroups = List.of();
    private final List<String> keyShares = new ArrayList<>();
    private final List<String> applicationProtocols = new ArrayList<>();
    private Session session = Session.NONE;
    private boolean earlyData;
    private int highest;
    private final List<Integer> extensionTypes = new ArrayList<>();
    private List<Integer> signatureAlgorithms = List.of();
    private String firstProtocol = "";

    ClientOffer parse(ByteBuffer body) {
      int version = uint16(body);
      slice(body, RANDOM_LENGTH);
      boolean id = slice(body, uint8(body)).hasRemaining();
      List<Integer> suites = codes(slice(body, uint16(body)));
      slice(body, uint8(body)); // compression methods
      ByteBuffer extensions = body.hasRemaining() ? slice(body, uint16(body)) : body;
      while (extensions.hasRemaining()) {
        int type = uint16(extensions);
        if (!isGrease(type)) {
          extensionTypes.add(type);
        }
        read(type, slice(extensions, uint16(extensions)));
      }
      if (protocols.isEmpty()) {
        protocols = List.of(ServerHello.protocol(version));
        highest = version;
      }
      // With TLS 1.3 an id is sent for middleboxes (RFC 8446, appendix D.4), and with a
      // ticket to distinguish the server's answers (RFC 5077, section 3.4).
      if (session == Session.NONE && id && !protocols.contains("TLSv1.3")) {
        session = Session.ID;
      }
      Ja4 ja4 =
          new Ja4(
              highest,
              extensionTypes.contains(SERVER_NAME),
              suites,
              extensionTypes,
              signatureAlgorithms,
              firstProtocol);
      return new ClientOffer(
          serverName,
          protocols,
          names(suites, TlsNames::cipherSuite),
          namedGroups,
          List.copyOf(keyShares),
          List.copyOf(applicationProtocols),
          session,
          earlyData,
          ja4.text(),
          ja4.withoutSession().text());
    }

    private void read(int type, ByteBuffer extension) {
      switch (type) {
        case SERVER_NAME -> readServerName(extension);
        case SUPPORTED_GROUPS ->
            namedGroups = names(codes(slice(extension, uint16(extension))), TlsNames::namedGroup);
        case SIGNATURE_ALGORITHMS -> {
          if (extension.hasRemaining()) {
            signatureAlgorithms = codes(slice(extension, uint16(extension)));
          }
        }
        case ALPN -> readApplicationProtocols(slice(extension, uint16(extension)));
        case SESSION_TICKET -> {
          // An empty extension asks for a ticket.
          if (extension.hasRemaining() && session == Session.NONE) {
            session = Session.TICKET;
          }
        }
        case PRE_SHARED_KEY -> session = Session.PRE_SHARED_KEY;
        case EARLY_DATA -> earlyData = true;
        case SUPPORTED_VERSIONS -> {
          List<Integer> versions = codes(slice(extension, uint8(extension)));
          protocols = names(versions, ServerHello::protocol);
          highest = versions.stream().mapToInt(Integer::intValue).max().orElse(0);
        }
        case KEY_SHARE -> readKeyShares(slice(extension, uint16(extension)));
        default -> {}
      }
    }

    private void readServerName(ByteBuffer extension) {
      ByteBuffer names = slice(extension, uint16(extension));
      while (names.hasRemaining()) {
        boolean host = uint8(names) == 0;
        ByteBuffer name = slice(names, uint16(names));
        if (host) {
          serverName = text(name);
        }
      }
    }

    private void readApplicationProtocols(ByteBuffer list) {
      while (list.hasRemaining()) {
        ByteBuffer bytes = slice(list, uint8(list));
        if (applicationProtocols.isEmpty()) {
          firstProtocol = StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
        }
        String name = text(bytes);
        if (applicationProtocols.size() < MOST_NAMES) {
          applicationProtocols.add(name);
        }
      }
    }

    private void readKeyShares(ByteBuffer shares) {
      while (shares.hasRemaining()) {
        int group = uint16(shares);
        slice(shares, uint16(shares));
        if (!isGrease(group) && keyShares.size() < MOST_VALUES) {
          keyShares.add(TlsNames.namedGroup(group));
        }
      }
    }

    /** Replaces anything but printable ASCII by a question mark, since a terminal may obey it. */
    private static String text(ByteBuffer name) {
      name.limit(Math.min(name.limit(), LONGEST_NAME));
      return StandardCharsets.US_ASCII.decode(name).toString().replaceAll("[^!-~]", "?");
    }

    private static List<Integer> codes(ByteBuffer list) {
      List<Integer> codes = new ArrayList<>();
      while (list.hasRemaining()) {
        int code = uint16(list);
        if (!isGrease(code)) {
          codes.add(code);
        }
      }
      return codes;
    }

    private static List<String> names(List<Integer> codes, IntFunction<String> name) {
      // One string for each code, of which there are 65,536.
      return codes.stream().limit(MOST_VALUES).map(code -> name.apply(code).intern()).toList();
    }
  }

  /** Both bytes are the same and end in A (RFC 8701, section 2). */
  private static boolean isGrease(int code) {
    return (code & 0x0F0F) == 0x0A0A && code >> 8 == (code & 0xFF);
  }

  private static int uint8(ByteBuffer from) {
    return from.get() & 0xFF;
  }

  private static int uint16(ByteBuffer from) {
    return from.getShort() & 0xFFFF;
  }

  private static ByteBuffer slice(ByteBuffer from, int length) {
    ByteBuffer slice = from.slice(from.position(), length);
    from.position(from.position() + length);
    return slice;
  }
}
