package dev.tlsbench.core.text;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer in another protocol, of which a driver took the first bytes for the length of a
 * message. Thread-safe.
 */
public final class ForeignAnswer {
  private static final int BYTE = 8;

  private final Pattern pattern;
  private final int bytes;

  /**
   * Creates a detector.
   *
   * @param pattern finds the driver's message; its first group is the length, with any separators
   * @param bytes the size of the field that holds the length, little-endian; 1 to 8
   */
  public ForeignAnswer(String pattern, int bytes) {
    this.pattern = Pattern.compile(pattern);
    this.bytes = bytes;
  }

  /**
   * Describes the answer.
   *
   * @param product the expected database, such as {@code MySQL}
   * @return a sentence without its server; empty if the message is another, or the length is not
   *     printable ASCII
   */
  public Optional<String> explain(String message, String product) {
    Matcher matcher = pattern.matcher(message);
    if (!matcher.find()) {
      return Optional.empty();
    }
    long length = Long.parseLong(matcher.group(1).replaceAll("\\D", ""));
    byte[] first = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      first[i] = (byte) (length >> (BYTE * i));
    }
    String text = new String(first, StandardCharsets.ISO_8859_1);
    return text.chars().allMatch(c -> c > ' ' && c <= '~')
        ? Optional.of(
            "the answer is in another protocol, beginning with \""
                + text
                + "\"; is this a "
                + product
                + " port?")
        : Optional.empty();
  }
}
