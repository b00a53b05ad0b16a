package dev.tlsbench.jmh.benchmark;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Protecting and unprotecting one message with an established connection, in memory, on one thread.
 *
 * <p>{@code wrap} and {@code unwrap} are the work of {@code provider} alone. {@code roundTrip} is a
 * request and a reply of the same size: wrapped by {@code provider}, unwrapped and wrapped again by
 * its peer, which is SunJSSE in every row, and unwrapped by {@code provider}. A message longer than
 * a record goes into several; SunJSSE's records under TLS 1.3 hold less than 16 KiB.
 *
 * <p>The connection is new in each iteration, so that no implementation reaches a key update. Left
 * out: the socket, and a driver's copies between its buffers and the engine's.
 *
 * <pre>bin/jmh --set full RecordBenchmark.wrap -p size=16384</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class RecordBenchmark {
  /**
   * Messages of one invocation. {@code unwrap} has as many wrapped in advance, so that it times
   * unwrapping alone; {@code wrap} takes the same number, so that JMH's work between invocations
   * does not count.
   */
  static final int BATCH = 16;

  public static Optional<String> absence(Map<String, String> parameters) {
    return Parameters.set(new RecordChannel(), parameters).absence();
  }

  /** Counts the bytes of the messages of an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counters {
    public long messages;

    public long wireBytes;

    void count(RecordChannel of, int more) {
      messages += more;
      wireBytes += (long) more * of.wrappedSize();
    }
  }

  /**
   * A connection whose far end wraps messages before the clock starts; they are compared after it
   * stops.
   */
  public static class Batch extends RecordChannel {
    @Setup(Level.Invocation)
    public void fill() throws SSLException {
      fillBatch();
    }

    @TearDown(Level.Invocation)
    public void check() {
      checkBatch();
    }
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void wrap(RecordChannel channel, Counters counters) throws SSLException {
    channel.wrapBatch();
    counters.count(channel, BATCH);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public ByteBuffer unwrap(Batch batch, Counters counters) throws SSLException {
    counters.count(batch, BATCH);
    return batch.unwrapBatch();
  }

  @Benchmark
  public void roundTrip(RecordChannel channel, Counters counters) throws SSLException {
    channel.roundTrip();
    counters.count(channel, 1);
  }
}
