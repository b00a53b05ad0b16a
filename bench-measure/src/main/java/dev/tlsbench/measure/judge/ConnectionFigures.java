package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.EpochData.ClientData;
import dev.tlsbench.measure.fork.Histograms;
import dev.tlsbench.measure.result.ConnectionCounts;
import dev.tlsbench.measure.result.Negotiated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

final class ConnectionFigures {
  private static final double MICROS = 1e3;
  private static final double MEDIAN = 50;

  private ConnectionFigures() {}

  static ConnectionCounts of(List<ClientData> epochs) {
    Map<Negotiated, Long> counts = new LinkedHashMap<>();
    epochs.stream()
        .flatMap(epoch -> epoch.negotiated().stream())
        .forEach(outcome -> counts.merge(outcome.counting(0), outcome.count(), Long::sum));
    Map<String, Long> logins = new LinkedHashMap<>();
    epochs.forEach(
        epoch -> epoch.logins().forEach((how, count) -> logins.merge(how, count, Long::sum)));
    return new ConnectionCounts(
        sum(epochs, ClientData::ready).getTotalCount(),
        counts.entrySet().stream().map(each -> each.getKey().counting(each.getValue())).toList(),
        logins,
        new ConnectionCounts.Medians(
            median(epochs, ClientData::tcpConnect),
            median(epochs, ClientData::fullHandshake),
            median(epochs, ClientData::resumedHandshake),
            median(epochs, ClientData::ready)));
  }

  private static Histogram sum(List<ClientData> epochs, Function<ClientData, String> encoded) {
    return Histograms.sum(epochs.stream().map(encoded));
  }

  private static @Nullable Double median(
      List<ClientData> epochs, Function<ClientData, String> encoded) {
    Histogram sum = sum(epochs, encoded);
    return sum.getTotalCount() == 0 ? null : sum.getValueAtPercentile(MEDIAN) / MICROS;
  }
}
