package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The words of a dialect for true and false. Blanks around them are ignored. Immutable.
 *
 * @param on the words for true, the one to recommend first
 * @param off the words for false, the one to recommend first
 * @param anyCase true if capitals are accepted too
 */
public record BooleanWords(List<String> on, List<String> off, boolean anyCase) {
  /** The words of properties: {@code true} and {@code false}. */
  public static final BooleanWords TRUE_OR_FALSE =
      new BooleanWords(List.of("true"), List.of("false"), false);

  /**
   * Copies both lists.
   *
   * @param anyCase true if capitals are accepted too
   */
  public BooleanWords {
    on = List.copyOf(on);
    off = List.copyOf(off);
  }

  /**
   * Parses a value.
   *
   * @return empty if the value is none of the words
   */
  public Optional<Boolean> read(String value) {
    String word = anyCase ? value.strip().toLowerCase(Locale.ROOT) : value.strip();
    return on.contains(word)
        ? Optional.of(true)
        : off.contains(word) ? Optional.of(false) : Optional.empty();
  }

  /**
   * Parses a value that must be one of the words.
   *
   * @throws InvalidSettingException if it is none of the words
   */
  public boolean parse(String name, String value) {
    return read(value)
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "%s: '%s' is neither %s nor %s; give one of the two"
                        .formatted(name, value, on.get(0), off.get(0))));
  }
}
