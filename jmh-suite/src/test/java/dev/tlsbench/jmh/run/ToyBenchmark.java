package dev.tlsbench.jmh.run;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures nothing, quickly: for tests of how benchmarks are run. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 0, time = 1, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 2, time = 1, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xshare:auto", "-XX:TieredStopAtLevel=1"})
public class ToyBenchmark {
  /** The outcome of a game. */
  @Param({"good", "bad", "endless"})
  public String outcome = "";

  /** A cube is missing. */
  @Param({"ball", "doll", "cube"})
  public String toy = "";

  /** Returns the reason for a missing toy. */
  public static Optional<String> absence(Map<String, String> parameters) {
    return "cube".equals(parameters.get("toy"))
        ? Optional.of("not offered by toys: cube")
        : Optional.empty();
  }

  /** Plays. */
  @Benchmark
  public String play() throws InterruptedException {
    if (outcome.equals("bad")) {
      throw new IllegalStateException("the " + toy + " broke");
    }
    if (outcome.equals("endless")) {
      new CountDownLatch(1).await();
    }
    return toy;
  }
}
