package dev.tlsbench.experiment.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.report.ExperimentResult.Check;
import dev.tlsbench.experiment.report.ExperimentResult.Outcome;
import dev.tlsbench.experiment.report.SampleResult;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks on made-up results that hold, fail, or are not resolved. */
class ChecksTest {
  private static final String DEFINITION =
      """
      title: A title
      question: A question?
      source: Somebody
      system: Something
      bindings: [mysql-tls]
      scale: 0.1
      steps:
        - {name: near, run: "connect --rtt 5ms"}
        - {name: far, run: "connect --rtt 25ms"}
        - {name: pairs, run: "compare"}
      tables: []
      checks:
        - that: round trips
          near: =near:tls-full/tlsHandshake/min
          far: =far:tls-full/tlsHandshake/min
          delay: 20
          are: 1
        - that: far is slower
          more: =far:tls-full/tlsHandshake
          than: =near:tls-full/tlsHandshake
        - that: TLS costs throughput
          more: "1"
          than: =pairs:tls13/ratio/throughput
        - that: far opens fewer connections a second
          more: =near:tls-full/perSecond
          than: =far:tls-full/perSecond
      """;

  private static final StepFigures NEAR = connect(40, 6.0, 6.4);
  private static final StepFigures PAIRS = pairs(0.9, 3);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  /** The median's interval is 5 % of it to both sides. */
  private static StepFigures connect(int connections, double fastestMillis, double medianMillis) {
    double median = 1000 * medianMillis;
    PartResult handshake =
        new PartResult(
            1000 * fastestMillis,
            new Interval(median, 0.95 * median, 1.05 * median),
            median,
            2 * median,
            null,
            null,
            null,
            null);
    KindResult kind =
        new KindResult(
            "tls-full",
            null,
            new ConnectResult.Attempts(connections, 0, 0, null, 1000 / medianMillis),
            List.of(),
            Map.of(),
            Map.of("tlsHandshake", handshake),
            new ConnectResult.Cpu(null, null),
            null,
            List.of());
    return new ConnectFigures(
        new ConnectResult(
            ConnectResult.SCHEMA_VERSION,
            "connect",
            RunRecord.of(
                "bin/tlsbench connect",
                Instant.EPOCH,
                Duration.ofSeconds(1),
                true,
                List.of(),
                List.of()),
            new ConnectResult.Setup(
                "mysql-tls", "plain", connections, 5, List.of(), 1, 5, "SELECT 1", 1),
            new ConnectResult.Server(List.of("db"), false, true, null, null),
            List.of(kind),
            List.of(),
            List.of()));
  }

  private static StepFigures pairs(double ratio, int forks) {
    return new ComparisonFigures(
        SampleResult.compare().variant("tls13", ratio, 0.01).forks(forks).build());
  }

  private Check check(String that, StepFigures near, StepFigures far, StepFigures pairs)
      throws IOException {
    Files.writeString(folder.resolve("own.yaml"), DEFINITION);
    return new Catalog(folder)
        .read("own").plan(0.1).checks(Map.of("near", near, "far", far, "pairs", pairs)).stream()
            .filter(check -> check.that().equals(that))
            .findFirst()
            .orElseThrow();
  }

  private Outcome roundTrips(StepFigures near, StepFigures far) throws IOException {
    return check("round trips", near, far, PAIRS).outcome();
  }

  @Test
  void roundTripsHoldIfAllOfTheIntervalIsNearTheProtocolsNumber() throws IOException {
    assertThat(roundTrips(NEAR, connect(40, 26.0, 26.4))).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void roundTripsFailIfAllOfTheIntervalIsElsewhere() throws IOException {
    assertThat(roundTrips(NEAR, connect(40, 46.0, 46.5))).isEqualTo(Outcome.FAILS);
    assertThat(roundTrips(NEAR, connect(40, 6.1, 6.5))).isEqualTo(Outcome.FAILS);
  }

  /** Half of the connections were disturbed by more than two milliseconds. */
  @Test
  void roundTripsAreNotResolvedIfConnectionsDifferTooMuch() throws IOException {
    assertThat(roundTrips(NEAR, connect(40, 26.0, 33.0))).isEqualTo(Outcome.OPEN);
    assertThat(roundTrips(NEAR, connect(40, 31.0, 33.1))).isEqualTo(Outcome.OPEN);
    assertThat(roundTrips(connect(40, 2.1, 6.4), connect(40, 18.0, 18.1))).isEqualTo(Outcome.OPEN);
  }

  /** The smallest scale has 20, of which the fastest may have been slow by chance. */
  @Test
  void roundTripsAreNotResolvedByTheConnectionsOfTheSmallestScale() throws IOException {
    Check check = check("round trips", connect(20, 6.0, 6.1), connect(20, 31.0, 31.1), PAIRS);

    assertThat(check.outcome()).isEqualTo(Outcome.OPEN);
    assertThat(check.found()).startsWith("1.25 (no interval)");
    assertThat(roundTrips(connect(20, 6.0, 6.1), connect(40, 26.0, 26.1))).isEqualTo(Outcome.OPEN);
    assertThat(roundTrips(NEAR, connect(28, 26.0, 26.1))).isEqualTo(Outcome.OPEN);
    assertThat(roundTrips(NEAR, connect(29, 26.0, 26.1))).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void mediansOfAHandfulOfConnectionsDecideNothing() throws IOException {
    String that = "far is slower";
    StepFigures far = connect(6, 26, 27);

    assertThat(check(that, connect(6, 6, 7), far, PAIRS).outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(check(that, far, connect(6, 6, 7), PAIRS).outcome()).isEqualTo(Outcome.FAILS);
    assertThat(check(that, far, connect(5, 6, 7), PAIRS).outcome()).isEqualTo(Outcome.OPEN);
    assertThat(check(that, far, connect(6, 25, 26), PAIRS).outcome()).isEqualTo(Outcome.OPEN);
  }

  @Test
  void ratiosOfOneForkDecideNothing() throws IOException {
    String that = "TLS costs throughput";

    assertThat(check(that, NEAR, NEAR, pairs(0.9, 2)).outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(check(that, NEAR, NEAR, pairs(1.1, 2)).outcome()).isEqualTo(Outcome.FAILS);
    assertThat(check(that, NEAR, NEAR, pairs(1.1, 1)).outcome()).isEqualTo(Outcome.OPEN);
    assertThat(check(that, NEAR, NEAR, pairs(0.9, 1)).outcome()).isEqualTo(Outcome.OPEN);
  }

  @Test
  void figuresWithoutAnIntervalDecideNothing() throws IOException {
    String that = "far opens fewer connections a second";

    assertThat(check(that, NEAR, connect(40, 26, 27), PAIRS).outcome()).isEqualTo(Outcome.OPEN);
    assertThat(check(that, connect(40, 26, 27), NEAR, PAIRS).outcome()).isEqualTo(Outcome.OPEN);
  }
}
