package dev.tlsbench.report.document;

import dev.tlsbench.report.json.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * A number with its unit and what is known of its error.
 *
 * @param value in the unit
 * @param low95 the lower end of its 95 % interval; {@code null} if it has none
 * @param high95 the upper end; {@code null} if it has none
 * @param unit what it is in
 */
@OneLine
public record Figure(double value, @Nullable Double low95, @Nullable Double high95, Unit unit) {

  /**
   * A figure of whose error nothing is known.
   *
   * @param value in the unit
   * @param unit what it is in
   * @return without an interval
   */
  public static Figure of(double value, Unit unit) {
    return new Figure(value, null, null, unit);
  }

  /**
   * The lowest that it may be.
   *
   * @return the lower end of the interval, or the value
   */
  public double low() {
    return low95 == null ? value : low95;
  }

  /**
   * The highest that it may be.
   *
   * @return the upper end of the interval, or the value
   */
  public double high() {
    return high95 == null ? value : high95;
  }

  /**
   * The figure as it stands in a table.
   *
   * @return the value with its unit, and its interval in brackets if it has one
   */
  public String text() {
    return low95 == null
        ? one(value)
        : one(value) + " (" + bare(low()) + "\u00a0to\u00a0" + one(high()) + ")";
  }

  private String one(double number) {
    return unit == Unit.RATIO
        ? Numbers.change(number, Numbers.decimals((high() - low()) / 2))
        : unit.text(number);
  }

  /** The lower end has no unit of its own where the upper one has the same. */
  private String bare(double number) {
    String text = one(number);
    String suffix = one(high()).replaceFirst("^[^\u00a0]*", "");
    return !suffix.isEmpty() && text.endsWith(suffix)
        ? text.substring(0, text.length() - suffix.length())
        : text;
  }
}
