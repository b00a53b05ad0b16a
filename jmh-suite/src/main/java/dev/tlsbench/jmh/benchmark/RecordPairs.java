package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.cell.Comparison;
import dev.tlsbench.jmh.cell.Cost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;

/**
 * Compares cipher suites, buffers or providers: CPU time of both ends together for a message there
 * and back, as {@link RecordBenchmark#roundTrip} sends it.
 *
 * <p>The thread waits for the JIT compiler ({@code -Xbatch}): the moment and the profile of a
 * compilation then depend on invocation counts and not on time, which makes JVMs more alike.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="RecordPairs -p comparison=suites -p size=1024"</pre>
 */
@Measurement(iterations = 40, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-Xbatch"})
public class RecordPairs extends PairedBenchmark {
  @Param({"suites", "buffers", "providers"})
  public Comparison comparison = Comparison.suites;

  @Param({"64", "1024", "16384", "1048576"})
  public int size;

  public RecordPairs() {
    super(RecordChannel::new);
  }

  public static Optional<String> absence(Map<String, String> parameters) {
    return Parameters.set(new RecordPairs(), parameters).absence();
  }

  @Override
  Comparison comparison() {
    return comparison;
  }

  @Override
  List<Cost> costs() {
    return List.of(Cost.cpu);
  }
}
