package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import java.util.Map;

/**
 * A cell that this JVM or implementation cannot run.
 *
 * @param benchmark class and method, such as {@code HandshakeBenchmark.handshake}
 * @param parameters values by name
 * @param reason the reason, such as {@code not offered by conscrypt: Triple DES}
 */
public record Absence(String benchmark, Map<String, String> parameters, String reason) {
  /** Returns benchmark and parameters in one line. */
  public String label() {
    return new BenchmarkCell("." + benchmark, parameters).label();
  }
}
