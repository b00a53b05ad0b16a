package dev.tlsbench.experiment.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.relay.TappedConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class SourcesTest {
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
    return tap(seen);
  }

  private static TapResult tap(List<TapResult.Seen> seen) {
    return new TapResult(
        TapResult.SCHEMA_VERSION,
        MeasuredFolders.run("bin/tlsbench tap"),
        new TapResult.Place("127.0.0.1:1", "127.0.0.1:2", null),
        new TapResult.Client(
            "all",
            null,
            new TapResult.Counts(seen.size(), 1, 3, 3, 0, 0, 0, 0, 0),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            new TapResult.Cost(4, 0, null, null, 25.0, 0, 0, 0)),
        List.of(),
        List.of(),
        seen);
  }

  @Test
  void takesRateSizesAndConnectionsFromATap() {
    assertThat(Sources.profile(tap(10, 25)))
        .containsEntry("rate", "100.000")
        .containsEntry("operations-per-connection", "25.000")
        .containsEntry("resumed", "0.750")
        .containsEntry("request", "200.000")
        .containsEntry("reply", "5000.000");
  }

  @Test
  void countsNoOperationsOnConnectionsOfHealthChecks() {
    TapResult busy = tap(2, 25);
    TapResult idle = tap(8, 0);
    List<TapResult.Seen> seen = new ArrayList<>(busy.connections());
    seen.addAll(idle.connections());

    // Four connections a second, of which a fifth has operations.
    assertThat(Sources.profile(tap(seen)))
        .containsEntry("rate", "20.000")
        .containsEntry("operations-per-connection", "25.000");
  }

  @Test
  void refusesATapWithoutExchanges() {
    assertThatThrownBy(() -> Sources.profile(tap(2, 0))).hasMessageContaining("is no profile");
  }
}
