package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import dev.tlsbench.core.url.UrlOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The values that an option of a URL may have.
 *
 * @param expected completes "is not …"
 * @param accepts returns false for a value that the specification wants ignored
 */
record ValueRule(String expected, Predicate<UrlOption> accepts) {
  /** Any text. {@link MongoUrl} refuses the values that the driver refuses. */
  static final ValueRule TEXT = new ValueRule("a text", option -> true);

  static final ValueRule BOOLEAN =
      new ValueRule("true or false", option -> MongoOptions.bool(option.value()).isPresent());

  /** The {@code w} of a write concern: a number of servers, or the name of a rule for them. */
  static final ValueRule WRITE_CONCERN =
      new ValueRule(
          "a name or an integer from 0 to " + Integer.MAX_VALUE,
          option ->
              !option.value().matches("[+-]?\\d+")
                  || integer(option.value())
                      .filter(w -> w >= 0 && w <= Integer.MAX_VALUE)
                      .isPresent());

  /** The names of compressors in the OP_COMPRESSED specification, in the driver's spelling. */
  static final List<String> COMPRESSOR_NAMES = List.of("snappy", "zlib", "zstd");

  /** A list, from which {@link MongoOptions} keeps the known names. */
  static final ValueRule COMPRESSORS =
      new ValueRule("one of " + String.join(", ", COMPRESSOR_NAMES), option -> true);

  /** Tags, which only the driver can check: it refuses a URL with invalid ones. */
  static final ValueRule TAGS =
      new ValueRule("a list of tags such as dc:east,rack:1", ValueRule::isListOfTags);

  /** An integer from {@code least} to {@code most}, both included. */
  static ValueRule integer(long least, long most) {
    return new ValueRule(
        "an integer from " + least + " to " + most,
        option -> integer(option.value()).filter(n -> n >= least && n <= most).isPresent());
  }

  /** A 32-bit integer, the specification's usual type. */
  static ValueRule atLeast(int least) {
    return integer(least, Integer.MAX_VALUE);
  }

  /** One of these words, in any case, as in the driver. */
  static ValueRule oneOf(String... words) {
    return new ValueRule(
        "one of " + String.join(", ", words),
        option -> Arrays.stream(words).anyMatch(option.value()::equalsIgnoreCase));
  }

  /** Parses a number as the driver does: without spaces around it. */
  private static Optional<Long> integer(String value) {
    try {
      return Optional.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean isListOfTags(UrlOption option) {
    try {
      return new ConnectionString("mongodb://h/?readPreference=nearest&" + option.text())
              .getReadPreference()
          != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
