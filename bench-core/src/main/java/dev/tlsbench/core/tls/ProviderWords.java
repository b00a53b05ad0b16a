package dev.tlsbench.core.tls;

import java.security.cert.CertificateParsingException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the TLS implementations mean where each says in words of its own why it refuses a server.
 */
final class ProviderWords {
  private static final String WRONG_KEY =
      "the server cannot prove that it has the key of its certificate: its signature is wrong;"
          + " check that its certificate and its key file belong together";

  /** RFC 8446, section 6.2: bad_record_mac, and decrypt_error of a Finished. */
  private static final String SPOILED =
      "what the server sent was changed on its way, or encrypted by other keys than those agreed"
          + " on; look for what stands in between";

  /** RFC 8446, section 6.2: record_overflow, illegal_parameter and decode_error. */
  private static final String MALFORMED =
      "the server sent a message that TLS does not allow: it was changed on its way, or the server's"
          + " TLS is at fault; look for what stands in between";

  private static final String UNREADABLE =
      "the server's certificate cannot be read; check its file, and what stands in between";

  /** Bouncy Castle does not read an alert that is not encrypted once all has to be. */
  private static final String PLAIN_ALERT =
      "the server, or somebody in between, broke off the encrypted part of the TLS handshake with an"
          + " alert in plain text; its log may say why";

  /** A part of what one of them says, in lower case, and what it means. */
  private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

  static {
    MEANINGS.put("key_usage_bit_incorrect", ServerRefusedException.MAY_NOT_SIGN);
    MEANINGS.put("opaque alert", PLAIN_ALERT);
    MEANINGS.put("bad_record_mac", SPOILED);
    MEANINGS.put("tag mismatch", SPOILED);
    MEANINGS.put("bad_decrypt", SPOILED);
    MEANINGS.put("digest_check_failed", SPOILED);
    MEANINGS.put("finished message cannot be verified", SPOILED);
    MEANINGS.put("failed to parse server certificates", UNREADABLE);
    MEANINGS.put("derinputstream", UNREADABLE);
    MEANINGS.put("dervalue", UNREADABLE);
    MEANINGS.put("record_overflow", MALFORMED);
    MEANINGS.put("illegal_parameter", MALFORMED);
    MEANINGS.put("decode_error", MALFORMED);
    MEANINGS.put("signature", WRONG_KEY);
    MEANINGS.put("decrypt_error", WRONG_KEY);
  }

  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z]\\w*\\.)+\\w*(?:Exception|Error): ");

  private ProviderWords() {}

  /** What a failure means; empty if nobody knows better than the provider. */
  static Optional<String> meaning(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String said = String.valueOf(t.getMessage()).toLowerCase(Locale.ROOT);
      if (t instanceof CertificateParsingException) {
        return Optional.of(UNREADABLE);
      }
      for (Map.Entry<String, String> meaning : MEANINGS.entrySet()) {
        if (said.contains(meaning.getKey())) {
          return Optional.of(meaning.getValue());
        }
      }
    }
    return Optional.empty();
  }

  /** What the provider says, without line breaks and names of classes. */
  static String inOneLine(Throwable failure) {
    return CLASS_NAME
        .matcher(String.valueOf(failure.getMessage()))
        .replaceAll("")
        .replaceAll("\\s*[\\r\\n]+\\s*", "; ");
  }
}
