package dev.tlsbench.experiment.predict;

import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.stats.Interval;
import org.jspecify.annotations.Nullable;

/** The predicted figures, in the order of a report's tables. */
enum Predicted {
  LATENCY("latencyMicros", "latency of an operation, added", Unit.MICROS),
  LATENCY_RATIO("latencyRatio", "latency", Unit.RATIO),
  FULL_CONNECTION("fullConnectionMicros", "new connection, added", Unit.MICROS),
  RESUMED_CONNECTION("resumedConnectionMicros", "new connection, resumed, added", Unit.MICROS),
  FULL_CONNECTION_WHOLE("fullConnectionWholeMicros", "", Unit.MICROS),
  RESUMED_CONNECTION_WHOLE("resumedConnectionWholeMicros", "", Unit.MICROS),
  CLIENT_CPU("clientCpuMicros", "client CPU of an operation, added", Unit.MICROS),
  SERVER_CPU("serverCpuMicros", "server CPU of an operation, added", Unit.MICROS),
  CLIENT_CORES("clientCores", "cores of the client, added", Unit.NUMBER),
  CLIENT_CORES_WHOLE("clientCoresWhole", "cores of the client, in all", Unit.NUMBER),
  SERVER_CORES("serverCores", "cores of the server, added", Unit.NUMBER),
  SERVER_CORES_WHOLE("serverCoresWhole", "cores of the server, in all", Unit.NUMBER),
  CLIENT_CAPACITY_RATIO("clientCapacityRatio", "throughput with the client full", Unit.RATIO),
  CLIENT_CAPACITY(
      "clientCapacityPerSecond", "operations a second with the client full", Unit.PER_SECOND),
  SERVER_CAPACITY_RATIO("serverCapacityRatio", "throughput with the server full", Unit.RATIO),
  SERVER_CAPACITY(
      "serverCapacityPerSecond", "operations a second with the server full", Unit.PER_SECOND),
  CAPACITY_RATIO("capacityRatio", "throughput with the cores full", Unit.RATIO),
  CAPACITY("capacityPerSecond", "operations a second with the cores full", Unit.PER_SECOND),
  THROUGHPUT_RATIO("throughputRatio", "throughput of these clients", Unit.RATIO),
  HANDSHAKE_PERCENT("handshakePercent", "handshakes' share of the CPU of TLS", Unit.PERCENT);

  private final String id;
  private final String title;
  private final Unit unit;

  Predicted(String id, String title, Unit unit) {
    this.id = id;
    this.title = title;
    this.unit = unit;
  }

  /** Returns its name in files. */
  String id() {
    return id;
  }

  /** Returns its name in tables; empty if they leave it out. */
  String title() {
    return title;
  }

  Unit unit() {
    return unit;
  }

  /** Returns the figure of a prediction; {@code null} if it has none. */
  @Nullable Interval of(Prediction prediction) {
    return prediction.figures().get(id);
  }

  /** Returns the figure as a cell; {@link Cell#NONE} if the prediction has none. */
  Cell cell(Prediction prediction) {
    Interval found = of(prediction);
    return found == null ? Cell.NONE : Cell.of(found.in(unit));
  }
}
