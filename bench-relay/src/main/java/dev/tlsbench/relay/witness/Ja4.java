package dev.tlsbench.relay.witness;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fingerprint JA4 of a ClientHello over TCP, as <a
 * href="https://github.com/FoxIO-LLC/ja4/blob/main/technical_details/JA4.md">FoxIO specifies
 * it</a>: programs with the same TLS library, version and settings share one.
 *
 * @param cipherSuites without GREASE, as the next two
 * @param extensions the types, in the order sent
 * @param signatureAlgorithms in the order sent
 * @param applicationProtocol the first of ALPN, a character for each byte; empty without one
 */
record Ja4(
    int version,
    boolean serverName,
    List<Integer> cipherSuites,
    List<Integer> extensions,
    List<Integer> signatureAlgorithms,
    String applicationProtocol) {
  private static final int SERVER_NAME = 0;
  private static final int ALPN = 16;

  /** The extensions padding, pre_shared_key and early_data. */
  private static final Set<Integer> OF_SESSION = Set.of(21, 41, 42);

  private static final int MOST_COUNTED = 99;
  private static final int HASH_LENGTH = 12;
  private static final String NOTHING = "0".repeat(HASH_LENGTH);

  /**
   * Returns the fingerprint of the same hello without the extensions that resumption adds or
   * removes.
   */
  Ja4 withoutSession() {
    return new Ja4(
        version,
        serverName,
        cipherSuites,
        extensions.stream().filter(type -> !OF_SESSION.contains(type)).toList(),
        signatureAlgorithms,
        applicationProtocol);
  }

  /** Returns the three parts, with underscores between them. */
  String text() {
    return "t"
        + versionText()
        + (serverName ? "d" : "i")
        + count(cipherSuites)
        + count(extensions)
        + ends()
        + "_"
        + hash(sorted(cipherSuites.stream()), "")
        + "_"
        + hash(
            sorted(extensions.stream().filter(type -> type != SERVER_NAME && type != ALPN)),
            signatureAlgorithms.isEmpty() ? "" : "_" + hex(signatureAlgorithms.stream()));
  }

  private String versionText() {
    return switch (version) {
      case 0x0304 -> "13";
      case 0x0303 -> "12";
      case 0x0302 -> "11";
      case 0x0301 -> "10";
      case 0x0300 -> "s3";
      case 0x0002 -> "s2";
      default -> "00";
    };
  }

  private static String count(List<Integer> values) {
    return String.format(Locale.ROOT, "%02d", Math.min(MOST_COUNTED, values.size()));
  }

  /** Returns the first and the last character of the protocol; of its hex form if one is odd. */
  private String ends() {
    if (applicationProtocol.isEmpty()) {
      return "00";
    }
    char first = applicationProtocol.charAt(0);
    char last = applicationProtocol.charAt(applicationProtocol.length() - 1);
    if (isAlphanumeric(first) && isAlphanumeric(last)) {
      return "" + first + last;
    }
    return HexFormat.of().toHexDigits((byte) first).substring(0, 1)
        + HexFormat.of().toHexDigits((byte) last).substring(1);
  }

  private static boolean isAlphanumeric(char character) {
    return character < 0x80 && Character.isLetterOrDigit(character);
  }

  private static String sorted(Stream<Integer> codes) {
    return hex(codes.sorted());
  }

  private static String hex(Stream<Integer> codes) {
    return codes
        .map(code -> HexFormat.of().toHexDigits((short) code.intValue()))
        .collect(Collectors.joining(","));
  }

  private static String hash(String list, String more) {
    if (list.isEmpty()) {
      return NOTHING;
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((list + more).getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest).substring(0, HASH_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
