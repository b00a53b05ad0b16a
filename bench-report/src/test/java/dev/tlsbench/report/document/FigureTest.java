package dev.tlsbench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {
  private static String spaces(String text) {
    return text.replace('\u00a0', ' ');
  }

  private static Figure figure(double value, double low, double high, Unit unit) {
    return new Figure(value, low, high, unit);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.041    | 1.035   | 1.047   | RATIO              | +4.1 % (+3.5 to +4.7 %)",
        "0.959    | 0.953   | 0.965   | RATIO              | −4.1 % (−4.7 to −3.5 %)",
        "1.5      | 1.2     | 1.8     | RATIO              | +50 % (+20 to +80 %)",
        "0.0623   | 0.0517  | 0.0734  | NUMBER             | 0.062 (0.052 to 0.073)",
        "14312.4  | 14226   | 14398   | PER_SECOND         | 14,310 (14,230 to 14,400)",
        "14312.4  | 13000   | 15600   | PER_SECOND         | 14,300 (13,000 to 15,600)",
        "5102.4   | 5031    | 5172    | MICROS             | 5.10 ms (5.03 to 5.17 ms)",
        "996      | 981     | 1011    | MICROS             | 996 µs (981 to 1,011 µs)",
        "-0.511   | -0.6    | -0.4    | MICROS             | −510 ns (−600 to −400 ns)",
        "3407872  | 3302912 | 3512832 | BYTES              | 3.25 MiB (3.15 to 3.35 MiB)",
        "45.4     | 43.2    | 47.5    | PERCENT            | 45 % (43 to 48 %)"
      })
  void writesNoMoreDigitsThanItsIntervalAllows(
      double value, double low, double high, Unit unit, String text) {
    assertThat(spaces(figure(value, low, high, unit).text())).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.003    | 0.997   | 1.0069  | RATIO  | not resolved (less than 0.7 %)",
        "1.02     | 0.61    | 1.39    | RATIO  | not resolved (less than 39 %)",
        "2.35     | 0.19    | 29.62   | RATIO  | not resolved",
        "0.511    | -0.958  | 1.74    | MICROS | not resolved (less than 1.8 µs)",
        "0.06     | 0       | 0.13    | NUMBER | not resolved (less than 0.2)",
        "1.4      | 1.05    | 9.8     | RATIO  | +5 to +900 %",
        "12       | 3       | 40      | MICROS | 3 to 40 µs"
      })
  void writesNoFigureWhoseIntervalIsWiderThanItself(
      double value, double low, double high, Unit unit, String text) {
    Figure figure = figure(value, low, high, unit);

    assertThat(spaces(figure.text())).isEqualTo(text);
    assertThat(spaces(figure.plusMinus())).isEqualTo(text);
    assertThat(spaces(figure.bare())).startsWith("not resolved");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.041 | 1.035 | 1.047 | +4.1 % ± 0.6 %   | 4.1 % ± 0.6 %",
        "0.9   | 0.89  | 0.91  | −10.0 % ± 1.0 %  | 10.0 % ± 1.0 %",
        "1.39  | 1.27  | 1.51  | +39 % ± 12 %     | 39 % ± 12 %",
        "0.9958 | 0.9954 | 0.9962 | −0.42 % ± 0.04 % | 0.42 % ± 0.04 %",
        "1.1   | 1.094 | 1.106 | +10.0 % ± 0.6 %  | 10.0 % ± 0.6 %"
      })
  void writesHalfOfTheInterval(
      double value, double low, double high, String plusMinus, String size) {
    Figure figure = figure(value, low, high, Unit.RATIO);

    assertThat(spaces(figure.plusMinus())).isEqualTo(plusMinus);
    assertThat(spaces(figure.size())).isEqualTo(size);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "812.4    | MICROS     | 812 µs",
        "14312.4  | PER_SECOND | 14,300",
        "0.959    | RATIO      | −4.10 %",
        "192      | SECONDS    | 3 min 12 s",
        "NaN      | MICROS     | –"
      })
  void writesThreeDigitsWithoutAnInterval(double value, Unit unit, String text) {
    assertThat(spaces(Figure.of(value, unit).text())).isEqualTo(text);
  }
}
