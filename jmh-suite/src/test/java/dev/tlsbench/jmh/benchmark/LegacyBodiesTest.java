package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Suites that a JVM allows only with a relaxed security policy. */
class LegacyBodiesTest {
  private static final List<String> SUITES =
      Arrays.stream(Suite.values()).filter(Suite::isLegacy).map(Suite::id).toList();

  static List<Class<?>> benchmarks() {
    return Boolean.getBoolean("tlsbench.full")
        ? List.of(RecordBenchmark.class, SocketBenchmark.class, OperationBenchmark.class)
        : List.of(RecordBenchmark.class);
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void everyMessageArrivesAsItWasSent(Class<?> benchmark) throws Exception {
    OwnJvm.run(benchmark, "suite", SUITES);
  }
}
