package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Connections;
import dev.tlsbench.measure.result.Connections.Medians;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The durations of opening connections, by part. */
final class ConnectionSection {
  private static final List<String> PARTS =
      List.of("TCP connect", "TLS handshake", "greeting and log-in");

  private ConnectionSection() {}

  /** Returns the section; empty if connections were not measured. */
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
                    "Medians of the time until a connection can be used, of full and resumed"
                        + " handshakes alike, in processes that have just started: connections of"
                        + " a warm client take a fraction of it. Those are measured in turns by:"),
                new Code(ConnectCommandLine.after(result)),
                new Chart(
                    "Time to open a connection",
                    "Median time to open a connection of each variant, in parts",
                    String.valueOf(result.axis()),
                    result.points().stream().map(point -> bars(result, point)).toList(),
                    numbers(result)))));
  }

  private static View bars(Result result, Point point) {
    List<View.Stacks.Bar> bars = new ArrayList<>();
    for (VariantResult variant : Views.inOrder(point)) {
      if (variant.connections().opened() > 0) {
        bars.add(new View.Stacks.Bar(Names.of(variant, result), parts(variant.connections())));
      }
    }
    return new View.Stacks(Views.value(point), "median time", Unit.MICROS, PARTS, bars);
  }

  /** Returns TCP connect, the handshake of most connections, and the rest of the total. */
  private static List<Double> parts(Connections connections) {
    Medians cost = connections.medians();
    double tcp = orZero(cost.tcpConnectMicros());
    double handshake =
        orZero(
            2 * connections.resumed() > connections.opened()
                ? cost.resumedHandshakeMicros()
                : cost.fullHandshakeMicros());
    return List.of(tcp, handshake, Math.max(0, orZero(cost.readyMicros()) - tcp - handshake));
  }

  private static double orZero(@Nullable Double micros) {
    return micros == null ? 0 : micros;
  }

  private static Table numbers(Result result) {
    return Views.columns(result, variant -> variant.connections().opened() > 0)
        .micros("TCP connect", row -> medians(row).tcpConnectMicros())
        .micros("full handshake", row -> medians(row).fullHandshakeMicros())
        .micros("resumed handshake", row -> medians(row).resumedHandshakeMicros())
        .micros("ready", row -> medians(row).readyMicros())
        .count("connections", row -> row.variant().connections().opened())
        .count("of them resumed", row -> row.variant().connections().resumed())
        .open("Medians of opening a connection");
  }

  private static Medians medians(Row row) {
    return row.variant().connections().medians();
  }
}
