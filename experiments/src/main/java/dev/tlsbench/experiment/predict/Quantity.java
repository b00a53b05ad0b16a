package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.document.Numbers;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats quantities with their units. */
final class Quantity {
  private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z/]*)");
  private static final Map<String, Double> MICROS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6);
  private static final Map<String, Double> BYTES =
      Map.of("", 1.0, "B", 1.0, "k", 1024.0, "KiB", 1024.0, "m", 1048576.0, "MiB", 1048576.0);

  private Quantity() {}

  /** Parses a duration such as {@code 0.4ms}, in microseconds. */
  static double micros(String name, String text) {
    return in(MICROS, name, text, "a duration; write a number and ns, us, ms or s, such as 0.4ms");
  }

  /** Parses a size such as {@code 300} or {@code 4k}, in bytes. */
  static double bytes(String name, String text) {
    return in(BYTES, name, text, "a size; write bytes, or a number with k or m, such as 4k");
  }

  /** Parses a rate such as {@code 20000/s}. */
  static double rate(String name, String text) {
    return in(Map.of("/s", 1.0), name, text, "a rate; write operations a second, such as 20000/s");
  }

  /** Parses a number without a unit. */
  static double number(String name, String text) {
    return in(Map.of("", 1.0), name, text, "a number without a unit, such as 50");
  }

  /** Parses a whole number from 1 on. */
  static int whole(String name, String text) {
    double value = in(Map.of("", 1.0), name, text, "a whole number, such as 8");
    if (value < 1 || value != Math.rint(value) || value > Integer.MAX_VALUE) {
      throw new InvalidSettingException(name + ": '" + text + "' is not a whole number from 1 on");
    }
    return (int) value;
  }

  private static double in(Map<String, Double> units, String name, String text, String expected) {
    Matcher parts = TEXT.matcher(text.strip());
    Double factor = parts.matches() ? units.get(parts.group(2)) : null;
    if (factor == null) {
      throw new InvalidSettingException(name + ": '" + text + "' is not " + expected);
    }
    return factor * Double.parseDouble(parts.group(1));
  }

  /** Formats a duration for messages. */
  static String time(double micros) {
    return Numbers.micros(micros);
  }

  /** Formats a number for messages. */
  static String plain(double value) {
    return Numbers.significant(value);
  }
}
