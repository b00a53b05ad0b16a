package dev.tlsbench.report;

import dev.tlsbench.report.json.Inline;
import org.jspecify.annotations.Nullable;

/**
 * A number with its unit and its interval.
 *
 * @param low95 the lower end of the 95 % interval; {@code null} if there is none
 * @param high95 the upper end; {@code null} if there is none
 */
@Inline
public record Figure(double value, @Nullable Double low95, @Nullable Double high95, Unit unit) {
  /** The part of the last digit that rounding upwards ignores: errors of binary fractions. */
  private static final double NEARLY = 1e-6;

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

  /** Returns half of the width of the interval; 0 if there is none. */
  public double halfWidth() {
    return (high() - low()) / 2;
  }

  /**
   * Returns true if the interval contains {@link Unit#none}, so that not even the direction of a
   * difference is known.
   */
  public boolean holdsNone() {
    return low95 != null && low() <= unit.none() && high() >= unit.none();
  }

  /** Returns the distance from {@link Unit#none} to the farther end of the interval. */
  public double farthest() {
    return Math.max(high() - unit.none(), unit.none() - low());
  }

  /** Returns true if half of the interval is wider than the figure itself. */
  private boolean isVague() {
    return low95 != null && !(halfWidth() < Math.abs(value - unit.none()));
  }

  /**
   * Returns the value with its unit, followed by its interval in brackets if it has one: {@code
   * +4.1 % (+3.5 to +4.7 %)}. A figure that is unresolved, or less than half of its interval, is
   * not written: {@code not resolved (less than 0.7 %)} or {@code +5 to +80 %}.
   */
  public String text() {
    return text(one(value, suffix()) + " (" + range() + ")");
  }

  /** Returns the value and half of its interval, such as {@code +4.1 % ± 0.6 %}. */
  public String plusMinus() {
    return text(one(value, suffix()) + "\u00a0±\u00a0" + error());
  }

  /** Returns {@link #plusMinus} without a sign, such as {@code 4.1 % ± 0.6 %}. */
  public String size() {
    return plusMinus().replaceAll("(^|(?<=to\u00a0))[+−]", "");
  }

  /** Returns the value with its unit, and with the digits that its interval allows. */
  public String bare() {
    return isVague() ? "not\u00a0resolved" : text(one(value, suffix()));
  }

  private String text(String whole) {
    if (low95 == null || halfWidth() == 0) {
      return unit.text(value);
    }
    if (holdsNone()) {
      double most = farthest();
      return unit == Unit.RATIO && !(most <= 1)
          ? "not\u00a0resolved"
          : "not\u00a0resolved (less\u00a0than\u00a0" + upTo(most) + ")";
    }
    // Each end has its own digits here: those of the interval would hide the lower one.
    return isVague() ? rough(low()) + "\u00a0to\u00a0" + rough(high()) + suffix() : whole;
  }

  private String upTo(double most) {
    Unit.Scale scale = unit.scale(most);
    double number = most / scale.size();
    int power = (int) Math.floor(Math.log10(number));
    int decimals = number < 1 ? -power : 1 - power;
    // Upwards, or the bound would be below the interval's end.
    double step = Math.pow(10, -decimals);
    return Numbers.fixed(Math.ceil(number / step - NEARLY) * step, decimals) + scale.suffix();
  }

  /** Returns both ends of the interval, such as {@code +3.5 to +4.7 %}. */
  public String range() {
    return one(low(), "") + "\u00a0to\u00a0" + one(high(), suffix());
  }

  private String error() {
    Unit.Scale scale = scale();
    double half = halfWidth() / scale.size();
    return Numbers.fixed(half, Numbers.decimals(half)) + scale.suffix();
  }

  private String rough(double end) {
    return one(end, Numbers.decimals(Math.abs(end - unit.none()) / scale().size()), "");
  }

  private String one(double number, String suffix) {
    return one(number, Numbers.decimals(halfWidth() / scale().size()), suffix);
  }

  private String one(double number, int decimals, String suffix) {
    double effect = (number - unit.none()) / scale().size();
    String text = Numbers.fixed(Math.abs(effect), decimals);
    boolean isZero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    String sign = isZero ? "" : effect < 0 ? "−" : unit == Unit.RATIO ? "+" : "";
    return Double.isFinite(number) ? sign + text + suffix : "–";
  }

  private String suffix() {
    return scale().suffix();
  }

  /** Returns the multiple of the unit that suits the value, for both ends too. */
  private Unit.Scale scale() {
    return unit.scale(value - unit.none());
  }
}
