package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.Amounts;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A size that grows with the scale: a number, or a time with its unit ({@code ms}, {@code s},
 * {@code m}).
 *
 * <p>It is {@code original} at scale 1 and {@code usual} at the experiment's own default scale.
 * Between the two it follows the power function of the scale through both points, so that rows can
 * shrink a hundredfold while a warm-up only halves; below the default it shrinks in proportion.
 *
 * @param original at scale 1
 * @param usual at the default scale; {@code null} for original × scale
 * @param least the minimum; {@code null} for 1, or 1 ms
 */
record Quantity(String original, @Nullable String usual, @Nullable String least) {
  /** The longest text of a number with its unit. */
  private static final int LONGEST = 20;

  private static final Set<String> UNITS = Set.of("ms", "s", "m");

  /** Rejects a quantity that cannot be scaled. */
  Quantity {
    if (original == null || parse(original) == 0) {
      throw new IllegalArgumentException("the quantity's original is missing or 0");
    }
    for (String other : Arrays.asList(usual, least)) {
      if (other != null && isTime(other) != isTime(original)) {
        throw new IllegalArgumentException(
            "'" + other + "' has another unit than '" + original + "'");
      }
    }
  }

  /**
   * Returns the size at a scale.
   *
   * @param scale above 0
   * @param usualScale the experiment's default
   * @return a whole number, followed by {@code ms} or {@code s} if it is a time
   * @throws InvalidSettingException if the definition is wrong
   */
  String at(double scale, double usualScale) {
    double whole = parse(original);
    double there = usual == null ? whole * usualScale : parse(usual);
    double value =
        scale < usualScale
            ? there * scale / usualScale
            : whole * Math.pow(scale, Math.log(there / whole) / Math.log(usualScale));
    value = Math.max(value, least == null ? 1 : parse(least));
    return isTime(original) ? time(value) : Long.toString(Math.round(value));
  }

  /** Rounds long times to seconds. */
  private static String time(double millis) {
    return millis < 10_000 ? Math.round(millis) + "ms" : Math.round(millis / 1000) + "s";
  }

  /**
   * @throws InvalidSettingException if the text is not a number
   */
  static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new InvalidSettingException("catalog: '" + text + "' is not a number", e);
    }
  }

  /**
   * Parses a number, or a time in seconds.
   *
   * @throws InvalidSettingException if it is neither
   */
  static double amount(String text) {
    return isTime(text) ? parse(text) / 1000 : number(text);
  }

  private static boolean isTime(String text) {
    return text.length() <= LONGEST && Amounts.micros(text, UNITS).isPresent();
  }

  /** Parses a number, or a time in milliseconds. */
  private static double parse(String text) {
    OptionalDouble value = isTime(text) ? Amounts.micros(text, UNITS) : Amounts.number(text, "");
    if (value.isEmpty() || text.length() > LONGEST) {
      throw new InvalidSettingException(
          "quantities: '" + text + "' is neither a number nor a time such as 500ms, 60s or 10m");
    }
    return isTime(text) ? value.getAsDouble() / 1000 : value.getAsDouble();
  }
}
