package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CellTest {
  @Test
  void makesOneValueOfTheIterationsOfAFork() {
    Cell cell = new Cell(Results.of("CipherBenchmark.encrypt", "size", "64").forks(100, 300, 200));

    Figure figure = cell.nanos().orElseThrow();
    assertThat(figure.forks()).isEqualTo(3);
    assertThat(figure.median()).isCloseTo(200, within(1e-9));
  }

  @Test
  void takesTheUnitFromTheResult() {
    Results micros = Results.of("SocketBenchmark.roundTrip").in(TimeUnit.MICROSECONDS);
    Results perMilli =
        Results.of("SocketBenchmark.roundTrip").in(TimeUnit.MILLISECONDS).asThroughput();

    assertThat(new Cell(micros.forks(20)).nanos().orElseThrow().median())
        .isCloseTo(20_000, within(1.0));
    assertThat(new Cell(perMilli.forks(50)).nanos().orElseThrow().median())
        .isCloseTo(20_200, within(10.0));
  }

  @Test
  void dividesTheSumOfACounterByTheSumOfItsEvents() {
    Cell cell =
        new Cell(
            Results.of("HandshakeBenchmark.handshake")
                .counting("clientNanos", 900_000)
                .forks(10, 30, 15));

    assertThat(cell.each("clientNanos", "handshakes").orElseThrow().median())
        .isCloseTo(900_000, within(1.0));
    assertThat(cell.each("serverNanos", "handshakes")).isEmpty();
  }

  @Test
  void knowsBenchmarksWithoutTheirPackage() {
    assertThat(new Cell(Results.of("CipherBenchmark.encrypt").forks(1)).benchmark())
        .isEqualTo("CipherBenchmark.encrypt");
  }
}
