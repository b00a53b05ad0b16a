package dev.tlsbench.jmh.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** How numbers are written in a report. */
final class Numbers {
  private static final int SIGNIFICANT = 3;
  private static final int KIB = 1024;

  private Numbers() {}

  /**
   * Three significant digits, never with an exponent: {@code 0.0123}, {@code 1.20}, {@code 45600}.
   */
  static String significant(double value) {
    if (!Double.isFinite(value)) {
      return "—";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(SIGNIFICANT, RoundingMode.HALF_UP));
    int decimals = SIGNIFICANT - (rounded.precision() - rounded.scale());
    return rounded.setScale(Math.max(0, decimals), RoundingMode.HALF_UP).toPlainString();
  }

  /** A share as {@code 0.4%}, {@code 2.1%} or {@code 81%}. */
  static String percent(double share) {
    double percent = share * 100;
    return String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f%%" : "%.0f%%", percent);
  }

  /** A size in bytes as {@code 64 B}, {@code 16 KiB} or {@code 1 MiB}; what is no number stays. */
  static String size(String bytes) {
    if (!bytes.matches("\\d{1,18}")) {
      return bytes;
    }
    long size = Long.parseLong(bytes);
    if (size >= KIB * KIB && size % (KIB * KIB) == 0) {
      return size / (KIB * KIB) + " MiB";
    }
    return size >= KIB && size % KIB == 0 ? size / KIB + " KiB" : size + " B";
  }

  /** An amount of bytes that was measured: whole bytes, from 10 KiB on three digits of KiB. */
  static String amount(double bytes) {
    if (bytes < 10 * KIB) {
      return String.format(Locale.ROOT, "%.0f B", bytes);
    }
    return bytes < 10.0 * KIB * KIB
        ? significant(bytes / KIB) + " KiB"
        : significant(bytes / KIB / KIB) + " MiB";
  }

  /** A whole number. */
  static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }
}
