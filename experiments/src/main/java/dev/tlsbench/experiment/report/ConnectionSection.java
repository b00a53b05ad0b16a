package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.ConnectionCounts.Medians;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import java.util.List;
import java.util.Optional;

/** The durations of opening connections, by part. */
final class ConnectionSection {
  private ConnectionSection() {}

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
                    "Medians in processes that have just started: connections of a warm client take"
                        + " a fraction of it. bin/tlsbench connect, with this URL and these"
                        + " variants, measures those in turns."),
                Views.columns(result, variant -> variant.connections().opened() > 0)
                    .micros("TCP connect", row -> medians(row).tcpConnectMicros())
                    .micros("full handshake", row -> medians(row).fullHandshakeMicros())
                    .micros("resumed handshake", row -> medians(row).resumedHandshakeMicros())
                    .micros("ready", row -> medians(row).readyMicros())
                    .count("connections", row -> row.variant().connections().opened())
                    .count("of them resumed", row -> row.variant().connections().resumed())
                    .withoutEmptyColumns()
                    .open("Medians of opening a connection"))));
  }

  private static Medians medians(Row row) {
    return row.variant().connections().medians();
  }
}
