package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one series, or queries of one client, measured one after the other: the part of
 * one series in a block.
 *
 * @param block the block in its order, from 0
 * @param trials without those of a storm, which are counted only
 * @param others the number of connections with another kind of handshake, which do not count
 * @param failure the message of the first one; {@code null} if none failed
 * @param serverCpuMillis the server's CPU time; {@code null} if unknown
 * @param clientLoad the part of its cores' CPU time that the client used in a storm
 */
record Turn(
    String name,
    int block,
    List<Trial> trials,
    int counted,
    int others,
    int failed,
    @Nullable String failure,
    long nanos,
    @Nullable Double serverCpuMillis,
    double clientLoad) {

  /** Takes turns with others of its kind. */
  interface Taker {
    /** Connects or queries; fails if all connections or a query failed. */
    Turn take(int block, int times) throws ConnectFailedException, InterruptedException;
  }

  int made() {
    return counted + others;
  }

  double perSecond() {
    return made() * 1e9 / nanos;
  }

  /** Returns the resumed part of the handshakes; NaN if there are none. */
  double resumedPercent(Kind kind) {
    int resumed = kind == Kind.RESUMED ? counted : others;
    return kind == Kind.PLAIN ? Double.NaN : 100.0 * resumed / made();
  }

  /** Returns the median of a part in microseconds; NaN if no connection has it. */
  double medianMicros(String part) {
    return Median.withDefaults().evaluate(Trial.micros(trials, part));
  }

  /** Returns the mean of a column in microseconds; NaN if no query has it. */
  double meanMicros(String column) {
    return Arrays.stream(Trial.micros(trials, column)).average().orElse(Double.NaN);
  }

  /** Returns the mean CPU time of the connecting thread in microseconds; NaN if unknown. */
  double clientCpuMicros() {
    double mean = trials.stream().mapToLong(Trial::cpuNanos).average().orElse(0) / 1e3;
    return mean > 0 ? mean : Double.NaN;
  }

  /** Returns the server's CPU time of a connection in microseconds; NaN if unknown. */
  double serverCpuMicros() {
    return 1e3 * Objects.requireNonNullElse(serverCpuMillis, Double.NaN) / made();
  }
}
