package dev.tlsbench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers. A no-break space separates number and unit. */
public final class Numbers {
  private static final int SIGNIFICANT = 3;
  private static final double PERCENT = 100;
  private static final double THOUSAND = 1000;
  private static final long KIBIBYTE = 1 << 10;
  private static final long MEBIBYTE = 1 << 20;
  private static final long GIBIBYTE = 1 << 30;

  private Numbers() {}

  /**
   * Formats three significant digits, with thousands separators: {@code 0.0123}, {@code 1.20},
   * {@code 45,612}.
   */
  public static String significant(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    if (Math.abs(value) >= THOUSAND) {
      return typeset(String.format(Locale.ROOT, "%,.0f", value));
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(SIGNIFICANT, RoundingMode.HALF_UP));
    int decimals = SIGNIFICANT - (rounded.precision() - rounded.scale());
    return typeset(rounded.setScale(Math.max(0, decimals), RoundingMode.HALF_UP).toPlainString());
  }

  /** Formats a whole number with thousands separators. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Formats a duration as {@code 64.0 ns}, {@code 812 µs}, {@code 20.7 ms} or {@code 1.24 s}. */
  public static String micros(double micros) {
    if (!Double.isFinite(micros)) {
      return "–";
    }
    if (micros > 0 && micros < 1) {
      return significant(micros * THOUSAND) + "\u00a0ns";
    }
    if (micros < THOUSAND) {
      return significant(micros) + "\u00a0µs";
    }
    return micros < THOUSAND * THOUSAND
        ? significant(micros / THOUSAND) + "\u00a0ms"
        : significant(micros / THOUSAND / THOUSAND) + "\u00a0s";
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
    if (bytes < MEBIBYTE) {
      return significant(bytes / KIBIBYTE) + "\u00a0KiB";
    }
    return bytes < GIBIBYTE
        ? significant(bytes / MEBIBYTE) + "\u00a0MiB"
        : significant(bytes / GIBIBYTE) + "\u00a0GiB";
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

  /** Returns the number of useful decimals of a percentage with this error, a fraction of 1. */
  public static int decimals(double halfWidth) {
    double percent = halfWidth * PERCENT;
    if (!Double.isFinite(percent) || percent >= 9.5) {
      return 0;
    }
    return percent >= 0.095 ? 1 : percent >= 0.0095 ? 2 : 3;
  }

  /** Formats a fraction of 1 as {@code 4.1 %}. */
  public static String percent(double share, int decimals) {
    return Double.isFinite(share) ? fixed(share * PERCENT, decimals) + "\u00a0%" : "–";
  }

  /** Formats a fraction of 1 as a percentage with at least two significant digits. */
  public static String percent(double share) {
    return percent(share, decimals(Math.abs(share)));
  }

  /** Formats the difference of a ratio from 1, as {@code −4.1 %} or {@code +0.3 %}. */
  public static String change(double ratio, int decimals) {
    if (!Double.isFinite(ratio)) {
      return "–";
    }
    String size = fixed(Math.abs(ratio - 1) * PERCENT, decimals);
    boolean zero = size.chars().allMatch(c -> c == '0' || c == '.');
    return (zero ? "±" : ratio < 1 ? "−" : "+") + size + "\u00a0%";
  }

  /** Formats a number with a fixed number of decimals and a typographic minus sign. */
  public static String fixed(double value, int decimals) {
    return Double.isFinite(value)
        ? typeset(String.format(Locale.ROOT, "%." + decimals + "f", value))
        : "–";
  }

  /** Formats a ratio such as {@code 0.959}; with four decimals if its error is below 0.2 %. */
  public static String ratio(double value, double halfWidth) {
    return fixed(value, halfWidth < 0.002 ? 4 : 3);
  }

  public static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** Replaces a hyphen by the minus sign. */
  private static String typeset(String number) {
    return number.replace('-', '−');
  }
}
