package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.cell.VariantSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares cipher suites, buffers or providers: CPU time of both ends together for a message there
 * and back, as {@link RecordBenchmark#roundTrip} sends it.
 *
 * <p>The thread waits for the JIT compiler ({@code -Xbatch}): the moment and the profile of a
 * compilation then depend on invocation counts and not on time, which makes JVMs more alike.
 *
 * <pre>bin/jmh RecordPairs -p comparison=suites -p size=1024</pre>
 */
@Warmup(iterations = 2, time = 1_200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-Xbatch"})
public class RecordPairs extends PairedBenchmark {
  @Param({"suites", "buffers", "providers"})
  public VariantSet comparison = VariantSet.suites;

  @Param({"16384", "64", "1024", "1048576"})
  public int size;

  public RecordPairs() {
    super(RecordChannel::new);
  }

  public static Optional<String> absence(Map<String, String> parameters) {
    return Parameters.set(new RecordPairs(), parameters).absence();
  }

  @Override
  VariantSet comparison() {
    return comparison;
  }

  @Override
  List<String> sides() {
    return List.of("cpu");
  }
}
