package dev.tlsbench.report.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.LimitCheck.Outcome;
import dev.tlsbench.report.Unit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static LimitCheck check(String limit, double low, double value, double high) {
    return Limit.parse(limit).check(Map.of("it", new Figure(value, low, high, Unit.RATIO)), MINUTE);
  }

  private static Figure ratio(double value) {
    return new Figure(value, value - 0.01, value + 0.01, Unit.RATIO);
  }

  @ParameterizedTest
  @CsvSource({
    "it > 1.10, 1.11, 1.15, 1.19, BROKEN",
    "it > 1.10, 1.10, 1.15, 1.19, UNDECIDED",
    "it > 1.10, 1.05, 1.09, 1.11, UNDECIDED",
    "it > 1.10, 1.05, 1.08, 1.10, HOLDS",
    "it < 0.90, 0.80, 0.85, 0.89, BROKEN",
    "it < 0.90, 0.80, 0.85, 0.90, UNDECIDED",
    "it < 0.90, 0.90, 0.95, 0.99, HOLDS",
  })
  void decidesByTheWholeInterval(
      String limit, double low, double value, double high, Outcome outcome) {
    assertThat(check(limit, low, value, high).outcome()).isEqualTo(outcome);
  }

  /** The interval must become a third as wide. */
  @Test
  void namesTheDurationThatWouldDecide() {
    assertThat(check("it > 1.10", 1.082, 1.11, 1.20).found())
        .contains("8 times as long, 8\u00a0min 0\u00a0s");
    assertThat(check("it > 1.10", 1.00, 1.09, 1.115).found()).contains("7 times as long");
    assertThat(check("it > 1.10", 1.05, 1.1001, 1.15).found()).contains("no run of a practical");
  }

  @Test
  void isUndecidedWithoutMeasurementOrInterval() {
    Limit limit = Limit.parse("it > 1.10");

    assertThat(limit.check(Map.of(), MINUTE).outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(limit.check(Map.of("it", Figure.of(2, Unit.RATIO)), MINUTE).outcome())
        .isEqualTo(Outcome.UNDECIDED);
    assertThat(check("it > 1.10", Double.NaN, Double.NaN, Double.NaN).outcome())
        .isEqualTo(Outcome.UNDECIDED);
    assertThat(Limit.parse("it > 1ms").check(Map.of("it", ratio(1.2)), MINUTE).outcome())
        .as("a ratio is no time")
        .isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void tellsAFigureWithoutAnIntervalByItsDigits() {
    assertThat(
            Limit.parse("it > 1.2")
                .check(Map.of("it", Figure.of(1.2376, Unit.RATIO)), Duration.ZERO)
                .found())
        .startsWith("it is 1.24, without an interval");
  }

  @Test
  void isBrokenIfOneOfSeveralFiguresIs() {
    Map<String, Figure> figures = new LinkedHashMap<>();
    figures.put("threads=1.it", new Figure(1.05, 1.04, 1.06, Unit.RATIO));
    figures.put("threads=4.it", new Figure(1.15, 1.14, 1.16, Unit.RATIO));
    figures.put("threads=8.it", new Figure(1.10, 1.09, 1.11, Unit.RATIO));
    LimitCheck check = Limit.parse("it>1.1").check(figures, MINUTE);

    assertThat(check.outcome()).isEqualTo(Outcome.BROKEN);
    assertThat(check.found()).contains("threads=4.it").doesNotContain("threads=1", "threads=8");
  }

  @Test
  void convertsTimes() {
    Figure median = new Figure(2900, 2800.0, 3100.0, Unit.MICROS);
    Map<String, Figure> figures = Map.of("tls-full.total", median);

    assertThat(Limit.parse("tls-full.total>2.7ms").check(figures, MINUTE).outcome())
        .isEqualTo(Outcome.BROKEN);
    assertThat(Limit.parse("tls-full.total > 3200us").check(figures, MINUTE).outcome())
        .isEqualTo(Outcome.HOLDS);
    assertThat(Limit.parse("tls-full.total > 0.003s").check(figures, MINUTE).outcome())
        .isEqualTo(Outcome.UNDECIDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "it", "it > ", "it = 1", "> 1", "it > many", "it > -1", "it > 1kg"})
  void rejectsOtherForms(String text) {
    assertThatThrownBy(() -> Limit.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tls13.typical > 1.10");
  }
}
