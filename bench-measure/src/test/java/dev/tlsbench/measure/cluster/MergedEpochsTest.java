package dev.tlsbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.fork.ForkReply;
import dev.tlsbench.measure.fork.ForkReply.ClientData;
import dev.tlsbench.measure.fork.ForkReply.Clocks;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.Failure;
import dev.tlsbench.measure.fork.ForkReply.Kind;
import dev.tlsbench.measure.fork.ForkReply.Use;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkReply.WorkData;
import dev.tlsbench.measure.fork.Histograms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Epochs of forks that worked together. */
class MergedEpochsTest {
  private static final List<String> VARIANTS = List.of("plain", "tls13");
  private static final String NO_TIMES = Histograms.encode(Histograms.empty());

  private final ObjectMapper json = new ObjectMapper();
  private final MergedEpochs merged = new MergedEpochs(2, 3, Duration.ofMinutes(1));

  private static WindowData window(String variant, int block, double perSecond) {
    Histogram latency = Histograms.empty();
    latency.recordValueWithCount(1_000_000, 10);
    return new WindowData(
        variant,
        block,
        VARIANTS.indexOf(variant),
        1,
        new WorkData(0.1, perSecond, Math.round(perSecond / 10), 0, 1, 2, 7),
        new Use(40, 7.0, 1, 2, 3, 4L),
        null,
        Map.of("READ", Histograms.encode(latency), variant, Histograms.encode(latency)));
  }

  private static EpochData epoch(int number, double perSecond, int blocks) {
    List<WindowData> windows = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      for (String variant : VARIANTS) {
        windows.add(window(variant, block, perSecond));
      }
    }
    ClientData client =
        new ClientData(
            List.of(),
            Map.of("plain text, SCRAM", 3L),
            List.of(),
            NO_TIMES,
            NO_TIMES,
            NO_TIMES,
            NO_TIMES);
    return new EpochData(
        number, perSecond, Map.of(), null, windows, Map.of("plain", client, "tls13", client));
  }

  private void report(int part, ForkReply reply) throws JsonProcessingException {
    merged.line(part, json.writeValueAsString(reply));
  }

  @Test
  void aWindowsThroughputIsTheSumOfTheExecutors() throws Exception {
    report(0, ForkReply.measured(epoch(0, 1000, 2)));
    report(1, ForkReply.measured(epoch(0, 500, 2)));

    EpochData whole = merged.whole().get(0);

    assertThat(whole.windows()).hasSize(4);
    WindowData window = whole.windows().get(0);
    assertThat(window.work().perSecond()).isEqualTo(1500);
    assertThat(window.work().operations()).isEqualTo(150);
    assertThat(window.work().rows()).isEqualTo(4);
    assertThat(window.work().bytes()).isEqualTo(14);
    assertThat(window.use().clientCpu()).isEqualTo(80);
    assertThat(window.use().serverCpu()).as("it is elsewhere").isNull();
    assertThat(window.latencies()).containsOnlyKeys("READ", "plain");
    assertThat(Histograms.decode(window.latencies().getOrDefault("READ", "")).getTotalCount())
        .isEqualTo(20);
    assertThat(window.latency().getTotalCount()).isEqualTo(40);
    assertThat(whole.connectMillis()).isEqualTo(1000);
    assertThat(whole.clients().values())
        .extracting(ClientData::logins)
        .containsOnly(Map.of("plain text, SCRAM", 6L));
  }

  @Test
  void leavesOutWindowsThatOneExecutorHasNotMeasured() throws Exception {
    report(0, ForkReply.measured(epoch(0, 1000, 3)));
    report(1, ForkReply.measured(epoch(0, 1000, 2)));
    report(0, ForkReply.measured(epoch(1, 1000, 2)));

    assertThat(merged.whole())
        .singleElement()
        .satisfies(
            epoch -> {
              assertThat(epoch.number()).isZero();
              assertThat(epoch.windows()).extracting(WindowData::block).containsExactly(0, 0, 1, 1);
            });
    assertThat(merged.late()).as("of three blocks each in two epochs").isEqualTo(4);
  }

  @Test
  void waitsForASilentExecutorNoLongerThanThePatience() throws Exception {
    MergedEpochs impatient = new MergedEpochs(2, 3, Duration.ofNanos(1));
    impatient.ended(0, Optional.empty());

    assertThatThrownBy(impatient::tick)
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("no answer of executor 1");
    impatient.ended(1, Optional.empty());
    impatient.tick();
  }

  @Test
  void keepsTheReasonOfAnEndAndTheLargestDifferenceOfTheClocks() throws Exception {
    report(0, ForkReply.compared(new Clocks(0, 0.5, 10)));
    report(1, ForkReply.compared(new Clocks(-70, 1.5, 10)));
    report(1, ForkReply.failed(new Failure(Kind.NO_CONNECTION, "refused")));
    merged.ended(0, Optional.empty());
    merged.ended(1, Optional.of("its JVM ended"));

    assertThat(merged.clocks()).isEqualTo(new Clocks(-70, 1.5, 10));
    assertThat(merged.failure()).map(Failure::message).contains("refused");
    assertThat(merged.lost()).contains("its JVM ended");
  }
}
