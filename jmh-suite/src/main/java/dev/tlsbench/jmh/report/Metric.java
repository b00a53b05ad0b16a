package dev.tlsbench.jmh.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.document.Unit;

/** The quantities of a result, each per operation of its benchmark. */
public enum Metric {
  /** Of the handshake, or of a read. */
  @JsonProperty("clientCpuMicros")
  CLIENT_CPU("CPU of the client", Unit.MICROS, "clientNanos"),
  /** Of the handshake. */
  @JsonProperty("serverCpuMicros")
  SERVER_CPU("CPU of the server", Unit.MICROS, "serverNanos"),
  /** The score of JMH. */
  @JsonProperty("timeMicros")
  TIME("time", Unit.MICROS, ""),
  /** Of the handshake and the first round trip. */
  @JsonProperty("clientRoundTripCpuMicros")
  CLIENT_ROUND_TRIP_CPU("CPU of the client, round trip", Unit.MICROS, "clientRoundTripNanos"),
  /** Of the handshake and the first round trip. */
  @JsonProperty("serverRoundTripCpuMicros")
  SERVER_ROUND_TRIP_CPU("CPU of the server, round trip", Unit.MICROS, "serverRoundTripNanos"),
  /** Messages that follow each other in one direction, counted as one. */
  @JsonProperty("flights")
  FLIGHTS("flights", Unit.NUMBER, "flights"),
  /** On the wire, in the handshake. */
  @JsonProperty("clientBytes")
  CLIENT_BYTES("bytes from the client", Unit.BYTES, "clientBytes"),
  /** On the wire, in the handshake. */
  @JsonProperty("serverBytes")
  SERVER_BYTES("bytes from the server", Unit.BYTES, "serverBytes"),
  /** On the heap, in the handshake or a read. */
  @JsonProperty("clientAllocatedBytes")
  CLIENT_ALLOCATED("heap of the client", Unit.BYTES, "clientAllocatedBytes"),
  /** On the heap, in the handshake. */
  @JsonProperty("serverAllocatedBytes")
  SERVER_ALLOCATED("heap of the server", Unit.BYTES, "serverAllocatedBytes"),
  /** Of one message, with the headers of its records. */
  @JsonProperty("wireBytes")
  WIRE_BYTES("bytes on the wire", Unit.BYTES, "wireBytes"),
  /** On the heap, for one message. */
  @JsonProperty("allocatedBytes")
  ALLOCATED("heap", Unit.BYTES, "allocatedBytes");

  private final String title;
  private final Unit unit;
  private final String counter;

  Metric(String title, Unit unit, String counter) {
    this.title = title;
    this.unit = unit;
    this.counter = counter;
  }

  String title() {
    return title;
  }

  Unit unit() {
    return unit;
  }

  /** The counter of the benchmarks that sums it up; empty for the score. */
  String counter() {
    return counter;
  }
}
