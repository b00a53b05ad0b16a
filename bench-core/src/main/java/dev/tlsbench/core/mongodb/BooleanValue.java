package dev.tlsbench.core.mongodb;

import java.util.Locale;
import java.util.Optional;

/**
 * A boolean of a URL, in the driver's words for it.
 *
 * <p>The MongoDB connection string specification has {@code true} and {@code false}; every other
 * word is deprecated, which it wants to be a warning.
 */
enum BooleanValue {
  TRUE,
  FALSE;

  /** Reads a value as the driver does: in any case, with spaces around it or without. */
  static Optional<BooleanValue> of(String value) {
    return switch (value.trim().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "1" -> Optional.of(TRUE);
      case "false", "no", "0" -> Optional.of(FALSE);
      default -> Optional.empty();
    };
  }

  /** The word to write. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns a warning for a deprecated word; empty for any other value. */
  static Optional<String> deprecation(String name, String value) {
    return of(value)
        .filter(meant -> !value.trim().equalsIgnoreCase(meant.word()))
        .map(
            meant ->
                "%s: '%s' is deprecated for a boolean; write %s=%s"
                    .formatted(name, value.trim(), name, meant.word()));
  }
}
