package dev.tlsbench.experiment.catalog;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.report.SampleResult;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.gate.Limit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Figures by name, and those of sweeps to which a limit applies. */
class StepFiguresTest {
  private static Map<String, Figure> limited(SampleResult sample, String limit) {
    return StepFigures.of(sample.build()).limited(Limit.parse(limit));
  }

  private static SampleResult threads() {
    return SampleResult.tls13(0.9, 0.01).over("threads", "1", "4");
  }

  @Test
  void aSuiteIsLimitedAtItsOwnPoint() {
    SampleResult suites =
        SampleResult.compare()
            .variant("tls13-aes128-gcm", 0.9, 0.01)
            .variant("tls13-chacha20", 0.8, 0.01)
            .over("suite", "tls13-aes128-gcm", "tls13-chacha20");

    assertThat(limited(suites, "tls13-chacha20.throughput < 0.5"))
        .containsOnlyKeys("suite=tls13-chacha20.tls13-chacha20.throughput")
        .allSatisfy((name, figure) -> assertThat(figure.value()).isFinite());
  }

  @Test
  void aValueThatWasLeftOutIsUnknown() {
    Map<String, Figure> found =
        limited(threads().leavingOut("256", "too many connections"), "tls13.throughput < 0.5");

    assertThat(found)
        .containsOnlyKeys(
            "threads=1.tls13.throughput",
            "threads=4.tls13.throughput",
            "threads=256.tls13.throughput");
    assertThat(found.get("threads=256.tls13.throughput")).extracting(Figure::value).isEqualTo(NaN);
  }

  @Test
  void aVariantThatWasLeftOutIsNoValueOfTheAxis() {
    assertThat(
            limited(threads().leavingOut("enc", "no keyring"), "tls13.throughput < 0.5").keySet())
        .containsExactly("threads=1.tls13.throughput", "threads=4.tls13.throughput");
  }

  @Test
  void aBenchmarkHasItsFigureAndTheLatenciesOfItsOperations() {
    StepFigures figures = StepFigures.of(SampleResult.tls13(0.9, 0.01).tpcC().build());

    assertThat(figures.find("plain.benchmark").orElseThrow().value())
        .isEqualTo(figures.find("plain.rate").orElseThrow().value() * 60 / 4);
    assertThat(figures.find("tls13.PAYMENT.mean").orElseThrow().low95())
        .isEqualTo(figures.find("tls13.mean").orElseThrow().low95());
    assertThat(figures.find("plain.PAYMENT.p95Time").orElseThrow().value())
        .isEqualTo(figures.find("plain.p95Time").orElseThrow().value());
    for (String unknown : List.of("plain.PAYMENT.mean", "plain.PAYMENT", "plain.X.p95Time")) {
      assertThat(figures.find(unknown)).as(unknown).isEmpty();
    }
  }

  @Test
  void aPointOfOneForkHasNoInterval() {
    Map<String, Figure> found = limited(threads().forks(1), "tls13.throughput < 0.5");

    assertThat(found.get("threads=4.tls13.throughput")).extracting(Figure::low95).isNull();
  }
}
