package dev.tlsbench.core.tls;

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

  /** A part of what one of them says, in lower case, and what it means. */
  private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

  static {
    MEANINGS.put("key_usage_bit_incorrect", ServerRefusedException.MAY_NOT_SIGN);
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
