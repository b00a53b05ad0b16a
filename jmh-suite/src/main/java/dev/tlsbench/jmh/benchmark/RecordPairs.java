package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;

/**
 * Cipher suites, buffers or providers beside each other: CPU time of a message there and back, of
 * both ends together, as {@link RecordBenchmark#roundTrip} sends it.
 *
 * <p>The thread waits for the JIT compiler ({@code -Xbatch}): when a method is compiled, and by
 * which profile, then depends on counts and not on time, so that JVMs resemble each other.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="RecordPairs -p comparison=suites -p size=1024"</pre>
 */
@Measurement(iterations = 40, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-Xbatch"})
public class RecordPairs extends PairedBenchmark {
  /** A burst moves this many bytes in each direction, in {@value #MOST} messages at most. */
  private static final int BURST_BYTES = 1 << 17;

  private static final int MOST = 64;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The cells that are compared; the first value is the baseline's. */
  @Param({"suites", "buffers", "providers"})
  public String comparison = "";

  /** The TLS implementation; the baseline's, where providers are compared. */
  @Param({"jdk", "bouncycastle", "conscrypt", "openssl"})
  public String provider = "";

  /** The length of the message in bytes. */
  @Param({"64", "1024", "16384", "1048576"})
  public int size;

  /** Makes a benchmark whose parameters are still to be set. */
  public RecordPairs() {}

  /**
   * Returns why a parameter set cannot run on this JVM.
   *
   * @return why not; empty if it can
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    return Comparisons.absence(choose(parameters), RecordBenchmark::absence, parameters);
  }

  private static List<Map<String, String>> choose(Map<String, String> parameters) {
    Map<String, String> usual = new TreeMap<>(parameters);
    usual.remove("comparison");
    usual.put("suite", "tls13-aes128-gcm");
    usual.put("buffer", "heap");
    return switch (new Parameters(parameters).get("comparison")) {
      case "suites" ->
          Comparisons.varying(
              usual,
              "suite",
              "tls13-aes128-gcm",
              "tls13-aes256-gcm",
              "tls13-chacha20",
              "tls12-aes128-gcm",
              "tls12-aes128-cbc-sha");
      case "buffers" -> Comparisons.varying(usual, "buffer", "heap", "direct");
      default -> Comparisons.varying(usual, "provider", Comparisons.PROVIDERS);
    };
  }

  @Override
  List<String> figures() {
    return List.of("cpu");
  }

  @Override
  List<PairedCell> newCells() {
    Map<String, String> parameters =
        Map.of("comparison", comparison, "provider", provider, "size", String.valueOf(size));
    return choose(parameters).stream()
        .filter(cell -> RecordBenchmark.absence(cell).isEmpty())
        .<PairedCell>map(Messages::new)
        .toList();
  }

  /** Messages over one connection. */
  private static final class Messages implements PairedCell {
    private final Map<String, String> parameters;
    private final RecordChannel channel = new RecordChannel();
    private final int messages;

    Messages(Map<String, String> parameters) {
      this.parameters = parameters;
      Parameters given = new Parameters(parameters);
      channel.provider = given.get("provider");
      channel.suite = given.get("suite");
      channel.buffer = given.get("buffer");
      channel.size = Integer.parseInt(given.get("size"));
      messages = Math.max(1, Math.min(MOST, BURST_BYTES / channel.size));
    }

    @Override
    public Map<String, String> parameters() {
      return parameters;
    }

    @Override
    public void create() {
      channel.createCredentials();
    }

    @Override
    public void open() throws IOException {
      channel.connect();
    }

    @Override
    public void burst(long[] costs) throws IOException {
      long start = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < messages; i++) {
        channel.roundTrip();
      }
      costs[0] = THREADS.getCurrentThreadCpuTime() - start;
    }

    @Override
    public void close() throws IOException {
      channel.disconnect();
    }

    @Override
    public void delete() {
      channel.deleteCredentials();
    }
  }
}
