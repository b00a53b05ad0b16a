package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.result.Connections;
import dev.tlsbench.experiment.result.Negotiated;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Figures about the connections of a variant. */
final class ConnectionFigures {
  private static final double MICROS = 1e3;
  private static final double MEDIAN = 50;

  private ConnectionFigures() {}

  private static List<Negotiated> negotiated(Measured.Connections connections) {
    return connections.negotiated().stream()
        .map(
            n ->
                new Negotiated(
                    n.provider(),
                    n.protocol(),
                    n.cipherSuite(),
                    n.namedGroup(),
                    n.resumed(),
                    n.count()))
        .toList();
  }

  static Connections of(Measured.Connections connections) {
    return new Connections(
        connections.ready().getTotalCount(),
        negotiated(connections),
        new Connections.Medians(
            median(connections.tcpConnect()),
            median(connections.fullHandshake()),
            median(connections.resumedHandshake()),
            median(connections.ready())));
  }

  private static @Nullable Double median(Histogram histogram) {
    return histogram.getTotalCount() == 0 ? null : histogram.getValueAtPercentile(MEDIAN) / MICROS;
  }
}
