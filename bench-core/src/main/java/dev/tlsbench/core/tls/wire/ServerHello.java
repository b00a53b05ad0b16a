package dev.tlsbench.core.tls.wire;

import dev.tlsbench.core.text.TlsNames;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a ServerHello that show the negotiated parameters (RFC 8446, section 4.1.3).
 *
 * @param protocol the version, from {@code supported_versions} if it is there
 * @param namedGroup the group of the key share; {@code null} below TLS 1.3
 * @param preSharedKey whether a pre-shared key was accepted, which resumes a session under TLS 1.3
 * @param downgraded whether the mark at the end of its random indicates that the server supports a
 *     later protocol, which it was not offered
 */
public record ServerHello(
    String protocol,
    String cipherSuite,
    @Nullable String namedGroup,
    boolean preSharedKey,
    boolean helloRetryRequest,
    boolean downgraded) {

  private static final int RANDOM_LENGTH = 32;
  private static final int PRE_SHARED_KEY = 41;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;

  /** SHA-256 of "HelloRetryRequest", the random of a HelloRetryRequest. */
  private static final byte[] RETRY_RANDOM =
      HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  /** "DOWNGRD", followed by 1 for TLS 1.2 and 0 for older versions (RFC 8446, section 4.1.3). */
  private static final byte[] DOWNGRADE_MARK = HexFormat.of().parseHex("444f574e475244");

  public boolean isTls13() {
    return protocol.equals("TLSv1.3");
  }

  /** Parses the body of the message; returns {@code null} if it is malformed. */
  static @Nullable ServerHello parse(byte[] body) {
    try {
      return parse(ByteBuffer.wrap(body));
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  private static ServerHello parse(ByteBuffer body) {
    int version = uint16(body);
    byte[] random = new byte[RANDOM_LENGTH];
    body.get(random);
    skip(body, body.get() & 0xFF); // session id
    String suite = TlsNames.cipherSuite(uint16(body));
    skip(body, 1); // compression method
    String group = null;
    boolean preSharedKey = false;
    if (body.hasRemaining()) {
      skip(body, 2); // length of all extensions
    }
    while (body.hasRemaining()) {
      int type = uint16(body);
      int length = uint16(body);
      ByteBuffer extension = body.slice(body.position(), length);
      switch (type) {
        case SUPPORTED_VERSIONS -> version = uint16(extension);
        case KEY_SHARE -> group = TlsNames.namedGroup(uint16(extension));
        case PRE_SHARED_KEY -> preSharedKey = true;
        default -> {}
      }
      skip(body, length);
    }
    return new ServerHello(
        protocol(version),
        suite,
        group,
        preSharedKey,
        Arrays.equals(random, RETRY_RANDOM),
        hasDowngradeMark(random));
  }

  private static boolean hasDowngradeMark(byte[] random) {
    int from = RANDOM_LENGTH - DOWNGRADE_MARK.length - 1;
    int last = random[RANDOM_LENGTH - 1];
    return Arrays.equals(random, from, RANDOM_LENGTH - 1, DOWNGRADE_MARK, 0, DOWNGRADE_MARK.length)
        && (last == 0 || last == 1);
  }

  /** Returns the name of a version, as the JDK spells it. */
  public static String protocol(int version) {
    return switch (version) {
      case 0x0304 -> "TLSv1.3";
      case 0x0303 -> "TLSv1.2";
      case 0x0302 -> "TLSv1.1";
      case 0x0301 -> "TLSv1";
      case 0x0300 -> "SSLv3";
      default -> "0x" + Integer.toHexString(version);
    };
  }

  private static int uint16(ByteBuffer from) {
    return from.getShort() & 0xFFFF;
  }

  private static void skip(ByteBuffer from, int bytes) {
    if (bytes > from.remaining()) {
      throw new BufferUnderflowException();
    }
    from.position(from.position() + bytes);
  }
}
