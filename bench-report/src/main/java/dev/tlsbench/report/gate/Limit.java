package dev.tlsbench.report.gate;

import dev.tlsbench.report.Amounts;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.LimitCheck.Outcome;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A limit for a figure, such as {@code tls13.typical > 1.10}. It is exceeded if the whole 95 %
 * interval of the figure lies beyond it, and kept if none of the interval does.
 *
 * @param figure the name of the figure
 * @param isTime true for a limit of time in microseconds, false for a limit of a ratio
 */
public record Limit(String text, String figure, boolean isUpper, double value, boolean isTime) {
  private static final Pattern FORM = Pattern.compile("(\\S+?)\\s*([><])\\s*(\\S.*)");
  private static final Set<String> TIMES = Set.of("us", "ms", "s");

  /** A longer run than this multiple is not worth suggesting. */
  private static final double MOST_TIMES = 1_000;

  /**
   * Parses a limit.
   *
   * @param typed the figure's name, {@code >} or {@code <}, and a number; a time has a unit ({@code
   *     us}, {@code ms} or {@code s}), a ratio has none
   * @throws IllegalArgumentException if it has another form; the message is for users
   */
  public static Limit parse(String typed) {
    Matcher form = FORM.matcher(typed.strip());
    OptionalDouble time =
        form.matches() ? Amounts.micros(form.group(3), TIMES) : OptionalDouble.empty();
    OptionalDouble value =
        form.matches() && time.isEmpty() ? Amounts.number(form.group(3), "") : time;
    if (value.isEmpty()) {
      throw new IllegalArgumentException(
          ("'%s' is no limit; write a figure, > or <, and a ratio or a time, such as "
                  + "'tls13.typical > 1.10' or 'tls-full.total > 3ms'")
              .formatted(typed.strip()));
    }
    return new Limit(
        typed.strip(),
        form.group(1),
        form.group(2).equals(">"),
        value.getAsDouble(),
        time.isPresent());
  }

  /** Returns the limit of a figure within a part; empty if the figure belongs to another part. */
  public Optional<Limit> within(String part) {
    return figure.startsWith(part + ".")
        ? Optional.of(new Limit(text, figure.substring(part.length() + 1), isUpper, value, isTime))
        : Optional.empty();
  }

  /**
   * Compares figures with the limit; all of them must keep it.
   *
   * @param figures by their names: ratios, or times in microseconds; empty if nothing was measured
   * @param elapsed the time of the run; zero for changes between runs
   */
  public LimitCheck check(Map<String, Figure> figures, Duration elapsed) {
    if (figures.isEmpty()) {
      return new LimitCheck(text, Outcome.UNDECIDED, figure + " was not measured.");
    }
    List<Outcome> outcomes = figures.values().stream().map(this::outcome).toList();
    Outcome worst =
        outcomes.contains(Outcome.BROKEN)
            ? Outcome.BROKEN
            : outcomes.contains(Outcome.UNDECIDED) ? Outcome.UNDECIDED : Outcome.HOLDS;
    String found =
        figures.entrySet().stream()
            .filter(each -> outcome(each.getValue()) == worst)
            .map(each -> each.getKey() + " is " + described(each.getValue(), worst, elapsed))
            .collect(Collectors.joining("; "));
    return new LimitCheck(text, worst, found + ".");
  }

  private Outcome outcome(Figure found) {
    if (!isMeasured(found)) {
      return Outcome.UNDECIDED;
    }
    if (isUpper ? found.low() > value : found.high() < value) {
      return Outcome.BROKEN;
    }
    boolean keeps = isUpper ? found.high() <= value : found.low() >= value;
    return keeps ? Outcome.HOLDS : Outcome.UNDECIDED;
  }

  /** Returns whether the figure has the limit's unit; any other does not count. */
  private boolean isMeasured(Figure found) {
    return found.unit() == (isTime ? Unit.MICROS : Unit.RATIO)
        && found.low95() != null
        && Double.isFinite(found.low())
        && Double.isFinite(found.high());
  }

  private String described(Figure found, Outcome outcome, Duration elapsed) {
    if (!isMeasured(found)) {
      return Double.isFinite(found.value())
          ? number(found, found.value())
              + ", without an interval, which takes "
              + (elapsed.isZero()
                  ? "three runs of a side"
                  : "two forks and six connections at least")
          : "unknown, as it was not measured";
    }
    String interval =
        "%s (95 %% interval %s to %s)"
            .formatted(
                number(found, found.value()),
                number(found, found.low()),
                number(found, found.high()));
    return outcome == Outcome.UNDECIDED
        ? interval + ", on both sides of the limit; " + advice(found, elapsed)
        : interval;
  }

  private static String number(Figure found, double number) {
    if (found.unit() != Unit.RATIO) {
      return found.unit().text(number);
    }
    return found.low95() == null
        ? Numbers.significant(number)
        : Numbers.fixed(number, Numbers.decimals(found.halfWidth()));
  }

  /** Suggests a longer run: an interval narrows with the square root of the time. */
  private String advice(Figure found, Duration elapsed) {
    if (elapsed.isZero()) {
      return "more or longer runs of both sides may decide it";
    }
    double side =
        found.value() > value ? found.value() - found.low() : found.high() - found.value();
    double times = Math.pow(side / Math.abs(found.value() - value), 2);
    return times < MOST_TIMES
        ? String.format(
            Locale.ROOT,
            "a run %.0f times as long, %s, would decide it",
            Math.ceil(times),
            Numbers.seconds(Math.ceil(times) * elapsed.toMillis() / 1e3))
        : "no run of a practical length would decide it";
  }
}
