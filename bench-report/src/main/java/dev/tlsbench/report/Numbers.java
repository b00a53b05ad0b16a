package dev.tlsbench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers. A no-break space separates number and unit. */
public final class Numbers {
  private static final int SIGNIFICANT = 3;
  private static final double PERCENT = 100;
  private static final double TWO_DIGITS_BELOW = 1.95;
  private static final long KIBIBYTE = 1 << 10;
  private static final long MEBIBYTE = 1 << 20;

  private Numbers() {}

  /**
   * Formats three significant digits, with thousands separators: {@code 0.0123}, {@code 1.20},
   * {@code 45,600}.
   */
  public static String significant(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(SIGNIFICANT, RoundingMode.HALF_UP));
    int decimals = SIGNIFICANT - (rounded.precision() - rounded.scale());
    return fixed(rounded.doubleValue(), decimals);
  }

  /** Formats a number of which all digits are meant, such as a setting, with up to 3 decimals. */
  public static String given(double value) {
    BigDecimal exact = BigDecimal.valueOf(value).setScale(SIGNIFICANT, RoundingMode.HALF_UP);
    return fixed(value, Math.max(0, exact.stripTrailingZeros().scale()));
  }

  /** Formats a whole number with thousands separators. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Formats a duration as {@code 42 s} or {@code 3 min 12 s}. */
  public static String seconds(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? significant(seconds) + "\u00a0s"
        : whole / 60 + "\u00a0min " + whole % 60 + "\u00a0s";
  }

  /** Formats an amount as {@code 410 B}, {@code 3.20 KiB}, {@code 96.5 MiB} or {@code 1.24 GiB}. */
  public static String bytes(double bytes) {
    if (bytes < KIBIBYTE) {
      return Math.round(bytes) + "\u00a0B";
    }
    Unit.Scale scale = Unit.BYTES.scale(bytes);
    return significant(bytes / scale.size()) + scale.suffix();
  }

  /** Formats an exact size as {@code 64 B}, {@code 16 KiB} or {@code 1 MiB}. */
  public static String size(long bytes) {
    if (bytes >= MEBIBYTE && bytes % MEBIBYTE == 0) {
      return bytes / MEBIBYTE + "\u00a0MiB";
    }
    return bytes >= KIBIBYTE && bytes % KIBIBYTE == 0
        ? bytes / KIBIBYTE + "\u00a0KiB"
        : bytes + "\u00a0B";
  }

  /**
   * Returns the number of useful decimals of a number with this error: of the error, two digits if
   * they are 10 to 19, and one otherwise (JCGM 100:2008, 7.2.6: two at most).
   *
   * @param halfWidth half of the 95 % interval, in the unit of the number
   * @return negative if not even the units are useful: −1 to round to tens
   */
  public static int decimals(double halfWidth) {
    if (!Double.isFinite(halfWidth) || halfWidth <= 0) {
      return 0;
    }
    int power = (int) Math.floor(Math.log10(halfWidth));
    return halfWidth / Math.pow(10, power) < TWO_DIGITS_BELOW ? 1 - power : -power;
  }

  /** Formats a fraction of 1 as {@code 4.1 %}. */
  public static String percent(double share, int decimals) {
    return Double.isFinite(share) ? fixed(share * PERCENT, decimals) + "\u00a0%" : "–";
  }

  /** Formats a fraction of 1 as a percentage with two significant digits. */
  public static String percent(double share) {
    double percent = Math.abs(share) * PERCENT;
    int decimals =
        percent == 0 || percent >= 9.5 ? 0 : percent >= 0.095 ? 1 : percent >= 0.0095 ? 2 : 3;
    return percent(share, decimals);
  }

  /** Formats a number with thousands separators and a typographic minus sign. */
  public static String fixed(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    return String.format(Locale.ROOT, "%,." + Math.max(0, decimals) + "f", rounded)
        .replace('-', '−');
  }

  public static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
