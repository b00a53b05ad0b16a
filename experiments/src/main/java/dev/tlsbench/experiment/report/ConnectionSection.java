package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Block.Cell;
import dev.tlsbench.experiment.report.Block.Chart;
import dev.tlsbench.experiment.report.Block.Table;
import dev.tlsbench.experiment.report.Block.Text;
import dev.tlsbench.experiment.result.ConnectionCost;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What opening a connection took, part by part. */
final class ConnectionSection {
  private ConnectionSection() {}

  /** Nothing if connections were not measured. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> variant.connection() != null)) {
      return Optional.empty();
    }
    return Optional.of(
        new Section(
            "connections",
            "Connections",
            List.of(
                new Text(
                    "What it takes until a connection can be used, as medians. With a session to"
                        + " resume, the client skips the costly part of the handshake. What the parts"
                        + " leave of the whole is shown as the rest: the database's own greeting and"
                        + " log-in, where they were not timed apart."),
                new Chart(
                    "connections",
                    "Time to open a connection",
                    "Median time to open a connection of each variant, new and resumed, in parts",
                    numbers(result)))));
  }

  private static Table numbers(Result result) {
    Table table =
        new Table(
                "Medians of opening a connection",
                false,
                2,
                List.of(
                    "variant",
                    "kind",
                    "TCP connect",
                    "TLS handshake",
                    "hello",
                    "log-in",
                    "first query",
                    "ready",
                    "times the baseline",
                    "connections"),
                new ArrayList<>())
            .over(result.axis());
    for (Point point : result.points()) {
      Double baseline =
          Views.baseline(point)
              .map(VariantResult::connection)
              .map(ConnectionCost::readyMicros)
              .orElse(null);
      for (VariantResult variant : Views.inOrder(point)) {
        ConnectionCost cost = variant.connection();
        if (cost == null) {
          continue;
        }
        String name = Names.of(variant, result);
        row(
            table,
            point,
            name,
            "new",
            cost,
            cost.fullHandshakeMicros(),
            cost.readyMicros(),
            baseline);
        if (cost.resumedHandshakeMicros() != null || cost.resumedReadyMicros() != null) {
          row(
              table,
              point,
              name,
              "resumed",
              cost,
              cost.resumedHandshakeMicros(),
              cost.resumedReadyMicros(),
              baseline);
        }
      }
    }
    return table;
  }

  private static void row(
      Table table,
      Point point,
      String name,
      String kind,
      ConnectionCost cost,
      @Nullable Double handshake,
      @Nullable Double ready,
      @Nullable Double baseline) {
    table.add(
        point.value(),
        Cell.of(name),
        Cell.of(kind),
        Cell.micros(cost.tcpConnectMicros()),
        Cell.micros(handshake),
        Cell.micros(cost.helloMicros()),
        Cell.micros(cost.authenticationMicros()),
        Cell.micros(cost.firstQueryMicros()),
        Cell.micros(ready),
        ready == null || baseline == null || baseline == 0
            ? Cell.NONE
            : Cell.of(Numbers.significant(ready / baseline), ready / baseline),
        "new".equals(kind) ? Cell.count(cost.connections()) : Cell.NONE);
  }
}
