package dev.tlsbench.experiment.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.relay.TappedConnection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class TapProfileTest {
  private static TapResult tap(int connections, long exchanges) {
    List<TapResult.Seen> seen =
        IntStream.range(0, connections)
            .mapToObj(
                number ->
                    new TapResult.Seen(
                        number + 1,
                        "127.0.0.1 port 1",
                        null,
                        "2026-11-24T00:00:00Z",
                        "tls",
                        null,
                        null,
                        null,
                        new TapResult.Times(100.0, 1e6, true),
                        new TappedConnection.Transfer(
                            200 * exchanges, 5_000 * exchanges, exchanges)))
            .toList();
    return new TapResult(
        TapResult.SCHEMA_VERSION,
        KnownCosts.run("bin/tlsbench tap"),
        new TapResult.Place("127.0.0.1:1", "127.0.0.1:2", null),
        new TapResult.Client(
            "all",
            null,
            new TapResult.Counts(connections, 1, 3, 3, 0, 0, 0, 0),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            new TapResult.Cost(4, 0, null, null, (double) exchanges, 0, 0, 0)),
        List.of(),
        List.of(),
        seen);
  }

  @Test
  void takesRateSizesAndConnectionsFromATap() {
    Profile profile = TapProfile.of(tap(10, 25)).parse();

    assertThat(profile.rate()).isCloseTo(100, within(0.01));
    assertThat(profile.operationsPerConnection()).isCloseTo(25, within(0.01));
    assertThat(profile.resumed()).isCloseTo(0.75, within(0.01));
    assertThat(profile.operations().get(0).requestBytes()).isEqualTo(200);
    assertThat(profile.operations().get(0).replyBytes()).isEqualTo(5_000);
  }

  @Test
  void refusesATapWithoutExchanges() {
    assertThatThrownBy(() -> TapProfile.of(tap(2, 0))).hasMessageContaining("is no profile");
  }
}
