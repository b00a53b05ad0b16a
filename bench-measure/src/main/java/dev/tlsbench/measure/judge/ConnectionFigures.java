package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.result.Connections;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Figures about the connections of a variant. */
final class ConnectionFigures {
  private static final double MICROS = 1e3;
  private static final double MEDIAN = 50;

  private ConnectionFigures() {}

  static Connections of(Measured.Connections connections) {
    return new Connections(
        connections.ready().getTotalCount(),
        connections.negotiated(),
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
