package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;

class JmhReaderTest {
  private static Measured read(RunResult result) {
    return new JmhReader(42).read(List.of(result)).get(0);
  }

  private static double micros(RunResult result) {
    return read(result).time().orElseThrow().value();
  }

  @Test
  void makesOneValueOfTheIterationsOfAFork() {
    ForkValues time =
        read(Results.of("CipherBenchmark.encrypt", "size", "64").forks(100, 300, 200))
            .time()
            .orElseThrow();

    assertThat(time.forks()).hasSize(3);
    assertThat(time.value()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void takesTheUnitFromTheResult() {
    Results micros = Results.of("SocketBenchmark.roundTrip").in(TimeUnit.MICROSECONDS);
    Results perMilli =
        Results.of("SocketBenchmark.roundTrip").in(TimeUnit.MILLISECONDS).asThroughput();

    assertThat(micros(micros.forks(20))).isCloseTo(20, within(0.001));
    assertThat(micros(perMilli.forks(50))).isCloseTo(20.2, within(0.01));
  }

  @Test
  void dividesTheSumOfACounterByTheSumOfItsEvents() {
    Measured measured =
        read(
            Results.of("HandshakeBenchmark.handshake")
                .counting("clientNanos", 900_000)
                .forks(10, 30, 15));

    assertThat(measured.figure(Metric.CLIENT_CPU).orElseThrow().value())
        .isCloseTo(900, within(0.001));
    assertThat(measured.figure(Metric.SERVER_CPU)).isEmpty();
  }

  @Test
  void knowsBenchmarksWithoutTheirPackage() {
    assertThat(read(Results.of("CipherBenchmark.encrypt").forks(1)).benchmark())
        .isEqualTo("CipherBenchmark.encrypt");
  }

  @Test
  void leavesOutBenchmarksWithoutForks() {
    assertThat(new JmhReader(42).read(List.of(Results.of("CipherBenchmark.encrypt").forks())))
        .isEmpty();
  }
}
