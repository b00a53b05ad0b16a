package dev.tlsbench.jmh.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.Unit;

/** The quantities of a result, each per operation of its benchmark; the schema describes them. */
public enum Metric {
  @JsonProperty("clientCpuMicros")
  CLIENT_CPU("CPU of the client", Unit.MICROS, "clientNanos"),
  @JsonProperty("serverCpuMicros")
  SERVER_CPU("CPU of the server", Unit.MICROS, "serverNanos"),
  @JsonProperty("timeMicros")
  TIME("time", Unit.MICROS, ""),
  @JsonProperty("clientRoundTripCpuMicros")
  CLIENT_ROUND_TRIP_CPU("CPU of the client, round trip", Unit.MICROS, "clientRoundTripNanos"),
  @JsonProperty("serverRoundTripCpuMicros")
  SERVER_ROUND_TRIP_CPU("CPU of the server, round trip", Unit.MICROS, "serverRoundTripNanos"),
  @JsonProperty("flights")
  FLIGHTS("flights", Unit.NUMBER, "flights"),
  @JsonProperty("clientBytes")
  CLIENT_BYTES("bytes from the client", Unit.BYTES, "clientBytes"),
  @JsonProperty("serverBytes")
  SERVER_BYTES("bytes from the server", Unit.BYTES, "serverBytes"),
  @JsonProperty("certificateBytes")
  CERTIFICATE_BYTES("the server's certificate", Unit.BYTES, "certificateBytes"),
  @JsonProperty("chainBytes")
  CHAIN_BYTES("certificates that the server sends", Unit.BYTES, "chainBytes"),
  @JsonProperty("clientAllocatedBytes")
  CLIENT_ALLOCATED("heap of the client", Unit.BYTES, "clientAllocatedBytes"),
  @JsonProperty("serverAllocatedBytes")
  SERVER_ALLOCATED("heap of the server", Unit.BYTES, "serverAllocatedBytes"),
  @JsonProperty("wireBytes")
  WIRE_BYTES("bytes on the wire", Unit.BYTES, "wireBytes"),
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

  /** Returns the name of the benchmarks' counter for it; empty for the score. */
  String counter() {
    return counter;
  }
}
