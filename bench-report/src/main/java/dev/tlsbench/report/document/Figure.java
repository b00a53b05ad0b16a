package dev.tlsbench.report.document;

import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.json.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * A number with its unit and its interval.
 *
 * @param low95 the lower end of the 95 % interval; {@code null} if there is none
 * @param high95 the upper end; {@code null} if there is none
 */
@OneLine
public record Figure(double value, @Nullable Double low95, @Nullable Double high95, Unit unit) {

  /** Creates a figure without an interval. */
  public static Figure of(double value, Unit unit) {
    return new Figure(value, null, null, unit);
  }

  /** Returns the lower end of the interval, or the value if there is no interval. */
  public double low() {
    return low95 == null ? value : low95;
  }

  /** Returns the upper end of the interval, or the value if there is no interval. */
  public double high() {
    return high95 == null ? value : high95;
  }

  /** Returns the value with its unit, followed by its interval in brackets if it has one. */
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

  /** Omits the unit of the lower end if the upper end has the same. */
  private String bare(double number) {
    String text = one(number);
    String suffix = one(high()).replaceFirst("^[^\u00a0]*", "");
    return !suffix.isEmpty() && text.endsWith(suffix)
        ? text.substring(0, text.length() - suffix.length())
        : text;
  }
}
