package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Suites that a JVM allows only with a relaxed security policy. */
@Tag("full")
class LegacyBodiesTest {
  private static final List<String> SUITES =
      Arrays.stream(Suite.values()).filter(Suite::isLegacy).map(Suite::id).toList();

  @Test
  void everyMessageArrivesAsItWasSent() throws Exception {
    OwnJvm.run(RecordBenchmark.class, "suite", SUITES);
  }
}
