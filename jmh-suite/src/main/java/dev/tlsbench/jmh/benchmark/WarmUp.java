package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Decides when the code of a paired benchmark is compiled: after three consecutive seconds in which
 * the JIT compilers worked less than 5 % of the time and no ratio moved by more than 5 %.
 * Interpreted code costs many times as much, by a factor that differs between cells. On an idle
 * machine with two cores, messages need some seconds, handshakes half a minute or more.
 */
final class WarmUp {
  private static final long STRETCH_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int STRETCHES = 3;
  private static final int MOST_STRETCHES = 90;
  private static final double COMPILING = 0.05;
  private static final double MOVED = Math.log(1.05);
  private static final double NANOS_PER_MILLI = 1e6;

  /** Runs blocks for some time, and returns the logarithms of their median ratios. */
  interface Blocks {
    double[] run(long nanos) throws IOException;
  }

  private final CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();

  /** Runs blocks until the code is warm; returns false if it is not after 90 s. */
  boolean run(Blocks blocks) throws IOException {
    int calm = 0;
    double[] before = {};
    for (int i = 0; i < MOST_STRETCHES && calm < STRETCHES; i++) {
      long start = System.nanoTime();
      long compiled = compilers.getTotalCompilationTime();
      double[] ratios = blocks.run(STRETCH_NANOS);
      double share =
          (compilers.getTotalCompilationTime() - compiled)
              * NANOS_PER_MILLI
              / (System.nanoTime() - start);
      calm = share < COMPILING && agree(before, ratios) ? calm + 1 : 0;
      before = ratios;
    }
    return calm >= STRETCHES;
  }

  private static boolean agree(double[] before, double[] ratios) {
    return before.length > 0
        && IntStream.range(0, before.length)
            .allMatch(i -> Math.abs(before[i] - ratios[i]) <= MOVED);
  }
}
