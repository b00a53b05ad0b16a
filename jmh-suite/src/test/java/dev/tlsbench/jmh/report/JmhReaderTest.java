package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;

class JmhReaderTest {
  private static Figure metric(String name, RunResult result) {
    return read(result).figures.stream()
        .filter(metric -> metric.name().equals(name))
        .findFirst()
        .orElseThrow()
        .figure();
  }

  private static JmhReader read(RunResult result) {
    return new JmhReader(List.of(result));
  }

  private static CellMetric ratio(RunResult result) {
    return read(result).ratios.get(1);
  }

  private static Figure mean(Double... forks) {
    BenchmarkCell cell = new BenchmarkCell("a.Toy.play", Map.of());
    return CellMetric.of(cell, "time", "", "", List.of(forks), Unit.NUMBER).figure();
  }

  @Test
  void takesTheGeometricMeanOverForksWithStudentsT() {
    // Logarithms to base 2 differ by 1: t(2) / sqrt(3) = 2.484138.
    Figure time = metric("time", Results.of("RecordBenchmark.wrap").forks(10_000, 20_000, 40_000));

    assertThat(time.value()).isCloseTo(20, within(1e-3));
    assertThat(time.low()).isCloseTo(20 / Math.pow(2, 2.484138), within(1e-3));
    assertThat(time.high()).isCloseTo(20 * Math.pow(2, 2.484138), within(1e-1));
  }

  @Test
  void takesTheMeanWhereAForkHasNothing() {
    Figure some = mean(0.0, 1.0, 2.0);

    assertThat(some.value()).isEqualTo(1, within(1e-9));
    assertThat(some.high()).isEqualTo(1 + 2.484138, within(1e-6));
    assertThat(mean(0.0, 0.0).low95()).isEqualTo(0.0);
    assertThat(mean(3.0).low95()).isNull();
  }

  @Test
  void takesTheUnitFromTheResult() {
    Results micros = Results.of("RecordBenchmark.roundTrip").in(TimeUnit.MICROSECONDS);
    Results perMilli =
        Results.of("RecordBenchmark.roundTrip").in(TimeUnit.MILLISECONDS).asThroughput();

    assertThat(metric("time", micros.forks(20)).value()).isCloseTo(20, within(0.001));
    assertThat(metric("time", perMilli.forks(50)).value()).isCloseTo(20, within(0.01));
  }

  @Test
  void dividesTheSumOfACounterByTheSumOfItsEvents() {
    RunResult result =
        Results.of("HandshakeBenchmark.handshake")
            .counting("clientCpuNanos", 900_000)
            .counting("serverBytes", 1_380)
            .forks(10, 22.5, 15);

    assertThat(metric("clientCpu", result).value()).isCloseTo(900, within(0.001));
    assertThat(metric("serverBytes", result))
        .isEqualTo(new Figure(1_380, 1_380.0, 1_380.0, Unit.BYTES));
    assertThat(read(result).figures).hasSize(3);
  }

  @Test
  void leavesOutBenchmarksWithoutForks() {
    assertThat(read(Results.of("RecordBenchmark.wrap").forks()).figures).isEmpty();
  }

  @Test
  void readsPairedRatiosApartFromFigures() {
    RunResult result = Sample.suites(1).forks(1, 1.01, 0.99);

    assertThat(read(result).figures).isEmpty();
    assertThat(ratio(result).figure().value()).isCloseTo(1.1, within(0.001));
    assertThat(ratio(result).figure().low()).isBetween(1.05, 1.1);
    assertThat(ratio(result).forks()).isEqualTo(3);
    CellMetric control = read(result).ratios.get(0);
    assertThat(control.isControl()).isTrue();
    assertThat(control.excludesOne()).isFalse();
    assertThat(ratio(result).isControlledBy(control)).isTrue();
  }

  @Test
  void anIterationThatWasDisturbedDoesNotCount() {
    assertThat(ratio(Sample.suites(1).disturbed(0.8).forks(1, 1.01, 0.99)).figure().value())
        .isCloseTo(1.1, within(0.001));
  }

  @Test
  void theFasterHalfOfThroughputsIsTheHigherOne() {
    RunResult result = Sample.suites(1).disturbed(0.8).asThroughput().forks(1, 1.01, 0.99);
    assertThat(ratio(result).figure().value())
        .as("with the last iteration, whose throughput is the highest")
        .isCloseTo(0.99, within(0.001));
  }

  @Test
  void leavesColdForksOut() {
    JmhReader cold = read(Sample.suites(1).cold().forks(1, 1.01));

    assertThat(cold.ratios).isEmpty();
    assertThat(cold.problems).hasSize(1);
    assertThat(cold.warnings).isEmpty();
  }
}
