package dev.tlsbench.experiment.paired;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
  @ParameterizedTest
  @CsvSource({"1, 1 4 16 64 256", "4, 4 16 64 256", "5, 5 16 64 256", "300, 300"})
  void beginsWithTheGivenNumberOfThreads(int threads, String values) {
    assertThat(Axis.parse("threads", threads).values()).containsExactly(values.split(" "));
  }

  @Test
  void takesTheGivenValues() {
    assertThat(Axis.parse("threads=3, 2", 4).values()).containsExactly("3", "2");
    assertThat(Axis.parse("rtt", 4).values()).containsExactly("0ms", "1ms", "5ms");
  }
}
