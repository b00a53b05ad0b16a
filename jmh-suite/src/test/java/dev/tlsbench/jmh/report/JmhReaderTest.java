package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tlsbench.jmh.cell.Cost;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;

class JmhReaderTest {
  private static Measured read(RunResult result) {
    return JmhReader.read(List.of(result)).get(0);
  }

  private static double micros(RunResult result) {
    return read(result).time().orElseThrow().value();
  }

  @Test
  void makesOneValueOfTheIterationsOfAFork() {
    ForkValues time =
        read(Results.of("RecordBenchmark.wrap", "size", "64").forks(100, 300, 200))
            .time()
            .orElseThrow();

    assertThat(time.forks()).hasSize(3);
    assertThat(time.value()).isCloseTo(Math.cbrt(6) / 10, within(1e-9));
  }

  @Test
  void takesTheUnitFromTheResult() {
    Results micros = Results.of("RecordBenchmark.roundTrip").in(TimeUnit.MICROSECONDS);
    Results perMilli =
        Results.of("RecordBenchmark.roundTrip").in(TimeUnit.MILLISECONDS).asThroughput();

    assertThat(micros(micros.forks(20))).isCloseTo(20, within(0.001));
    assertThat(micros(perMilli.forks(50))).isCloseTo(20.13, within(0.01));
  }

  @Test
  void dividesTheSumOfACounterByTheSumOfItsEvents() {
    Measured measured =
        read(
            Results.of("HandshakeBenchmark.handshake")
                .counting("clientNanos", 900_000)
                .forks(10, 22.5, 15));

    assertThat(measured.figure(Metric.CLIENT_CPU).orElseThrow().value())
        .isCloseTo(900, within(0.001));
    assertThat(measured.figure(Metric.SERVER_CPU)).isEmpty();
  }

  @Test
  void knowsBenchmarksWithoutTheirPackage() {
    assertThat(read(Results.of("RecordBenchmark.wrap").forks(1)).benchmark())
        .isEqualTo("RecordBenchmark.wrap");
  }

  @Test
  void leavesOutBenchmarksWithoutForks() {
    assertThat(JmhReader.read(List.of(Results.of("RecordBenchmark.wrap").forks()))).isEmpty();
  }

  private static Results suites() {
    return Results.of("RecordPairs.block", "comparison", "suites")
        .pairing(Cost.cpu, "tls13-aes256-gcm", "tls13-aes128-gcm", 1.1)
        .pairing(Cost.cpu, "tls13-aes128-gcm", "tls13-aes128-gcm", 1);
  }

  @Test
  void readsPairedRatiosApartFromFigures() {
    RunResult result = suites().forks(1, 1.01, 0.99);

    assertThat(JmhReader.read(List.of(result))).isEmpty();
    PairedComparison comparison = JmhReader.readPairs(List.of(result)).get(0);
    PairedRatio ratio = comparison.ratios().get(1);
    assertThat(ratio.value()).isCloseTo(1.1, within(0.001));
    assertThat(ratio.low95()).isBetween(1.05, 1.1);
    assertThat(ratio.forks()).hasSize(3).element(1, DOUBLE).isCloseTo(1.111, within(1e-9));
    assertThat(comparison.isSound(Cost.cpu)).isTrue();
    assertThat(comparison.control(Cost.cpu))
        .hasValueSatisfying(c -> assertThat(c.isControl()).isTrue());
  }

  @Test
  void anIterationThatWasDisturbedDoesNotCount() {
    PairedRatio ratio = ratio(suites().disturbed(0.8));

    assertThat(ratio.value()).isCloseTo(1.1, within(0.001));
    assertThat(ratio.forks()).element(1, DOUBLE).isCloseTo(1.111, within(1e-9));
  }

  @Test
  void theFasterHalfOfThroughputsIsTheHigherOne() {
    assertThat(ratio(suites().disturbed(0.8).asThroughput()).value())
        .as("with the last iteration, whose throughput is the highest")
        .isCloseTo(0.99, within(0.001));
  }

  private static PairedRatio ratio(Results results) {
    RunResult result = results.forks(1, 1.01, 0.99);
    return JmhReader.readPairs(List.of(result)).get(0).ratios().get(1);
  }

  @Test
  void leavesColdForksOut() {
    PairedComparison comparison =
        JmhReader.readPairs(List.of(suites().cold().forks(1, 1.01))).get(0);

    assertThat(comparison.coldForks()).isEqualTo(2);
    assertThat(comparison.ratios()).isEmpty();
    assertThat(comparison.isSound(Cost.cpu)).isFalse();
  }
}
