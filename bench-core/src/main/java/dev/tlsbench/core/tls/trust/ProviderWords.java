package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.text.Causes;
import java.security.cert.CertificateParsingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bouncycastle.tls.Certificate;

/** Translates the messages in which TLS implementations refuse a server into common ones. */
public final class ProviderWords {
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

  /** Bouncy Castle rejects an unencrypted alert once records must be encrypted. */
  private static final String PLAIN_ALERT =
      "the server, or somebody in between, broke off the encrypted part of the TLS handshake with an"
          + " alert in plain text; its log may say why";

  /**
   * Parts of the providers' messages about a Certificate message, in lower case, and their
   * meanings.
   */
  private static final Map<String, String> OF_CERTIFICATE = new LinkedHashMap<>();

  /** The same for all other messages. */
  private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

  static {
    OF_CERTIFICATE.put("certificate chain length", ServerRefusedException.TOO_MANY);
    OF_CERTIFICATE.put("certificate chain longer", ServerRefusedException.TOO_MANY);
    OF_CERTIFICATE.put("size of the handshake message", ServerRefusedException.TOO_LONG);
    OF_CERTIFICATE.put("handshake message length exceeds", ServerRefusedException.TOO_LONG);
    OF_CERTIFICATE.put("subject field is empty", ServerRefusedException.NO_SUBJECT);
    OF_CERTIFICATE.put("empty issuer", ServerRefusedException.NO_ISSUER);
    OF_CERTIFICATE.put("duplicate extensions", ServerRefusedException.EXTENSION_TWICE);
    OF_CERTIFICATE.put("repeated extension found", ServerRefusedException.EXTENSION_TWICE);
    OF_CERTIFICATE.put("unsupported_algorithm", ServerRefusedException.UNUSABLE_KEY);
    OF_CERTIFICATE.put("failed to parse server certificates", ServerRefusedException.UNREADABLE);
    OF_CERTIFICATE.put("cannot_parse_leaf_cert", ServerRefusedException.UNREADABLE);
    OF_CERTIFICATE.put("derinputstream", ServerRefusedException.UNREADABLE);
    OF_CERTIFICATE.put("dervalue", ServerRefusedException.UNREADABLE);
    MEANINGS.put("key_usage_bit_incorrect", ServerRefusedException.MAY_NOT_SIGN);
    MEANINGS.put("opaque alert", PLAIN_ALERT);
    MEANINGS.put("bad_record_mac", SPOILED);
    MEANINGS.put("tag mismatch", SPOILED);
    MEANINGS.put("bad_decrypt", SPOILED);
    MEANINGS.put("digest_check_failed", SPOILED);
    MEANINGS.put("finished message cannot be verified", SPOILED);
    MEANINGS.put("record_overflow", MALFORMED);
    MEANINGS.put("illegal_parameter", MALFORMED);
    MEANINGS.put("decode_error", MALFORMED);
    MEANINGS.put("signature", WRONG_KEY);
    MEANINGS.put("decrypt_error", WRONG_KEY);
  }

  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z]\\w*\\.)+\\w*(?:Exception|Error): ");

  private ProviderWords() {}

  /** Returns the fault in the server's Certificate message; empty if there is none. */
  public static Optional<String> ofCertificate(Throwable failure) {
    Optional<String> told = first(OF_CERTIFICATE, failure);
    return told.isPresent() || Causes.of(failure).noneMatch(ProviderWords::isOfReadingCertificate)
        ? told
        : Optional.of(ServerRefusedException.UNREADABLE);
  }

  /**
   * Returns whether Bouncy Castle failed in its reader of the Certificate message, which may throw
   * anything.
   */
  private static boolean isOfReadingCertificate(Throwable failure) {
    return failure instanceof CertificateParsingException
        || Stream.of(failure.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().equals(Certificate.class.getName())
                        && frame.getMethodName().equals("parse"));
  }

  /** Returns the meaning of a failure; empty if the provider's own message is the best. */
  public static Optional<String> meaning(Throwable failure) {
    return first(MEANINGS, failure);
  }

  private static Optional<String> first(Map<String, String> meanings, Throwable failure) {
    List<String> said =
        Causes.of(failure)
            .map(cause -> String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT))
            .toList();
    return meanings.entrySet().stream()
        .filter(meaning -> said.stream().anyMatch(words -> words.contains(meaning.getKey())))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Returns the provider's message without line breaks and class names. */
  public static String inOneLine(Throwable failure) {
    return CLASS_NAME
        .matcher(String.valueOf(failure.getMessage()))
        .replaceAll("")
        .replaceAll("\\s*[\\r\\n]+\\s*", "; ");
  }
}
