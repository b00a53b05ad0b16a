package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0.012345, 0.0123",
    "1.2, 1.20",
    "9.999, 10.0",
    "99.96, 100",
    "123.4, 123",
    "45678, 45700",
    "0, 0",
    "-1.5, -1.50",
    "NaN, —"
  })
  void writesThreeSignificantDigits(double value, String text) {
    assertThat(Numbers.significant(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"64, 64 B", "1000, 1000 B", "1024, 1 KiB", "16384, 16 KiB", "1048576, 1 MiB"})
  void namesSizes(String bytes, String text) {
    assertThat(Numbers.size(bytes)).isEqualTo(text);
  }

  @Test
  void showsTheFurtherEndOfAnInterval() {
    assertThat(new Estimate(200, new Interval(198, 206)).text()).isEqualTo("200 ±3.0%");
    assertThat(new Estimate(200, new Interval(150, 206)).text()).isEqualTo("200 ±25%");
    assertThat(new Estimate(200, null).text()).isEqualTo("200");
    assertThat(new Estimate(2, new Interval(1.91, 2.125)).bracketed())
        .isEqualTo("2.00 [1.91, 2.13]");
  }
}
