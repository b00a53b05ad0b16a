package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.Connections;
import dev.tlsbench.experiment.result.Connections.Medians;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The durations of opening connections, part by part. */
final class ConnectionSection {
  private static final List<String> PARTS =
      List.of("TCP connect", "TLS handshake", "hello", "log-in", "first query");

  private ConnectionSection() {}

  /** Empty if connections were not measured. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, variant -> variant.connections().opened() > 0)) {
      return Optional.empty();
    }
    return Optional.of(
        new Section(
            "connections",
            "Connections",
            List.of(
                new Text(
                    "The time until a connection can be used, as medians. With a session to resume,"
                        + " the client skips the costly part of the handshake. The rest is the part"
                        + " of the whole that was not timed separately: the database's own greeting"
                        + " and log-in."),
                new Chart(
                    "Time to open a connection",
                    "Median time to open a connection of each variant, new and resumed, in parts",
                    String.valueOf(result.axis()),
                    result.points().stream().map(point -> bars(result, point)).toList(),
                    numbers(result)))));
  }

  private static View bars(Result result, Point point) {
    List<View.Stacks.Bar> bars = new ArrayList<>();
    boolean timed = false;
    for (VariantResult variant : Views.inOrder(point)) {
      if (variant.connections().opened() == 0) {
        continue;
      }
      Medians medians = variant.connections().medians();
      timed |= medians.helloMicros() != null || medians.authenticationMicros() != null;
      String name = Names.of(variant, result);
      bars.add(
          bar(
              medians.fullHandshakeMicros() == null ? name : name + ", new",
              medians,
              medians.fullHandshakeMicros(),
              medians.readyMicros()));
      if (medians.resumedReadyMicros() != null) {
        bars.add(
            bar(
                name + ", resumed",
                medians,
                medians.resumedHandshakeMicros(),
                medians.resumedReadyMicros()));
      }
    }
    List<String> parts = new ArrayList<>(PARTS);
    parts.add(timed ? "rest" : "hello and log-in");
    return new View.Stacks(Views.value(point), "median time", Unit.MICROS, parts, bars);
  }

  /** The parts of a connection, and the rest of the whole. */
  private static View.Stacks.Bar bar(
      String label, Medians medians, @Nullable Double handshake, @Nullable Double ready) {
    List<Double> parts = new ArrayList<>();
    for (Double part :
        Arrays.asList(
            medians.tcpConnectMicros(),
            handshake,
            medians.helloMicros(),
            medians.authenticationMicros(),
            medians.firstQueryMicros())) {
      parts.add(part == null ? 0 : part);
    }
    double sum = parts.stream().mapToDouble(Double::doubleValue).sum();
    parts.add(ready == null ? 0 : Math.max(0, ready - sum));
    return new View.Stacks.Bar(label, parts);
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
              .map(variant -> variant.connections().medians().readyMicros())
              .orElse(null);
      for (VariantResult variant : Views.inOrder(point)) {
        Connections connections = variant.connections();
        if (connections.opened() == 0) {
          continue;
        }
        Medians medians = connections.medians();
        String name = Names.of(variant, result);
        row(
            table,
            point,
            name,
            "new",
            connections,
            medians.fullHandshakeMicros(),
            medians.readyMicros(),
            baseline);
        if (medians.resumedHandshakeMicros() != null || medians.resumedReadyMicros() != null) {
          row(
              table,
              point,
              name,
              "resumed",
              connections,
              medians.resumedHandshakeMicros(),
              medians.resumedReadyMicros(),
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
      Connections connections,
      @Nullable Double handshake,
      @Nullable Double ready,
      @Nullable Double baseline) {
    Medians medians = connections.medians();
    table.add(
        point.value(),
        Cell.of(name),
        Cell.of(kind),
        Cell.micros(medians.tcpConnectMicros()),
        Cell.micros(handshake),
        Cell.micros(medians.helloMicros()),
        Cell.micros(medians.authenticationMicros()),
        Cell.micros(medians.firstQueryMicros()),
        Cell.micros(ready),
        ready == null || baseline == null || baseline == 0
            ? Cell.NONE
            : Cell.of(Numbers.significant(ready / baseline), ready / baseline),
        "new".equals(kind) ? Cell.count(connections.opened()) : Cell.NONE);
  }
}
