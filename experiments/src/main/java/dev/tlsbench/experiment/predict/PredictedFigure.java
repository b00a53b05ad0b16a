package dev.tlsbench.experiment.predict;

import dev.tlsbench.report.Unit;

/** The predicted figures, in the order of a report's table. */
enum PredictedFigure {
  LATENCY("latencyTime", "latency of an operation, added", Unit.MICROS),
  LATENCY_RATIO("latency", "latency of an operation", Unit.RATIO),
  FULL_CONNECTION("fullConnectionTime", "new connection, added", Unit.MICROS),
  RESUMED_CONNECTION("resumedConnectionTime", "new connection, resumed, added", Unit.MICROS),
  CLIENT_CPU("clientCpuTime", "client CPU of an operation, added", Unit.MICROS),
  CLIENT_CPU_RATIO("clientCpu", "client CPU of an operation", Unit.RATIO),
  CLIENT_CORES("clientCores", "cores of the client, added", Unit.NUMBER),
  SERVER_CPU("serverCpuTime", "server CPU of an operation, added", Unit.MICROS),
  SERVER_CPU_RATIO("serverCpu", "server CPU of an operation", Unit.RATIO),
  SERVER_CORES("serverCores", "cores of the server, added", Unit.NUMBER);

  /** The name in files. */
  final String id;

  /** The name in tables. */
  final String title;

  final Unit unit;

  PredictedFigure(String id, String title, Unit unit) {
    this.id = id;
    this.title = title;
    this.unit = unit;
  }
}
