package dev.tlsbench.report;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses numbers with units, such as {@code 0.4ms} or {@code 64k}, as users write them. */
public final class Amounts {
  private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z/%]*)");

  /** Microseconds of each unit of time. */
  private static final Map<String, Double> TIMES =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6, "m", 60e6, "h", 3600e6);

  /** Bytes of each unit of size; letters are powers of 1,024. */
  private static final Map<String, Double> SIZES =
      Map.of("", 1.0, "B", 1.0, "k", 1024.0, "KiB", 1024.0, "m", 1048576.0, "MiB", 1048576.0);

  private Amounts() {}

  /**
   * Parses a duration.
   *
   * @param units the permitted units: some of ns, us, ms, s, m and h
   * @return microseconds; empty if the text has another form
   */
  public static OptionalDouble micros(String text, Set<String> units) {
    return parse(text, TIMES, units);
  }

  /**
   * Parses a size.
   *
   * @return bytes; empty if the text has another form
   */
  public static OptionalDouble bytes(String text) {
    return parse(text, SIZES, SIZES.keySet());
  }

  /**
   * Parses a number.
   *
   * @param unit the required unit; may be empty
   * @return empty if the text has another form
   */
  public static OptionalDouble number(String text, String unit) {
    return parse(text, Map.of(unit, 1.0), Set.of(unit));
  }

  private static OptionalDouble parse(
      String text, Map<String, Double> factors, Set<String> allowed) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches() || !allowed.contains(parts.group(2))) {
      return OptionalDouble.empty();
    }
    Double factor = factors.get(parts.group(2));
    double value = Double.parseDouble(parts.group(1)) * (factor == null ? 0 : factor);
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
