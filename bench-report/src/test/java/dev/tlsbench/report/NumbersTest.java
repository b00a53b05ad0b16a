package dev.tlsbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  private static String spaces(String text) {
    return text.replace('\u00a0', ' ');
  }

  @ParameterizedTest
  @CsvSource({
    "0.012345, 0.0123",
    "1.2, 1.20",
    "9.999, 10.0",
    "99.96, 100",
    "123.4, 123",
    "'45678', '45,700'",
    "0, 0",
    "-1.5, −1.50",
    "NaN, –"
  })
  void writesThreeSignificantDigits(double value, String text) {
    assertThat(Numbers.significant(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 µs", "0.064, 64.0 ns", "812, 812 µs", "20700, 20.7 ms", "1240000, 1.24 s"})
  void choosesTheUnitOfADuration(double micros, String text) {
    assertThat(spaces(Unit.MICROS.text(micros))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"410, 410 B", "3277, 3.20 KiB", "101187584, 96.5 MiB", "1331439862, 1.24 GiB"})
  void choosesTheUnitOfAnAmount(double bytes, String text) {
    assertThat(spaces(Numbers.bytes(bytes))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"64, 64 B", "1000, 1000 B", "1024, 1 KiB", "16384, 16 KiB", "1048576, 1 MiB"})
  void writesExactSizes(long bytes, String text) {
    assertThat(spaces(Numbers.size(bytes))).isEqualTo(text);
  }
}
