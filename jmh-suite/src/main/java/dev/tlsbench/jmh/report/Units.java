package dev.tlsbench.jmh.report;

import java.util.Map;
import java.util.OptionalDouble;
import org.openjdk.jmh.results.Result;

/** The units of JMH's primary results. */
final class Units {
  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 6e10, "hr", 3.6e12, "day", 8.64e13);

  private Units() {}

  /** Nanoseconds an operation, from a time or a throughput; empty for any other unit. */
  static OptionalDouble nanos(Result<?> result) {
    String[] unit = result.getScoreUnit().split("/", -1);
    if (unit.length == 2 && unit[1].equals("op") && NANOS.containsKey(unit[0])) {
      return OptionalDouble.of(result.getScore() * NANOS.getOrDefault(unit[0], 1.0));
    }
    if (unit.length == 2 && unit[0].equals("ops") && NANOS.containsKey(unit[1])) {
      return OptionalDouble.of(NANOS.getOrDefault(unit[1], 1.0) / result.getScore());
    }
    return OptionalDouble.empty();
  }
}
