package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.jmh.tls.Capabilities;
import dev.tlsbench.jmh.tls.Suite;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
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
 * a record goes into several; SunJSSE's records under TLS 1.3 hold less than 16 KiB. Provider
 * {@code none} runs the same code with an engine that copies and does not encrypt: the cost of the
 * harness.
 *
 * <p>The connection is new in each iteration, so that no implementation comes to change its keys.
 * Left out: the socket, and the copies of a driver between its buffers and those of TLS.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="RecordBenchmark.wrap -p size=16384"</pre>
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
   * Messages of one invocation: those that are wrapped ahead, so that their unwrapping can be timed
   * alone, and as many to be wrapped, so that what JMH does between invocations is no part of it.
   */
  static final int BATCH = 16;

  /** Makes a benchmark. */
  public RecordBenchmark() {}

  /**
   * Returns why a parameter set cannot run on this JVM.
   *
   * @return why not; empty if it can
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    Parameters given = new Parameters(parameters);
    Suite suite = Suite.of(given.get("suite"));
    if (!given.get("provider").equals(RecordChannel.NONE)) {
      return Capabilities.absence(TlsProvider.of(given.get("provider")), suite);
    }
    return suite == Suite.TLS13_AES128_GCM
        ? Optional.empty()
        : Optional.of("without encryption there is one row, under " + Suite.TLS13_AES128_GCM.id());
  }

  /** Bytes of the messages of an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counters {
    /** Messages of the one direction that is counted. */
    public long messages;

    /** Their bytes on the wire. */
    public long wireBytes;

    private @Nullable RecordChannel channel;

    /** Makes counters at zero. */
    public Counters() {}

    /**
     * Bytes that the benchmark's thread allocated for these messages.
     *
     * @return 0 before the end of the iteration
     */
    public long allocatedBytes() {
      return channel == null ? 0 : channel.allocatedBytes();
    }

    void count(RecordChannel of, int more) {
      channel = of;
      messages += more;
      wireBytes += (long) more * of.wrappedSize();
    }
  }

  /** A connection whose far end wraps messages before the clock starts; compared after it. */
  public static class Batch extends RecordChannel {
    /** Makes an empty batch. */
    public Batch() {}

    /** Wraps messages. */
    @Setup(Level.Invocation)
    public void fill() throws SSLException {
      fillBatch();
    }

    /** Compares what came out with what went in. */
    @TearDown(Level.Invocation)
    public void check() {
      checkBatch();
    }
  }

  /** Wraps messages. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void wrap(RecordChannel channel, Counters counters) throws SSLException {
    channel.wrapBatch();
    counters.count(channel, BATCH);
  }

  /** Unwraps messages that the peer wrapped. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public ByteBuffer unwrap(Batch batch, Counters counters) throws SSLException {
    counters.count(batch, BATCH);
    return batch.unwrapBatch();
  }

  /** Sends the message to the peer, and takes the same back. */
  @Benchmark
  public void roundTrip(RecordChannel channel, Counters counters) throws SSLException {
    channel.roundTrip();
    counters.count(channel, 1);
  }
}
