package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.Amounts;
import java.util.OptionalDouble;
import java.util.Set;

/** Parses the values of a profile. */
final class Quantity {
  private static final Set<String> TIMES = Set.of("ns", "us", "ms", "s");

  private Quantity() {}

  /** Parses a duration such as {@code 0.4ms}, in microseconds. */
  static double micros(String name, String text) {
    return or(
        Amounts.micros(text, TIMES),
        name,
        text,
        "a duration; write a number and ns, us, ms or s, such as 0.4ms");
  }

  /** Parses a size such as {@code 300} or {@code 4k}, in bytes. */
  static double bytes(String name, String text) {
    String expected = "a size; write bytes, or a number with k or m, such as 4k";
    return or(Amounts.bytes(text), name, text, expected);
  }

  /** Parses a rate such as {@code 20000/s}, or without a unit, which is the same. */
  static double rate(String name, String text) {
    String expected = "a rate; write operations a second, such as 20000/s";
    OptionalDouble plain = Amounts.number(text, "");
    return or(plain.isPresent() ? plain : Amounts.number(text, "/s"), name, text, expected);
  }

  /** Parses a number without a unit. */
  static double number(String name, String text) {
    return or(Amounts.number(text, ""), name, text, "a number without a unit, such as 50");
  }

  /** Parses a whole number from 1 on. */
  static int whole(String name, String text) {
    double value = or(Amounts.number(text, ""), name, text, "a whole number, such as 8");
    if (value < 1 || value != Math.rint(value) || value > Integer.MAX_VALUE) {
      throw new InvalidSettingException(name + ": '" + text + "' is not a whole number from 1 on");
    }
    return (int) value;
  }

  private static double or(OptionalDouble parsed, String name, String text, String expected) {
    return parsed.orElseThrow(
        () -> new InvalidSettingException(name + ": '" + text + "' is not " + expected));
  }
}
