package dev.tlsbench.experiment.predict;

import java.util.List;

/** The kinds of costs. */
enum Quantity {
  TIME("time", "typical", "p50Time", "totalTime"),
  CLIENT_CPU("clientCpu", "clientCpu", "clientCpuTime", "clientCpuTime"),
  SERVER_CPU("serverCpu", "serverCpu", "serverCpuTime", "serverCpuTime"),
  ROUND_TRIPS("roundTrips", "", "", "");

  /** The kinds that each run measures, in microseconds. */
  static final List<Quantity> MEASURED = List.of(TIME, CLIENT_CPU, SERVER_CPU);

  /** The name in files. */
  final String id;

  /** The figure of {@code compare} with a variant's ratio to the baseline. */
  final String ratio;

  /** The figure of {@code compare} with the cost of an operation. */
  final String ofOperation;

  /** The figure of {@code connect} with the cost of a connection. */
  final String ofConnection;

  Quantity(String id, String ratio, String ofOperation, String ofConnection) {
    this.id = id;
    this.ratio = ratio;
    this.ofOperation = ofOperation;
    this.ofConnection = ofConnection;
  }
}
